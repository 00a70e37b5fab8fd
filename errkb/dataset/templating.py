"""An author's regular expression -> message templates.

The matcher looks for literal text in order, which is exact and linear; so a regular expression is read once, when the
author file is compiled: its literal text stays, everything else becomes a placeholder (a named group keeps its name).
What may also be missing makes a second wording. The price: between two literals anything is accepted, not only what the
expression would allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from re import _constants as op  # type: ignore[attr-defined]  # undocumented, stable since Python 2
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from errkb.dataset import regex
from errkb.model.pattern import MIN_LITERAL

__all__ = ["MAX_WORDINGS", "PatternError", "templates"]

MAX_WORDINGS = 16
"""Four parts that may be missing make sixteen wordings; an expression with more says too little."""


class PatternError(ValueError):
    """A regular expression that cannot be used; the text says why, in words."""


@dataclass(slots=True, frozen=True)
class _Hole:
    name: str
    may_be_empty: bool


def templates(pattern: str) -> list[str]:
    """Return the wordings of a regular expression, the fullest first. Raises `PatternError`."""
    if fault := regex.fault(pattern):
        raise PatternError(fault)
    tree = parser.parse(pattern)
    names = {number: name for name, number in tree.state.groupdict.items()}
    tokens = list(_merged(_tokens(tree, names)))
    if len("".join(token for token in tokens if isinstance(token, str)).strip()) < MIN_LITERAL:
        raise PatternError(f"fewer than {MIN_LITERAL} characters of it are literal text")
    optional = sum(isinstance(token, _Hole) and token.may_be_empty for token in tokens)
    if 2**optional > MAX_WORDINGS:
        raise PatternError("too many of its parts may be missing; make several records, or write `.+`")
    return list(dict.fromkeys(_wordings(tokens)))


def _tokens(tree: Any, names: dict[int, str]) -> Iterator[str | _Hole]:
    for code, value in tree:
        if code is op.LITERAL:
            yield chr(value)
        elif code is op.SUBPATTERN and value[0] is None:
            yield from _tokens(value[3], names)  # (?:…) only groups
        elif code is op.SUBPATTERN:
            yield _Hole(names.get(value[0], ""), value[3].getwidth()[0] == 0)
        elif code is not op.AT:
            yield _Hole("", _width(code, value) == 0)


def _width(code: Any, value: Any) -> int:
    """Return the fewest characters a piece takes."""
    if code in (op.MAX_REPEAT, op.MIN_REPEAT, getattr(op, "POSSESSIVE_REPEAT", None)):
        return int(value[0]) * int(value[2].getwidth()[0])
    if code is op.BRANCH:
        return min(int(branch.getwidth()[0]) for branch in value[1])
    return 1


def _says_nothing(end: str | _Hole, next_to_it: str | _Hole, *, beside: int) -> bool:
    if not isinstance(end, _Hole) or end.name:
        return False
    return end.may_be_empty or not (isinstance(next_to_it, str) and next_to_it[beside].isalnum())


def _merged(tokens: Iterator[str | _Hole]) -> Iterator[str | _Hole]:
    """Join literal characters, and neighbouring holes.

    Holes at either end say nothing unless they have a name, or go on a word (text and then digits).
    """
    merged: list[str | _Hole] = []
    for token in tokens:
        last = merged[-1] if merged else None
        if isinstance(token, str) and isinstance(last, str):
            merged[-1] = last + token
        elif isinstance(token, _Hole) and isinstance(last, _Hole):
            merged[-1] = _Hole(last.name or token.name, last.may_be_empty and token.may_be_empty)
        else:
            merged.append(token)
    if len(merged) > 1 and _says_nothing(merged[0], merged[1], beside=0):
        del merged[0]
    if len(merged) > 1 and _says_nothing(merged[-1], merged[-2], beside=-1):
        del merged[-1]
    yield from merged


def _wordings(tokens: Sequence[str | _Hole]) -> Iterator[str]:
    choices = []
    for token in tokens:
        if isinstance(token, str):
            choices.append([token])
        else:
            hole = f"{{{token.name}}}"
            choices.append([hole, ""] if token.may_be_empty else [hole])
    return ("".join(chosen) for chosen in product(*choices))
