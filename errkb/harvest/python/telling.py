"""Where the words stand without which nothing is raised: `raise`, `assert`, and parts of the names of calls."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["CALLS", "positions", "statements", "telling_lines"]

CALLS = (
    "warn(",
    "warn_",
    "arning(",
    "rror(",
    "xception(",
    "critical(",
    "fatal(",
    "xit(",
    "bort(",
    "fail(",
    "eprecate",
    "raise_",
)
"""Calls that may print an error, by a part of their name; `bort(` is that of `abort(` and `Abort(`."""


def positions(text: str, words: Iterable[str]) -> list[int]:
    """Return where the words stand, ascending. Plain searches for each of them beat one regular expression."""
    found: list[int] = []
    for word in words:
        at = text.find(word)
        while at >= 0:
            found.append(at)
            at = text.find(word, at + 4)
    found.sort()
    return found


def statements(text: str) -> list[int]:
    """Return where `raise` statements stand, and `assert` statements that may have a message.

    A bare `assert x` prints nothing to look for, and there are many.
    """
    raises = (at for at in positions(text, ("raise ", "raise(")) if _begins(text, at))
    asserts = (at for at in positions(text, ("assert ", "assert(")) if _begins(text, at))
    lines = ((at, text.find("\n", at) + 1 or len(text)) for at in asserts)
    return [*raises, *(at for at, end in lines if _WITH_MESSAGE.search(text, at, end))]


def _begins(text: str, at: int) -> bool:
    before = text[text.rfind("\n", 0, at) + 1 : at].rstrip(" \t")
    return not before or before[-1] in ":;"


_WITH_MESSAGE = re.compile(r"""["']|,[ \t]*[\w.]+[ \t]*(?:#.*)?$|[,(\\\[][ \t]*(?:#.*)?$""", re.MULTILINE)


def telling_lines(text: str, found: list[int], start: int = 0, first: int = 1) -> list[int]:
    """Return the numbers of the lines at these positions, once each; the one that begins at `start` is `first`."""
    lines: list[int] = []
    line, at = first, start
    for position in found:
        line += text.count("\n", at, position)
        at = position
        if not lines or lines[-1] != line:
            lines.append(line)
    return lines
