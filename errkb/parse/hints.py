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
from errkb.parse.teddy import Teddy, find_all

__all__ = ["SEVERE", "FindHints", "Hints", "leading_hints"]

SEVERE = frozenset({"ERROR", "CRITICAL", "FATAL"})
_SEVERE_HINT = "ERROR"
FindHints = Callable[[str], Iterable[int]]
"""Gives, in ascending order, the offset of a character on each line that holds one of `leading_hints`."""
_Split = tuple[tuple[str, ...], tuple[str, ...]]
"""Hints that may stand anywhere in a line, and those that stand at its beginning."""


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
        self._any = _all_hints(tuple(parsers))

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
        if not line.text or not (line.level in SEVERE or _holds(line.text, self._any)):
            return ()
        return self._parsers


@lru_cache(maxsize=8)
def _teddy(hints: tuple[str, ...]) -> Teddy:
    return Teddy(hints)


@lru_cache(maxsize=8)
def _all_hints(parsers: tuple[Parser, ...]) -> _Split:
    return _split([hint for parser in parsers for hint in (*parser.hints, *getattr(parser, "nearby", ()))])


def _cover(hints: Iterable[str]) -> tuple[str, ...]:
    """Return the hints without those that hold another one."""
    kept: list[str] = []
    for hint in sorted(dict.fromkeys(hints), key=len):
        if not any(other in hint for other in kept):
            kept.append(hint)
    return tuple(kept)


def _split(hints: Sequence[str]) -> _Split:
    hints = list(dict.fromkeys(hints))
    return (
        tuple(hint for hint in hints if hint[0] != "\n"),
        tuple(hint[1:] for hint in hints if hint[0] == "\n"),
    )


def _holds(text: str, hints: _Split) -> bool:
    anywhere, first = hints
    return any(map(text.__contains__, anywhere)) or text.startswith(first)


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
