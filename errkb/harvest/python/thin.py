"""Source with every function left out that cannot raise anything of interest, line numbers kept.

Parsing is what a harvest spends its time on. Words such as `raise` are looked up first, by plain substring search;
functions are found by their indentation alone, and one that holds no such word becomes a stub. That is a guess about
layout, never about meaning: text that the guess breaks no longer parses, and then the whole file is parsed instead.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from heapq import merge

from errkb.harvest.python.trim import QUOTES, trimmed

__all__ = ["Function", "Thin", "thin"]

STUB = "class _: 0"
"""Stands for a function that is decorated; `pass` does for the others."""
_DECORATES = ("@", ")", "]", "}", "#", '"', "'")
"""First characters of a line that may be, or end, a decorator."""
_EXCEPTIONAL = ("Error", "Exception", "Warning", "HTTP", "Failure", "Exit")


@dataclass(slots=True, frozen=True)
class Function:
    """A function as it stands in the file: its name with its classes, and its offsets."""

    name: str
    start: int
    end: int


@dataclass(slots=True)
class Thin:
    """The thinned source and the outermost functions of the file in order."""

    source: str
    functions: list[Function] = field(default_factory=list)


def thin(text: str, wanted: list[int]) -> Thin:
    """Return the source with only those functions that hold a position of `wanted`, in time linear in the text.

    Constructors and descriptions of exception classes are kept as well: they say what the message is.
    """
    found = Thin("")
    pieces: list[str] = []
    classes: list[tuple[int, str, bool]] = []
    done = 0
    for start, indent, name, is_class in _headers(text):
        if start < done:
            continue
        while classes and classes[-1][0] >= indent:
            classes.pop()
        if is_class:
            line = text[start : text.find("\n", start) + 1 or len(text)]
            classes.append((indent, name, any(word in line for word in _EXCEPTIONAL)))
            continue
        end = _end(text, start, indent)
        place = ".".join([*(own for _, own, _ in classes), name])
        found.functions.append(Function(place, start, end))
        at = bisect_left(wanted, start)
        if classes and classes[-1][2]:
            continue
        if at < len(wanted) and wanted[at] < end:
            pieces.append(text[done:start])
            pieces += trimmed(text, start, end, wanted[at : bisect_left(wanted, end)])
            done = end
            continue
        stub = STUB if text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : start].lstrip()[:1] in _DECORATES else "pass"
        pieces += [text[done:start], " " * indent, stub, "\n" * text.count("\n", start, end)]
        done = end
    pieces.append(text[done:])
    found.source = "".join(pieces)
    return found


def _headers(text: str) -> Iterable[tuple[int, int, str, bool]]:
    """Return start of line, indentation and name of every line that begins a function or a class, in order."""
    return merge(_lines_with(text, "def "), _lines_with(text, "class "))


def _lines_with(text: str, word: str) -> Iterable[tuple[int, int, str, bool]]:
    at = text.find(word)
    while at >= 0:
        start = text.rfind("\n", 0, at) + 1
        before = text[start:at]
        bare = before.strip(" \t")
        if not bare or (bare == "async" and word == "def "):
            name = _NAME.match(text, at + len(word))
            if name:
                yield start, len(before) - len(before.lstrip(" \t")), name[1], word == "class "
        at = text.find(word, at + len(word))


_NAME = re.compile(r"[ \t]*(\w+)")


def _end(text: str, start: int, indent: int) -> int:
    """Return where the line begins that ends the function whose header line stands at `start`."""
    line = _outside(indent)
    at = start
    for _ in range(8):
        found = line.search(text, at + 1)
        end = len(text) if found is None else found.start() + 1
        opened = next((quotes for quotes in QUOTES if text.count(quotes, start, end) % 2), None)
        if opened is None or found is None:
            return end
        closed = text.find(opened, end)  # the line is part of a long string
        if closed < 0:
            return len(text)
        at = closed
    return len(text)


@cache
def _outside(indent: int) -> re.Pattern[str]:
    return re.compile(rf"\n[ \t]{{0,{indent}}}+(?=[^\s#)\]}}])")
