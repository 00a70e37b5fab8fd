"""`LogFile`: one log as a stream of UTF-8, whatever it is made of; and what has become of each of its files."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from errkb.model.triage import FileReport
from errkb.source.logs.encoding import Utf8, is_binary
from errkb.source.logs.markers import Markers
from errkb.source.logs.streams import Bytes, StreamError, peek

__all__ = ["LogFile", "Opened", "Part", "Piece"]

HEAD = 1 << 16
"""Bytes by which it is told what a file is."""

_COUNTED = 1 << 18
"""Bytes whose line feeds are counted at a time: few enough for the cache of a processor."""
_FEED = 10
_MOST_PIECES = 1 << 16


@dataclass(slots=True, frozen=True)
class Opened:
    """A file that has been opened: its bytes unpacked, how they were packed, and what to add to its report."""

    stream: Bytes
    packed: str | None = None
    remark: Callable[[], str | None] = lambda: None


@dataclass(slots=True)
class Part:
    """A file of a log. `open` is called when it is its turn; it raises `StreamError` for what cannot be read."""

    name: str
    open: Callable[[], Opened]
    size: int | None = None
    unit: str | None = None
    """The unit it belongs to when files are units, its own name if none."""
    step: str | None = None
    steps: Sequence[tuple[int, str]] = ()
    """Steps within it: the line each begins on, ascending."""
    max_bytes: int | None = None


@dataclass(slots=True, frozen=True)
class Piece:
    """Lines of a stream that stand in one file and belong to one step: from `first` of the stream, `line` of the file.

    `unit_file`, `unit_dir` and `job` name the units they belong to.
    """

    first: int
    line: int
    name: str
    unit_file: str
    unit_dir: str
    job: str
    step: str | None = None


class LogFile:
    """One log: a file, or the files it was rotated into, oldest first, as one stream.

    `read` gives it block by block; `piece` and `place` tell which line of which file a line of the stream is, also
    while it is being read. Memory is bounded: no line is ever held. When a block ends inside a character of UTF-8 the
    rest comes with the next.
    """

    def __init__(
        self, name: str, parts: Sequence[Part], *, job: str | None = None, reports: Sequence[FileReport] = ()
    ) -> None:
        self.name = name
        self.unit_file = name
        self.unit_dir = folder_of(name)
        self.job = job or name
        sizes = [part.size for part in parts]
        self.size = None if None in sizes else sum(size or 0 for size in sizes)
        """Bytes as they stand on the disk or in the archive, if known."""
        self._job = job
        self._waiting = list(reversed(parts))
        self._reading: _Reading | None = None
        self._pieces: list[Piece] = []
        self._firsts: list[int] = []
        self._reports = list(reports)
        self._line = 1
        """Of the stream: the one that is read next."""

    def read(self, size: int) -> bytes | None:
        """Return at most so many bytes, at least one, `None` at the end; where a file fails the next follows."""
        while True:
            if self._reading is None and not self._next():
                return None
            reading = self._reading
            if reading is None:
                continue
            line = self._line + reading.lines
            data = reading.read(size)
            if data:
                self._mark(reading, line, data)
                return data
            self._line += reading.lines
            self._reports.append(reading.report())
            self._reading = None

    def reports(self) -> list[FileReport]:
        """Return what has become of its files; complete when everything has been read."""
        return list(self._reports)

    def report(self) -> FileReport:
        """Return the same as one: of a single file its own, else sums and the first fault."""
        if len(self._reports) == 1:
            return self._reports[0]
        faulty = next((one for one in self._reports if one.state != "read"), None)
        return FileReport(
            self.name,
            "read" if faulty is None else "partial",
            sum(one.bytes for one in self._reports),
            sum(one.lines for one in self._reports),
            None if faulty is None else f"{faulty.name} {faulty.reason}",
        )

    def piece(self, line: int) -> Piece:
        """Return the piece that a line of the stream is in, the last known for lines that have not been read."""
        return self._pieces[max(0, bisect_right(self._firsts, line) - 1)]

    def place(self, line: int) -> tuple[str, int, str | None]:
        """Return the file, the line in it and the step of a line of the stream."""
        piece = self.piece(line)
        return piece.name, line - piece.first + piece.line, piece.step

    def close(self) -> None:
        """Stop reading; what has not been read yet is not reported."""
        if self._reading is not None:
            self._reading.close()
            self._reading = None
        self._waiting.clear()

    def _next(self) -> bool:
        if not self._waiting:
            return False
        part = self._waiting.pop()
        self._reading = _Reading(part)
        unit = part.unit or part.name
        for line, step in [(1, part.step), *part.steps]:
            first = self._line + line - 1
            self._begin(Piece(first, line, part.name, unit, folder_of(unit), self._job or unit, step))
        return True

    def _mark(self, reading: _Reading, line: int, data: bytes) -> None:
        """Note the steps that begin in a block, the first line of which is given."""
        markers = reading.markers
        if markers is None:
            return
        for mark in markers.feed(data):
            first, last = line + mark.line, self._pieces[-1]
            job = self._job or last.unit_file
            job = f"{job} {mark.job}" if mark.job else job
            self._begin(replace(last, first=first, line=first - last.first + last.line, step=mark.step, job=job))
        if markers.idle:
            reading.markers = None

    def _begin(self, piece: Piece) -> None:
        """Begin a piece; the oldest are forgotten when they are too many."""
        if self._firsts and self._firsts[-1] == piece.first:
            self._firsts.pop()
            self._pieces.pop()
        if len(self._firsts) >= _MOST_PIECES:
            del self._firsts[: _MOST_PIECES // 2], self._pieces[: _MOST_PIECES // 2]
        self._firsts.append(piece.first)
        self._pieces.append(piece)


def folder_of(name: str) -> str:
    """Return the folder or archive a shown name is in."""
    cut = max(name.rfind("/"), name.rfind("!"))
    return name[:cut] if cut > 0 else "/" if cut == 0 else "."


class _Reading:
    """One part while it is read. A last line without a line end gets one: the next file begins on the next line."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._opened: Opened | None = None
        self._stream: Bytes | None = None
        self._utf8: Utf8 | None = None
        self._state: Literal["read", "partial", "skipped"] = "read"
        self._reason: str | None = None
        self._begun = self._done = False
        self._bytes = self.lines = 0
        self._over = b""
        self._last = b"\n"
        self._left = part.max_bytes
        self.markers = None if part.step or part.steps else Markers()
        """Looks for steps, unless the log has none."""

    def read(self, size: int) -> bytes:
        """Return at most so many bytes, none at the end or a fault."""
        if not self._begun:
            self._begin()
        while not self._done and not self._over:
            self._more(size)
        data, self._over = self._over[:size], self._over[size:]
        if data:
            self.lines += count_lines(data)
            self._last = data[-1:]
        elif self._last != b"\n":
            self._last = b"\n"
            self.lines += 1
            return b"\n"
        return data

    def report(self) -> FileReport:
        """Return what has become of it."""
        reason = self._reason
        if reason is None and self._opened is not None:
            reason = self._opened.remark()
        return FileReport(
            self._part.name,
            self._state,
            self._bytes,
            self.lines,
            reason,
            self._utf8.name if self._utf8 is not None else "utf-8",
            self._opened.packed if self._opened is not None else None,
        )

    def close(self) -> None:
        """Let go of the file."""
        self._done = True
        if self._opened is not None:
            self._opened.stream.close()

    def _begin(self) -> None:
        self._begun = True
        try:
            self._opened = self._part.open()
            head, self._stream = peek(self._opened.stream, HEAD)
            while head and not head.strip(b"\0"):  # a hole: the log was cut short while it was written
                head, self._stream = peek(self._opened.stream, HEAD)
            if not head:
                self._stream.read(1)
        except StreamError as error:
            self._fail(error)
            return
        if is_binary(head):
            self._fail(StreamError("is binary, not text"))
            return
        self._utf8 = Utf8(head)

    def _more(self, size: int) -> None:
        """Read on and put what comes of it into `_over`."""
        if self._stream is None or self._utf8 is None:
            self._done = True
            return
        try:
            data = self._stream.read(size)
        except StreamError as fault:
            self._fail(fault)
            data = b""
        if data:
            self._take(data)
        else:
            self._over += self._utf8.close()
            self.close()

    def _take(self, data: bytes) -> None:
        if self._utf8 is None:
            return
        if self._left is not None:
            if len(data) > self._left:
                data = data[: self._left]
                self._state, self._reason = "partial", f"only its first {self._part.max_bytes:,} bytes were asked for"
                self._done = True
            self._left -= len(data)
        self._bytes += len(data)
        self._over += self._utf8.feed(data)
        if self._done:
            self._over += self._utf8.close()
            self.close()

    def _fail(self, fault: StreamError) -> None:
        self._state = "partial" if self._bytes else "skipped"
        self._reason = str(fault)
        self._done = not self._bytes
        if self._done:
            self.close()


def count_lines(data: bytes) -> int:
    """Return how many line feeds there are; numpy counts ten times as fast as `bytes.count`."""
    import numpy as np

    values = np.frombuffer(data, np.uint8)
    return sum(int(np.count_nonzero(values[at : at + _COUNTED] == _FEED)) for at in range(0, len(values), _COUNTED))
