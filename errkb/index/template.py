"""`Template`: one wording of one record, with all that ranking needs to know about the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Brief", "Parts", "Site", "Template", "fold"]

Parts = tuple[str | None, ...]
"""The folded literals of a template in order, `None` for each placeholder."""

_QUOTES = str.maketrans({"‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "\xa0": " "})


def fold(text: str) -> str:
    """Return the text with every run of white space as one blank and typographic quotes made plain.

    Templates and messages are compared in this form: terminals, trackers and loggers wrap, indent and requote.
    """
    if not text.isascii():
        text = text.translate(_QUOTES)
    words = " ".join(text.split())
    if not words:
        return " " if text else ""
    return f"{' ' * text[0].isspace()}{words}{' ' * text[-1].isspace()}"


@dataclass(slots=True, frozen=True)
class Site:
    """A place that raises the message: path within the repository, and the enclosing function as a frame prints it."""

    file: str
    function: str | None


class Brief(NamedTuple):
    """What the bulk path must know of a template: see `Template`."""

    id: str
    cls: str | None
    names: list[str]
    literal: int
    wrapper: bool
    located: bool
    coded: bool
    """The record has an error code."""


@dataclass(slots=True)
class Template:
    """One wording.

    `number` is its place in the index. `parts` are the folded literals with `None` for each placeholder; `names` are
    the placeholders' names. `literal` counts the characters of text. `anchored` is false when the wording has too
    little text to be looked for (`{key}`): such a record is found by class and frame alone. `multiline` says that the
    text has line ends. `regex` is the pattern of a record whose pattern is no template but a free-form regular
    expression. `alias` is the text of another release's wording, `None` for the record's own. `sharers` is the number
    of repositories that have the same wording. `private` says that the record is one of the user's own,
    `located` that nobody has documented it: a place in source is all there is.
    """

    number: int
    id: str
    repo: str
    parts: Parts
    names: list[str]
    literal: int
    anchored: bool
    multiline: bool
    cls: str | None
    code: str | None
    severity: str
    error_type: str
    wrapper: bool
    builtin: bool
    sites: list[Site]
    package: str | None
    regex: str | None = None
    alias: str | None = None
    sharers: int = 1
    private: bool = False
    located: bool = False

    @property
    def message(self) -> str:
        """Return the wording, folded, with the placeholders' names in braces."""
        names = iter(self.names)
        return "".join(f"{{{next(names, '')}}}" if part is None else part for part in self.parts)
