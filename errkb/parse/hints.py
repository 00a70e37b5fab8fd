"""Where in a log something can begin, and which parser to ask there: substring searches, at the speed of `str.find`.

In a log of a million lines nearly all say nothing. Each parser names its `hints`; the few shortest that stand for all
of them are searched in whole windows (`errkb.parse.teddy`). An automaton can take the place of that search: it gets the
text of a window and gives offsets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from errkb.hookspecs import Parser
from errkb.model.event import Line
from errkb.parse.carriers import SEVERE_MARKS
from errkb.parse.carriers.carrier import SEVERE
from errkb.parse.needles import Needles
from errkb.parse.teddy import Teddy, find_all

__all__ = ["SEVERE", "FindHints", "Gates", "Hints", "gates", "leading_hints"]

_SEVERE_HINT = "ERROR"
_MOST_OPENED = 4096
"""Combinations of hints for which the parsers are kept."""
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
        self._gates = gates(tuple(parsers))

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
        return self._gates.asked(line)


@lru_cache(maxsize=8)
def _teddy(hints: tuple[str, ...]) -> Teddy:
    return Teddy(hints)


class Gates:
    """What must stand on a line for each parser to be asked: hints, and as bits of a number the parsers they are for.

    The last bit stands for a hint of any parser: those that do not say what stands nearby are asked there.
    """

    def __init__(self, parsers: Sequence[Parser]) -> None:
        self._parsers = parsers
        self._always = 1 << len(parsers)
        bits: dict[str, int] = {}
        for number, parser in enumerate(parsers):
            nearby: tuple[str, ...] | None = getattr(parser, "nearby", None)
            self._always |= (nearby is None) << number
            for hint in (*parser.hints, *(nearby or ())):
                bits[hint] = bits.get(hint, 0) | 1 << number
        self._present = Needles(bits)
        self._severe = bits.get(_SEVERE_HINT, 0) | self._always
        self._opened: dict[int, Sequence[Parser]] = {0: ()}

    def asked(self, line: Line) -> Sequence[Parser]:
        """Return the parsers that may answer at a line, in order."""
        text = line.text
        if not text:
            return ()
        present = self._present(text)
        if line.level in SEVERE:
            present |= self._severe
        opened = self._opened.get(present)
        return self._open(present) if opened is None else opened

    def _open(self, present: int) -> Sequence[Parser]:
        chosen = present | self._always
        opened = tuple(parser for number, parser in enumerate(self._parsers) if chosen >> number & 1)
        if len(self._opened) < _MOST_OPENED:
            self._opened[present] = opened
        return opened


@lru_cache(maxsize=8)
def gates(parsers: tuple[Parser, ...]) -> Gates:
    """Return the gates of some parsers; they are built once."""
    return Gates(parsers)


def _cover(hints: Iterable[str]) -> tuple[str, ...]:
    """Return those of the hints of which one stands wherever one of all does."""
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
