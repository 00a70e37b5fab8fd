"""`Reader`: from a log of any size, fed in blocks, to its events; `parse`: the same for a text at hand.

The input is cut into windows (`errkb.parse.window`), hints lead to the lines worth reading (`errkb.parse.hints`), and
those and the ones below them form a stretch. The lines of a stretch are grouped by the process that printed them, so
that interleaved tracebacks come apart, and the parsers are asked where one of their hints stands.

Memory is bounded: a window, the lines of blocks that are not complete yet, two tables of events
(`errkb.parse.repeats`). What depends on the whole of a text is decided so that this is enough: roles and ids when an
event leaves its table or the input ends; warnings that count because nothing else is there are looked for in the first
`_MOST_QUIET` lines that are read; bare sentences in texts of a few lines only.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Parser
from errkb.model.event import Banner, ErrorEvent, Line, ParseResult
from errkb.model.text import Text
from errkb.parse.banners import Banners
from errkb.parse.hints import FindHints, Hints
from errkb.parse.interest import CLOSELY, Interest
from errkb.parse.lines import LineReader, split_lines
from errkb.parse.quiet import MOST_WARNINGS, QUIET_HINTS, bare_message, promote, warning_lines
from errkb.parse.repeats import MOST_EVENTS, Collector
from errkb.parse.stream import Stream
from errkb.parse.window import Window, Windows

__all__ = ["Reader", "parse"]

_MOST_LINES = 4096
_MOST_CHARACTERS = 1 << 20
"""So much of a stretch is gathered before it is read as far as it goes."""
_MOST_HELD = 1 << 22
"""Characters that an unfinished block of one process may hold."""
_MOST_STREAMS = 256
_MOST_QUIET = 20_000
_FEW = 40
"""Lines of a text that may be nothing but a sentence."""


class Reader:
    """Reads one log. The same input gives the same events, however it is cut into blocks.

    `find_hints` may replace the search for hints (`errkb.parse.hints.leading_hints` says for which) by a faster one.
    """

    def __init__(
        self, parsers: Sequence[Parser], *, find_hints: FindHints | None = None, keep_lines: bool = False
    ) -> None:
        self.lines: list[Line] = []
        """All lines of the input, if they are to be kept (`keep_lines`); carriers are taken off those read closely."""
        self._keep = keep_lines
        self._banners = Banners()
        self._hints = Hints(parsers, find_hints)
        self._windows = Windows()
        self._interest = Interest[str]()
        self._line_reader = LineReader()
        self._collector = Collector()
        self._streams: dict[str | None, Stream] = {}
        self._gathered = self._characters = 0
        """Lines and characters since the streams were last read."""
        self._warnings: list[ErrorEvent] = []
        self._quiet_left = _MOST_QUIET
        self._few: list[Line] = []
        self._text_end = 0

    @property
    def banners(self) -> list[Banner]:
        """Return the versions that the lines read so far name."""
        return self._banners.found

    def feed(self, block: str) -> list[ErrorEvent]:
        """Read the next characters of the input; return the events that nothing to come can change."""
        for window in self._windows.feed(block):
            self._read(window)
        return self._collector.leaving()

    def close(self) -> list[ErrorEvent]:
        """Read what is left; return the events that have not been returned yet, in the order of their lines.

        The first `MOST_EVENTS` events of the input are among them.
        """
        self._read(self._windows.close())
        self._read_streams(last=True)
        if not self._collector.found:
            self._read_quiet()
        events = self._collector.close()
        for event in events:
            _mark_cut(event, self._text_end)
        return events

    def _read(self, window: Window) -> None:
        text = window.text
        size = len(text)
        bare = len(text.rstrip())
        if bare:
            self._text_end = window.start + bare
        self._line_reader.enter(window)
        at, number = 0, window.number
        for low, high in self._stretches(window):
            if low > at:
                self._pass_over(window, at, low, number)
                number += text.count(window.end, at, low)
            self._gather(self._line_reader.read(low, high, number), high - low)
            number += text.count(window.end, low, high)
            at = high
        if at < size:
            self._pass_over(window, at, size, number)

    def _stretches(self, window: Window) -> Sequence[tuple[int, int]]:
        text, end = window.text, window.end
        if window.whole and text.count(end) < CLOSELY:
            return [(0, len(text))] if text else []
        quiet = not self._collector.found and self._quiet_left > 0
        starts = self._hints.line_starts(text, end, QUIET_HINTS if quiet else ())
        return list(self._interest.stretches(text, end, starts))

    def _pass_over(self, window: Window, low: int, high: int, number: int) -> None:
        """Go over lines that say nothing; what was gathered above them is complete."""
        self._read_streams(last=True)
        self._line_reader.forget()
        if self._keep or window.start == 0:
            lines: list[Line] = []
            at = window.start + low
            for raw in split_lines(window.text[low:high], window.end):
                lines.append(Line(raw, number, at, at, at + len(raw)))
                at += len(raw) + 1
                number += 1
            self._banners.look(lines)
            if self._keep:
                self.lines += lines

    def _gather(self, lines: Sequence[Line], characters: int) -> None:
        if self._keep:
            self.lines += lines
        if len(self._few) < _FEW:
            self._few += lines[:_FEW]
        self._banners.look(lines)
        for line in lines:
            stream = self._streams.get(line.stream)
            if stream is None:
                stream = self._open(line.stream)
            stream.lines.append(line)
            self._gathered += 1
            if self._gathered > _MOST_LINES:
                self._read_streams(last=False)
        self._characters += characters
        if self._characters > _MOST_CHARACTERS:
            self._read_streams(last=False)

    def _open(self, name: str | None) -> Stream:
        if len(self._streams) >= _MOST_STREAMS:
            self._read_stream(self._streams.pop(next(iter(self._streams))), last=True)
        stream = self._streams[name] = Stream(self._hints.asked, self._collector.collect)
        return stream

    def _read_streams(self, *, last: bool) -> None:
        for stream in self._streams.values():
            self._read_stream(stream, last=last)
        if last:
            self._streams.clear()
        self._gathered = self._characters = 0

    def _read_stream(self, stream: Stream, *, last: bool) -> None:
        done = stream.read(last=last)
        if not self._collector.found and self._quiet_left > 0:
            self._quiet_left -= done
            self._warnings += warning_lines(stream.lines, done)[: MOST_WARNINGS - len(self._warnings)]
        stream.drop()
        if not last and stream.characters() > _MOST_HELD:
            self._read_stream(stream, last=True)

    def _read_quiet(self) -> None:
        """Look for what can be meant where nothing is an error by itself."""
        events = self._collector.events
        if promote(events):
            return
        for event in self._warnings:
            self._collector.collect([event], [])
        if not events and not self._warnings and len(self._few) < _FEW:
            block = bare_message(self._few)
            self._collector.collect(block.events if block else [], [])


def parse(text: Text, parsers: Sequence[Parser], *, find_hints: FindHints | None = None) -> ParseResult:
    """Return the events of a text in the order of their lines, its banners and its lines.

    Linear in the length of the text. Of the events the first `MOST_EVENTS` are returned.
    """
    reader = Reader(parsers, find_hints=find_hints, keep_lines=True)
    reader.feed(text.value)
    events = reader.close()[:MOST_EVENTS]
    return ParseResult(events, reader.banners, reader.lines)


def _mark_cut(event: ErrorEvent, end: int) -> None:
    reached = event.pieces[-1].start + event.pieces[-1].length if event.pieces else event.end
    event.cut = reached >= end
