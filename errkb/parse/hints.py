"""Where in a log something can begin, and which parser to ask there: substring searches, at the speed of `str.find`.

In a log of a million lines nearly all say nothing. Each parser names its `hints`; the few shortest that stand for all
of them are searched in whole windows (`errkb.parse.teddy`). An automaton can take the place of that search: it gets the
text of a window and gives offsets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_

from errkb.hookspecs import Parser
from errkb.model.event import Line
from errkb.parse.carriers import SEVERE_MARKS
from errkb.parse.carriers.carrier import SEVERE
from errkb.parse.teddy import Teddy, find_all

__all__ = ["SEVERE", "FindHints", "Hints", "leading_hints"]

_SEVERE_HINT = "ERROR"
_MANY = 600
"""Lines from which on building the filter of all hints, nearby ones too, costs less than it saves."""
FindHints = Callable[[str], Iterable[int]]
"""Gives, in ascending order, the offset of a character on each line that holds one of `leading_hints`."""


def leading_hints(parsers: Sequence[Parser]) -> tuple[str, ...]:
    """Return the substrings to search in whole logs: where none of them stands, no parser answers.

    One that begins with a line feed stands at the beginning of a line.
    """
    hints = [hint for parser in parsers for hint in parser.hints]
    if _SEVERE_HINT in hints:
        hints += SEVERE_MARKS
    return _cover(hints)


class Hints:
    """The hints of some parsers; `find` takes the place of the search in whole windows."""

    def __init__(self, parsers: Sequence[Parser], find: FindHints | None = None) -> None:
        self._find = find
        self._parsers = parsers
        self._gates = _gates(tuple(parsers))

    def line_starts(self, text: str, end: str, also: Sequence[str] = ()) -> list[int]:
        """Return where the lines begin that hold a hint, or one of the substrings `also`, in ascending order."""
        if end != "\n":
            text = text.replace(end, "\n")
        if self._find is None:
            self._find = _teddy(leading_hints(self._parsers))
        offsets: Iterable[int] = self._find(text)
        if also:
            offsets = sorted({*offsets, *find_all(text, also)})
        return _starts(text, offsets)

    def asked(self, line: Line) -> Sequence[Parser]:
        """Return the parsers that may answer at a line, in order."""
        text = line.text
        if not text:
            return ()
        gates = self._gates
        if line.level not in SEVERE and gates.rule_out(text):
            return ()
        present = [bits for hint, bits in gates.anywhere if hint in text]
        if text[0] in gates.firsts:
            present += [bits for hint, bits in gates.first if text.startswith(hint)]
        if line.level in SEVERE:
            present.append(gates.severe)
        return gates.open(reduce(or_, present)) if present else ()


@lru_cache(maxsize=8)
def _teddy(hints: tuple[str, ...]) -> Teddy:
    return Teddy(hints)


class _Gates:
    """What must stand on a line for each parser to be asked: hints, and as bits of a number the parsers they are for.

    The last bit stands for a hint of any parser: those that do not say what stands nearby are asked there.
    """

    def __init__(self, parsers: tuple[Parser, ...]) -> None:
        self._parsers = parsers
        self._always = 1 << len(parsers)
        bits: dict[str, int] = {}
        for number, parser in enumerate(parsers):
            nearby: tuple[str, ...] | None = getattr(parser, "nearby", None)
            self._always |= (nearby is None) << number
            for hint in (*parser.hints, *(nearby or ())):
                bits[hint] = bits.get(hint, 0) | 1 << number
        self.anywhere = [(hint, of) for hint, of in bits.items() if hint[0] != "\n"]
        self.first = [(hint[1:], of) for hint, of in bits.items() if hint[0] == "\n"]
        self.firsts = frozenset(hint[0] for hint, _ in self.first)
        self.severe = bits.get(_SEVERE_HINT, 0) | self._always
        self._opened: dict[int, Sequence[Parser]] = {}
        self._hints = tuple(bits)
        self._filter: Teddy | None = None
        self._asked = 0

    def rule_out(self, text: str) -> bool:
        """Say that none of the hints stands on a line; only tried where building the filter pays."""
        self._asked += 1
        if self._filter is None:
            if self._asked < _MANY:
                return False
            self._filter = _teddy(_cover(self._hints))
        return not self._filter(text)

    def open(self, bits: int) -> Sequence[Parser]:
        """Return the parsers to ask where hints with these bits stand."""
        asked = self._opened.get(bits)
        if asked is None:
            chosen = bits | self._always
            asked = [parser for number, parser in enumerate(self._parsers) if chosen >> number & 1]
            self._opened[bits] = asked
        return asked


@lru_cache(maxsize=8)
def _gates(parsers: tuple[Parser, ...]) -> _Gates:
    return _Gates(parsers)


def _cover(hints: Iterable[str]) -> tuple[str, ...]:
    """Return the hints without those that hold another one."""
    kept: list[str] = []
    for hint in sorted(dict.fromkeys(hints), key=len):
        if not any(other in hint for other in kept):
            kept.append(hint)
    return tuple(kept)


def _starts(text: str, offsets: Iterable[int]) -> list[int]:
    found: list[int] = []
    stop = -1
    for at in offsets:
        if at < stop:
            continue
        found.append(text.rfind("\n", 0, at) + 1)
        stop = text.find("\n", at)
        if stop < 0:
            break
        stop += 1
    return found
