"""`StretchReader`: reads only the stretches of a log that somebody else has found worth reading.

Made for gigabytes: lines in between are neither decoded nor counted here, repeats are not put together, and nothing is
looked for where nothing is an error. Blocks are given as they stand, with their lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from errkb.hookspecs import Parser
from errkb.model.event import ErrorEvent, Line
from errkb.parse.hints import Hints
from errkb.parse.lines import LineReader
from errkb.parse.stream import Stream
from errkb.parse.window import Window

__all__ = ["Collecting", "Stretch", "StretchReader"]

Stretch = tuple[int, int, int]
"""Some whole lines of a window: where they begin and end in it, and the number of the first."""

_MOST_LINES = 4096
"""So many lines are gathered before blocks are read as far as they go."""
_MOST_HELD = 1 << 22
"""Characters that an unfinished block of one process may hold."""
_MOST_STREAMS = 256


class Collecting(Protocol):
    """What takes the events of each block, the processes and the lines it was found on."""

    def collect(self, events: Sequence[ErrorEvent], processes: Sequence[str], lines: Sequence[Line]) -> None:
        """Take them."""
        ...


class StretchReader:
    """Reads one log.

    A window holds stretches put one after the other; positions are those in the windows, line numbers those of the log.
    """

    def __init__(self, parsers: Sequence[Parser], collector: Collecting) -> None:
        self._hints = Hints(parsers)
        self._line_reader = LineReader()
        self._collector = collector
        self._streams: dict[str | None, Stream] = {}
        self._gathered = 0
        self._next = 0

    def feed(self, window: Window, stretches: Iterable[Stretch]) -> list[Line]:
        """Read stretches in ascending order, and return their lines; a gap between two ends all blocks."""
        self._line_reader.enter(window)
        read: list[Line] = []
        for low, high, number in stretches:
            if number != self._next:
                self.end()
            lines = self._line_reader.read(low, high, number)
            self._next = number + window.text.count(window.end, low, high)
            self._gather(lines)
            read += lines
        return read

    def end(self) -> None:
        """Complete all blocks: what comes next does not follow what was read."""
        self._read_streams(last=True)
        self._line_reader.forget()

    @property
    def first_open(self) -> int | None:
        """Return the first line on which a block to come may stand, `None` if no line is waiting for one."""
        return min((stream.lines[0].number for stream in self._streams.values() if stream.lines), default=None)

    def _gather(self, lines: Sequence[Line]) -> None:
        for line in lines:
            stream = self._streams.get(line.stream)
            if stream is None:
                stream = self._open(line.stream)
            stream.lines.append(line)
        self._gathered += len(lines)
        if self._gathered > _MOST_LINES:
            self._read_streams(last=False)

    def _open(self, name: str | None) -> Stream:
        if len(self._streams) >= _MOST_STREAMS:
            self._streams.pop(next(iter(self._streams))).read(last=True)
        stream = self._streams[name] = Stream(self._hints.asked, self._collector.collect)
        return stream

    def _read_streams(self, *, last: bool) -> None:
        for stream in self._streams.values():
            stream.read(last=last)
            stream.drop()
            if not last and stream.characters() > _MOST_HELD:
                stream.read(last=True)
                stream.drop()
        if last:
            self._streams.clear()
        self._gathered = 0
