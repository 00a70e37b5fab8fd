"""What a page is made of, before anyone decides how it looks.

`answer` and `page` write blocks, `terminal` and `markdown` draw them. All strings are raw: cleaning and escaping belong
to the one who draws.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Block", "Code", "Headline", "Items", "Note", "Pairs", "Place", "Prose", "Quote", "Section"]


@dataclass(slots=True, frozen=True)
class Headline:
    """Repo, severity, class."""

    parts: tuple[str, ...]


@dataclass(slots=True, frozen=True)
class Prose:
    """Running text."""

    text: str


@dataclass(slots=True, frozen=True)
class Note:
    """A remark in a lower voice."""

    text: str


@dataclass(slots=True, frozen=True)
class Items:
    """A list; numbered from `first` if it is given."""

    items: tuple[str, ...]
    first: int | None = None


@dataclass(slots=True, frozen=True)
class Pairs:
    """Names with their values."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(slots=True, frozen=True)
class Code:
    """Something to copy; `language` is a Pygments name."""

    code: str
    language: str = "text"


@dataclass(slots=True, frozen=True)
class Quote:
    """A message as a program prints it."""

    text: str


@dataclass(slots=True, frozen=True)
class Place:
    """A file of a project, with the link to it and the line itself, if known."""

    text: str
    url: str | None = None
    quote: str = ""


Block = Headline | Prose | Note | Items | Pairs | Code | Quote | Place


@dataclass(slots=True, frozen=True)
class Section:
    """A heading (none if empty) and what stands under it; `level` 1 is a page's own heading, 3 a part of a section."""

    title: str
    blocks: tuple[Block, ...] = field(default_factory=tuple)
    level: int = 2
