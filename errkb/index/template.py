"""`Template`: one wording of one record, with all that ranking needs to know about the record."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Site", "Template", "fold"]

_QUOTES = str.maketrans({"‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "\xa0": " "})


def fold(text: str) -> str:
    """Return the text with every run of white space as one blank and typographic quotes made plain.

    Templates and messages are compared in this form: terminals, trackers and loggers wrap, indent and requote.
    """
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


@dataclass(slots=True)
class Template:
    """One wording.

    `parts` are the folded literals with `None` for each placeholder; `names` are the placeholders' names. `anchor` is
    the longest literal, empty when the wording has too little text to be looked for (`{key}`): such a record is found
    by class and frame alone. `words` are the literal words in lower case, for the fuzzy search.
    """

    id: str
    repo: str
    message: str
    parts: list[str | None]
    names: list[str]
    anchor: str
    literal: int
    cls: str | None
    code: str | None
    severity: str
    error_type: str
    wrapper: bool
    builtin: bool
    sites: list[Site]
    package: str | None
    words: list[str]
    alias: bool
