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
from itertools import pairwise

__all__ = ["CALLS", "Function", "Thin", "positions", "statements", "telling_lines", "thin", "trimmed"]

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
STUB = "class _: 0"
"""Stands for a function that is decorated; `pass` does for the others."""
_DECORATES = ("@", ")", "]", "}", "#", '"', "'")
"""First characters of a line that may be, or end, a decorator."""
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
        opened = next((quotes for quotes in _QUOTES if text.count(quotes, start, end) % 2), None)
        if opened is None or found is None:
            return end
        closed = text.find(opened, end)  # the line is part of a long string
        if closed < 0:
            return len(text)
        at = closed
    return len(text)


def trimmed(text: str, start: int, end: int, wanted: list[int]) -> list[str]:
    """Return the function without those statements of its body that can neither raise nor make a text.

    Nothing after the last position of interest can matter. The body's indentation is that of its first statement;
    where the layout is not plain, nothing is cut.
    """
    body = _BODY.search(text, start, wanted[0])
    if body is None:
        return [text[start:end]]
    pieces = [text[start : body.start(1)]]
    at = _block(text, body.start(1), end, len(body[1]), wanted, pieces)
    pieces.append("\n" * text.count("\n", at, end))
    return pieces


def _block(text: str, at: int, end: int, indent: int, wanted: list[int], pieces: list[str]) -> int:  # noqa: PLR0917
    """Add what matters of a block's statements, up to the last position of `wanted`; return where it ends."""
    statement = _at_indent(indent)
    number = 0
    while number < len(wanted):
        after = _next(text, at, end, statement)
        inside = number
        while number < len(wanted) and wanted[number] < after:
            number += 1
        if number > inside:
            _chain(text, at, after, indent, wanted[inside:number], pieces)
        elif text[at] not in "\"'r" and (_makes_text(text, at, after) or _may_end(text, at, after, indent)):
            pieces.append(text[at:after])
        else:  # where a way ends must stay: what it knew is not joined
            ends = _ENDS.match(text, at)
            pieces += [ends[1] + "return" if ends else "", "\n" * text.count("\n", at, after)]
        at = after
    return at


def _chain(text: str, at: int, end: int, indent: int, wanted: list[int], pieces: list[str]) -> None:  # noqa: PLR0917
    """Add a statement; of `if`, `for`, `try` … only those branches in full that matter, others as `pass`."""
    if _COMPOUND.match(text, at) is None or end - at < _WORTH:
        pieces.append(text[at:end])
        return
    heads = [at, *(found.start() + 1 for found in _branch(indent).finditer(text, at, end)), end]
    for head, after in pairwise(heads):
        body = _BODY.search(text, head, after)
        if body is None or any(text.count(quotes, head, after) % 2 for quotes in _QUOTES):
            pieces.append(text[head:after])
            continue
        first = body.start(1)
        own = [position for position in wanted if first <= position < after]
        pieces.append(text[head:first])
        if own:
            done = _block(text, first, after, len(body[1]), own, pieces)
            if _makes_text(text, done, after):
                pieces.append(text[done:after])
            else:
                ends = _end_of_way(len(body[1])).search(text, done - 1, after)
                pieces += [body[1] + "return" if ends else "", "\n" * text.count("\n", done, after)]
        elif _makes_text(text, first, after):
            pieces.append(text[first:after])
        else:
            ends = _end_of_way(len(body[1])).search(text, body.end(1) - len(body[1]) - 1, after)
            pieces += [body[1], "return" if ends else "pass", "\n" * text.count("\n", first, after)]


def _may_end(text: str, start: int, end: int, indent: int) -> bool:
    """Say whether no way may lead past a statement: all its branches may return."""
    found = _ENDING.match(text, start)
    if found is None or not (text.find("return", start, end) >= 0 or _LEAVES.search(text, start, end)):
        return False
    return found[1] != "if" or _branch(indent).search(text, start, end) is not None


def _makes_text(text: str, start: int, end: int) -> bool:
    if text.find('"', start, end) >= 0 or text.find("'", start, end) >= 0:
        return True
    return text.find("import ", start, end) >= 0 or _TEXT.search(text, start, end) is not None


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
_WORTH = 200
"""Shorter statements are parsed as they are."""
_COMPOUND = re.compile(r"[ \t]*(?:if|for|while|with|try|match|async[ \t]+(?:for|with))\b")
_ENDING = re.compile(r"[ \t]*(?:async[ \t]+)?(if|with|try|match)\b")
_LEAVES = re.compile(r"\b(?:continue|break)\b")
_BODY = re.compile(r":[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n)*([ \t]+)(?=[^\s#])")


@cache
def _at_indent(indent: int) -> re.Pattern[str]:
    return re.compile(rf"\n[ \t]{{{indent}}}(?=[^\s#)\]}}])(?!(?:else|elif|except|finally|case)\b)")


_ENDS = re.compile(r"([ \t]*)(?:return|continue|break)\b")


@cache
def _end_of_way(indent: int) -> re.Pattern[str]:
    return re.compile(rf"\n[ \t]{{{indent}}}(?:return|continue|break)\b")


@cache
def _branch(indent: int) -> re.Pattern[str]:
    return re.compile(rf"\n[ \t]{{{indent}}}(?=(?:else|elif|except|finally)\b)")


@cache
def _outside(indent: int) -> re.Pattern[str]:
    return re.compile(rf"\n[ \t]{{0,{indent}}}+(?=[^\s#)\]}}])")
