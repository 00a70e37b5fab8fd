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

__all__ = ["CALLS", "Function", "Thin", "positions", "statements", "telling_lines", "thin"]

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
_QUOTES = ('"""', "'''")
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


def telling_lines(text: str, found: list[int]) -> list[int]:
    """Return the 1-based numbers of the lines at these positions, ascending and once each."""
    lines: list[int] = []
    line, at = 1, 0
    for position in found:
        line += text.count("\n", at, position)
        at = position
        if not lines or lines[-1] != line:
            lines.append(line)
    return lines


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
            pieces += _trimmed(text, start, end, wanted[at : bisect_left(wanted, end)])
            done = end
            continue
        pieces += [text[done:start], " " * indent, "class _: 0", "\n" * text.count("\n", start, end)]
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
        opened = next((quotes for quotes in _QUOTES if text.count(quotes, start, end) % 2), None)
        if opened is None or found is None:
            return end
        closed = text.find(opened, end)  # the line is part of a long string
        if closed < 0:
            return len(text)
        at = closed
    return len(text)


def _trimmed(text: str, start: int, end: int, wanted: list[int]) -> list[str]:
    """Return the function without those statements of its body that can neither raise nor make a text.

    Nothing after the last position of interest can matter. The body's indentation is that of its first statement;
    where the layout is not plain, nothing is cut.
    """
    body = _BODY.search(text, start, wanted[0])
    if body is None:
        return [text[start:end]]
    statement = _at_indent(len(body[1]))
    pieces = [text[start : body.start(1)]]
    at = body.start(1)
    number = 0
    while number < len(wanted):
        after = _next(text, at, end, statement)
        if wanted[number] < after:
            pieces.append(text[at:after])
            while number < len(wanted) and wanted[number] < after:
                number += 1
        elif text[at] not in "\"'r" and (
            text.find('"', at, after) >= 0 or text.find("'", at, after) >= 0 or _TEXT.search(text, at, after)
        ):
            pieces.append(text[at:after])
        else:
            pieces.append("\n" * text.count("\n", at, after))
        # The first statement begins behind its indentation, the others at the start of their line.
        at = after
    pieces.append("\n" * text.count("\n", at, end))
    return pieces


def _next(text: str, at: int, end: int, statement: re.Pattern[str]) -> int:
    """Return where the next statement of the body begins, long strings passed over."""
    begin = at
    for _ in range(8):
        found = statement.search(text, at, end)
        after = end if found is None else found.start() + 1
        opened = next((quotes for quotes in _QUOTES if text.count(quotes, begin, after) % 2), None)
        if opened is None or after == end:
            return after
        closed = text.find(opened, after, end)
        if closed < 0:
            return end
        at = closed
    return end


_TEXT = re.compile(r"(?:msg|mess|err|text|exc|reason|detail)\w* \+?= ")
_BODY = re.compile(r":[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n)*([ \t]+)(?=[^\s#])")


@cache
def _at_indent(indent: int) -> re.Pattern[str]:
    return re.compile(rf"\n[ \t]{{{indent}}}(?=[^\s#)\]}}])(?!(?:else|elif|except|finally|case)\b)")


@cache
def _outside(indent: int) -> re.Pattern[str]:
    return re.compile(rf"\n[ \t]{{0,{indent}}}+(?=[^\s#)\]}}])")
