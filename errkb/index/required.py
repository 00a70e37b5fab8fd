"""The required literals of a free-form regex: at least one of them stands in whatever it matches.

Read off the tree Python's own parser makes, by the usual algebra of exact, leading, trailing and best inner literals;
where an alternative has none, or the parser and google-re2 read a construct differently, there is no requirement and
the pattern is looked for by other means. A requirement that is too strict would be a silent miss, one too lax costs
time.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from re import _constants as op  # type: ignore[attr-defined]  # undocumented, stable since Python 2
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

__all__ = ["Required", "required"]

MAX_ALTERNATIVES = 32
"""More literals than this for one pattern are taken for none."""
MAX_RUN = 256
"""Bytes to which literals grow: a repetition such as `a{9999}` must not make a long one."""
_READ_DIFFERENTLY = re.compile(r"\[\[?[:.=]|\\[QECpPXRhHvVKzGN]|\[[^\]]*(?:&&|--|~~|\|\|)")
"""POSIX classes, `\\Q…\\E`, `\\v` … mean other things to google-re2 than to Python."""
_SPECIAL_CASES = frozenset("kKsS")
"""Letters that have a third form outside ASCII (the Kelvin sign, the long s), so far as a regex matches characters."""


@dataclass(slots=True, frozen=True)
class Required:
    """Literals of which at least one must occur; if `caseless` they are lower-case, and ASCII case does not count."""

    literals: frozenset[bytes]
    caseless: bool


@dataclass(slots=True, frozen=True)
class _Text:
    """What a part of a regex says about the text it matches. `exact` is the whole of it, if there is only one."""

    exact: bytes | None
    prefix: bytes = b""
    suffix: bytes = b""
    best: frozenset[bytes] = frozenset()


_NOTHING = _Text(b"")
_ANYTHING = _Text(None)


def required(pattern: bytes) -> Required | None:
    """Return the required literals of a regex (UTF-8), `None` where it has none."""
    try:
        text = pattern.decode()
        if _READ_DIFFERENTLY.search(text):
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "possible nested set", and the like
            tree = parser.parse(text)
    except (ValueError, re.error, RecursionError, OverflowError):
        return None
    walk = _Walk(characters=not text.isascii())
    best = walk.sequence(tree, tree.state.flags).best
    best = best or frozenset()
    if not best or b"" in best:
        return None
    return Required(frozenset(run.lower() for run in best) if walk.caseless else best, walk.caseless)


class _Walk:
    """One walk over a tree. `characters`: the regex matches characters, not bytes (it holds some outside ASCII)."""

    def __init__(self, *, characters: bool) -> None:
        self.characters = characters
        self.caseless = False

    def sequence(self, items: Any, flags: int) -> _Text:
        result = _NOTHING
        for code, argument in items:
            result = _concatenated(result, self._item(code, argument, flags))
        return _finished(result)

    def _item(self, code: Any, argument: Any, flags: int) -> _Text:  # one branch per kind of node
        if code is op.LITERAL:
            return self._character(argument, flags)
        if code is op.AT:
            return _NOTHING
        if code is op.IN:
            return self._set(argument, flags)
        if code is op.SUBPATTERN:
            _, added, removed, items = argument
            return self.sequence(items, (flags | added) & ~removed)
        if code is op.BRANCH:
            return _either([self.sequence(items, flags) for items in argument[1]])
        if code in (op.MAX_REPEAT, op.MIN_REPEAT):
            least, most, items = argument
            return _repeated(least, most, self.sequence(items, flags))
        return _ANYTHING

    def _character(self, number: int, flags: int) -> _Text:
        char = chr(number)
        if char in "\0\n":  # no literal of the scan holds them
            return _ANYTHING
        if number > 127 and not self.characters:
            data = bytes((number,)) if number < 256 else None
        else:
            data = char.encode("utf-8", "surrogatepass")
        if data is None:
            return _ANYTHING
        if flags & re.IGNORECASE:
            if number > 127 or (self.characters and char in _SPECIAL_CASES):
                return _ANYTHING
            self.caseless = self.caseless or char.isalpha()
        return _Text(data, data, data)

    def _set(self, items: Sequence[tuple[Any, Any]], flags: int) -> _Text:
        """A set of one character is that character; one of both cases of a letter is a letter of either case."""
        if any(code is not op.LITERAL for code, _ in items):
            return _ANYTHING
        numbers = {number for _, number in items}
        if len(numbers) == 1:
            return self._character(numbers.pop(), flags)
        if len(numbers) == 2 and max(numbers) < 128 and len({chr(number).lower() for number in numbers}) == 1:
            return self._character(min(numbers), flags | re.IGNORECASE)
        return _ANYTHING


def _finished(text: _Text) -> _Text:
    """The literals at the edges of a finished sequence are candidates too."""
    return _Text(text.exact, text.prefix, text.suffix, _better(text.best, text.prefix, text.suffix))


def _concatenated(left: _Text, right: _Text) -> _Text:
    joint = left.suffix + right.prefix
    exact = None if left.exact is None or right.exact is None else left.exact + right.exact
    if exact is not None and len(exact) <= MAX_RUN:
        return _Text(exact, exact, exact)
    prefix = left.prefix if left.exact is None else left.exact + right.prefix
    suffix = right.suffix if right.exact is None else left.suffix + right.exact
    best = _better(left.best if _worth(left.best) >= _worth(right.best) else right.best, joint)
    return _Text(None, prefix[:MAX_RUN], suffix[-MAX_RUN:], best)


def _either(choices: list[_Text]) -> _Text:
    if len({choice.exact for choice in choices}) == 1 and choices[0].exact is not None:
        return choices[0]
    best: frozenset[bytes] = frozenset()
    for choice in choices:
        if not choice.best:
            return _ANYTHING
        best |= choice.best
    return _Text(None, best=best if len(best) <= MAX_ALTERNATIVES else frozenset())


def _repeated(least: int, most: Any, text: _Text) -> _Text:
    least = int(least)
    if not least:
        return _ANYTHING
    if text.exact is None:
        return _Text(None, text.prefix, text.suffix, text.best)
    copies = min(least, MAX_RUN // max(1, len(text.exact)) + 1)
    run = text.exact * copies
    if least == most and copies == least:
        return _Text(run, run, run)
    return _Text(None, run[:MAX_RUN], run[-MAX_RUN:], _better(frozenset(), run[:MAX_RUN]))


def _better(best: frozenset[bytes], *runs: bytes) -> frozenset[bytes]:
    for run in runs:
        if len(run) > _worth(best):
            best = frozenset((run,))
    return best


def _worth(best: frozenset[bytes]) -> int:
    return min(map(len, best), default=0)
