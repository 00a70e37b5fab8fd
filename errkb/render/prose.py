"""Small questions about prose: where sentences end, how much of a text fits."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

__all__ = ["count", "cut", "fill_in", "one_line", "sentences"]

_END = re.compile(r"[.!?…]+[\"'`)\]»”’]*\s+")
_ABBREVIATIONS = frozenset(
    {"e.g", "i.e", "etc", "vs", "cf", "approx", "incl", "resp", "no", "nos", "fig", "sec", "ca", "al", "viz"}
)
_PLACEHOLDER = re.compile(r"\{([^{}\n]{1,80})\}")
_ENUMERATOR = re.compile(r"\(?\d{1,2}\)?")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, blanks between them dropped; abbreviations and `1.` do not end one."""
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        piece = text[start : end.start()]
        last = piece.rsplit(None, 1)[-1].lstrip("(").lower() if piece.strip() else ""
        if last in _ABBREVIATIONS or (_ENUMERATOR.fullmatch(last) and piece.strip() == last):
            continue
        found.append(text[start : end.end()].strip())
        start = end.end()
    return [*found, rest] if (rest := text[start:].strip()) else found


def one_line(text: str) -> str:
    """Return the text on one line, each run of blanks as one blank."""
    return " ".join(text.split())


def cut(text: str, limit: int) -> str:
    """Return at most `limit` characters of the text; the last one is an ellipsis when something is missing."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def fill_in(text: str, names: Container[str], values: Mapping[str, str]) -> str:
    """Return the text with each `{name}` of a template's `names` as a plain name, the reader's value behind it.

    The value comes with the first mention and does not take the place of the name: prose speaks of the name ("errno is
    111 on Linux"). Inside a longer piece of code in backticks it does. Other braces stay: code is full of them.
    """
    told: set[str] = set()

    def in_prose(match: re.Match[str]) -> str:
        name = match[1]
        if name not in names:
            return match[0]
        if name in told or name not in values:
            return name
        told.add(name)
        return f"{name} ({values[name]})"

    def in_code(match: re.Match[str]) -> str:
        return values.get(match[1], match[1]) if match[1] in names else match[0]

    pieces = text.split("`")
    for at, piece in enumerate(pieces):
        is_code = at % 2 and not _PLACEHOLDER.fullmatch(piece)
        pieces[at] = _PLACEHOLDER.sub(in_code if is_code else in_prose, piece)
    return "`".join(pieces)


def count(number: int, noun: str) -> str:
    """Return `1 record`, `2 records`, `3 repositories`, `4 days`, `8 processes`."""
    ends_in_y = noun.endswith("y") and noun[-2:-1] not in "aeou"
    plural = noun[:-1] + "ies" if ends_in_y else noun + ("es" if noun.endswith("s") else "s")
    return f"{number:,} {noun if number == 1 else plural}"
