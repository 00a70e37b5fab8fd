"""A function without those statements, branches and conditions that matter to no place of interest in it.

The layout decides, as in `thin`: text that a wrong guess breaks no longer parses, and then the whole file is parsed.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

__all__ = ["QUOTES", "trimmed"]

QUOTES = ('"""', "'''")


def trimmed(text: str, start: int, end: int, wanted: list[int]) -> list[str]:
    """Return the function without those statements of its body that can neither raise nor make a text.

    Nothing after the last position of interest can matter. The body's indentation is that of its first statement;
    where the layout is not plain, nothing is cut.
    """
    body = _BODY.search(text, start, wanted[0])
    if body is None:
        return [text[start:end]]
    pieces: list[str] = []
    at = _block(text, body.start(1), end, len(body[1]), wanted, pieces)
    return [text[start : body.start(1)], _without_conditions("".join(pieces)), "\n" * text.count("\n", at, end)]


def _without_conditions(source: str) -> str:
    """Return source with `1` for the conditions that stand between a line's `if` and its end: nobody looks at them."""
    if any(quotes in source for quotes in QUOTES):
        return source
    return _CONDITION.sub(_condition, source)


def _condition(found: re.Match[str]) -> str:
    whole = found[0]
    if any(whole.count(one) != whole.count(other) for one, other in ("()", "[]", "{}")) or "lambda" in whole:
        return whole  # the `if` of an expression over several lines
    return f"{found[1]} 1:" + "\n" * whole.count("\n")


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
        elif _QUOTED.match(text, at) is None and (_makes_text(text, at, after) or _may_end(text, at, after, indent)):
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
        if body is None or any(text.count(quotes, head, after) % 2 for quotes in QUOTES):
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
        opened = next((quotes for quotes in QUOTES if text.count(quotes, begin, after) % 2), None)
        if opened is None or after == end:
            return after
        closed = text.find(opened, after, end)
        if closed < 0:
            return end
        at = closed
    return end


_QUOTED = re.compile(r"[ \t]*[rRuU]?[\"']")
"""A statement that begins with a string is a docstring, or does nothing."""
_TEXT = re.compile(r"(?:msg|mess|err|text|exc|reason|detail)\w* \+?= ")
_WORTH = 200
"""Shorter statements are parsed as they are."""
_COMPOUND = re.compile(r"[ \t]*(?:if|for|while|with|try|match|async[ \t]+(?:for|with))\b")
_ENDING = re.compile(r"[ \t]*(?:async[ \t]+)?(if|with|try|match)\b")
_LEAVES = re.compile(r"\b(?:continue|break)\b")
_BODY = re.compile(r":[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n)*([ \t]+)(?=[^\s#])")


_CONDITION = re.compile(
    r"^(([ \t]*)(?:if|elif|while))(?=[ \t(])(?:[^\n]*|[^\n]*\(\n(?:\2[ \t][^\n]*\n){1,40}\2\)):[ \t]*(?:#[^\n]*)?$",
    re.MULTILINE,
)
"""A line that begins and ends a condition, or one in parentheses that close at its own indentation."""


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
