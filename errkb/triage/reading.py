"""Reading one log: blocks -> known texts and lines worth reading -> pages -> events -> occurrences in the ledger.

    read(n) -> blocks -> bulk scan ------------> sighted lines --+
                      -> hints ----> stretches -> pages -> reader -> events -> answers or clusters -> ledger

An event and the known text in it are one occurrence. A known text on a line that no event covers counts for its record,
if its wording alone makes that certain; it is no error event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from errkb.hookspecs import Parser
from errkb.index import Index
from errkb.index.bulk.blocks import BLOCK, cut
from errkb.index.bulk.candidates import Found
from errkb.index.bulk.layout import Lines
from errkb.index.bulk.scanner import BulkScanner
from errkb.index.bulk.segments import Templates, scanner
from errkb.model.event import ErrorEvent, Line
from errkb.model.triage import FileReport
from errkb.parse.interest import Interest
from errkb.parse.stretches import StretchReader
from errkb.triage.clock import LOOK, Clock
from errkb.triage.islands import Islands, Page
from errkb.triage.ledger import Context, Entry, Ledger
from errkb.triage.occurrences import Answer, Judge
from errkb.triage.unknown import Cluster
from errkb.triage.worth import Worth

__all__ = ["Log", "LogReading", "Piece", "Tools", "Unit"]

Unit = Literal["file", "dir", "job", "process"]

LONGEST_TEXT = 500
"""Characters kept of an occurrence."""
LONGEST_LINE = 400
MOST_LINES = 12
"""Lines of a sample; of a longer one the first and the last are kept."""
MOST_CLUSTERS = 50_000
"""Different unknown errors that are told apart; those that come later are counted together."""
OTHERS = Cluster("other", "(more different errors than can be told apart)", None, None)


class Piece(Protocol):
    """Lines of a log that stand in one file: from line `first` of the log on, which is `line` of the file."""

    @property
    def first(self) -> int:
        """Return the line of the log."""
        ...

    @property
    def line(self) -> int:
        """Return the line of the file."""
        ...

    @property
    def name(self) -> str:
        """Return the name of the file."""
        ...

    @property
    def unit_file(self) -> str:
        """Return its unit when files are units."""
        ...

    @property
    def unit_dir(self) -> str:
        """Return its unit when folders are units."""
        ...

    @property
    def job(self) -> str:
        """Return its unit when jobs are units."""
        ...

    @property
    def step(self) -> str | None:
        """Return the step of the job."""
        ...


class Log(Protocol):
    """One log as it is opened: UTF-8 bytes, and the way back to the files it is made of."""

    name: str
    size: int | None

    def read(self, size: int, /) -> bytes | None:
        """Return at most so many bytes, none at the end."""
        ...

    def piece(self, line: int, /) -> Piece:
        """Return the piece a line is in."""
        ...

    def reports(self) -> list[FileReport]:
        """Return what became of its files."""
        ...


@dataclass(slots=True)
class Tools:
    """What is opened once and used for every log."""

    indexes: Sequence[Index]
    parsers: Sequence[Parser]
    ledger: Ledger
    scanner: BulkScanner = field(init=False)
    templates: Templates = field(init=False)
    worth: Worth = field(init=False)
    judge: Judge = field(init=False)
    clusters: dict[str, Cluster] = field(default_factory=dict)
    located: set[str] = field(default_factory=set)
    """Keys of records that nobody has documented."""
    events: int = 0
    block: int = BLOCK

    def __post_init__(self) -> None:
        self.scanner = scanner(self.indexes)
        self.templates = Templates(self.indexes)
        self.worth = Worth(self.parsers)
        self.judge = Judge(self.indexes)

    def key(self, answer: Answer) -> str:
        """Return the key of a known error."""
        key = f"record:{answer.id}"
        if answer.located:
            self.located.add(key)
        return key

    def cluster(self, found: Cluster) -> Cluster:
        """Return the cluster under which an unknown error is counted."""
        if found.fingerprint not in self.clusters and len(self.clusters) >= MOST_CLUSTERS:
            found = OTHERS
        return self.clusters.setdefault(found.fingerprint, found)


class _Blocks:
    """Takes what the reader gives."""

    def __init__(self) -> None:
        self.taken: list[tuple[Sequence[ErrorEvent], Sequence[str], Sequence[Line]]] = []

    def collect(self, events: Sequence[ErrorEvent], processes: Sequence[str], lines: Sequence[Line]) -> None:
        """Take the events of a block."""
        self.taken.append((events, processes, lines))


class LogReading:
    """Reads one log into the ledger."""

    def __init__(self, tools: Tools, log: Log, unit: Unit, progress: Callable[[], None]) -> None:
        self._tools = tools
        self._log = log
        self._unit = unit
        self._progress = progress
        self._clock = Clock()
        self._interest = Interest[bytes]()
        self._islands = Islands()
        self._blocks = _Blocks()
        self._reader = StretchReader(tools.parsers, self._blocks)
        self._number = 1
        """The line the next block begins with."""
        self._carried = 0
        """Bytes at the beginning of the next block that a known text of the last one reaches into."""
        self._sighted: dict[int, tuple[list[int], int]] = {}
        """By line the templates that begin there, and the last line any of them reaches."""
        self._lines: dict[int, list[Line]] = {}
        """The sighted lines that have been read and that no event covers so far."""
        self._page: Page | None = None
        self._time: str | None = None
        self.first: str | None = None
        self.last: str | None = None
        """The first and the last time the log names."""
        self.lines = 0

    def run(self) -> None:
        """Read the whole log."""
        scan = self._tools.scanner
        for piece in cut(self._log.read, size=self._tools.block, context=scan.context):
            self._block(piece.data, piece.core)
            self._progress()
        for page in self._islands.close():
            self._read(page)
        self._reader.end()
        self._write(None)

    def _block(self, data: bytes, core: int) -> None:
        tools = self._tools
        lines = Lines(data)
        found, feeds = tools.scanner.search_in(data, core, lines)
        hinted, _ = tools.worth.find(data, core)
        self._times(data, core)
        spans = self._sightings(data, core, found)
        self._carried = max(0, max((high for _, high in spans), default=0) - core)
        spans = [(low, min(high, core)) for low, high in spans]
        starts = sorted({data.rfind(b"\n", 0, at) + 1 for at in hinted})
        whole = data if core == len(data) else data[:core]
        stretches = _joined([*self._interest.stretches(whole, b"\n", starts), *spans])
        numbers = lines.of([low for low, _ in stretches]).tolist() if stretches else []
        numbered = [(low, high, self._number + n) for (low, high), n in zip(stretches, numbers, strict=True)]
        for page in self._islands.add(data, core, numbered):
            self._read(page)
        self._number += feeds
        self.lines = self._number - 1 + (core > 0 and core == len(data) and data[core - 1] != 10)

    def _sightings(self, data: bytes, core: int, found: Iterable[Found]) -> list[tuple[int, int]]:
        """Note which templates stand on which lines; return the spans of these lines."""
        spans: list[tuple[int, int]] = [(0, min(self._carried, core))] if self._carried else []
        for on, number, (start, end, _) in found:
            last = on if data.find(b"\n", start, end) < 0 else on + data.count(b"\n", start, end)
            known = self._sighted.get(self._number + on)
            if known is None:
                self._sighted[self._number + on] = ([number], self._number + last)
            else:
                known[0].append(number)
                if self._number + last > known[1]:
                    self._sighted[self._number + on] = (known[0], self._number + last)
            spans.append((data.rfind(b"\n", 0, start) + 1, data.find(b"\n", end) + 1 or len(data)))
        return spans

    def _times(self, data: bytes, core: int) -> None:
        """Note the first and the last time of the log."""
        if self.first is None:
            self.first = next(filter(None, map(self._clock.read, data[: min(core, 1 << 14)].split(b"\n")[:50])), None)
        tail = data[max(0, core - (1 << 13)) : core].split(b"\n")[1:]
        self.last = next(filter(None, map(self._clock.read, reversed(tail[-50:]))), self.last)

    def _read(self, page: Page) -> None:
        islands = [(island.low, island.high, island.number) for island in page.islands]
        sighted = self._sighted
        ahead = {line for line, (_, last) in sighted.items() for line in range(line, last + 1)} if sighted else set()
        for line in self._reader.feed(page.window, islands):
            if line.number in ahead and line.text:
                self._lines.setdefault(line.number, []).append(line)
        self._page = page
        self._write(self._reader.first_open)

    def _write(self, before: int | None) -> None:
        """Write what is settled: the events of complete blocks, known texts on lines before `before`."""
        rows: list[tuple[int, Entry]] = []
        for events, processes, lines in self._blocks.taken:
            for line in lines:
                self._lines.pop(line.number, None)
                self._sighted.pop(line.number, None)
            announced = {event.id for event in events if event.id}
            for event in events:
                rows += self._event(event, processes, lines, announced)
        self._blocks.taken.clear()
        waiting = self._islands.first
        limit = before if waiting is None else waiting if before is None else min(before, waiting)
        for number in sorted(number for number in self._sighted if limit is None or number < limit):
            rows += self._line(number, *self._sighted.pop(number))
        if limit is None:
            self._lines.clear()
        rows.sort(key=lambda row: row[0])
        for _, entry in rows:
            self._tools.ledger.add(entry)

    def _event(
        self, event: ErrorEvent, processes: Sequence[str], lines: Sequence[Line], announced: set[str]
    ) -> Iterable[tuple[int, Entry]]:
        tools = self._tools
        answers = tools.judge.event(event)
        if not answers and (event.role == "noise" or (event.inferred and event.caused_by in announced)):
            return
        tools.events += event.role != "noise"
        line = _message_line(event, lines)
        self._time = self._time_of(line, lines) or self._time
        process = processes[0] if processes else event.stream
        for key, answer in self._keys(event, answers):
            number = line.number if line else event.line_end
            yield number, self._entry(key, event, number, process, answer)

    def _keys(self, event: ErrorEvent, answers: list[Answer]) -> Iterable[tuple[str, Answer | None]]:
        if answers:
            return [(self._tools.key(answer), answer) for answer in answers]
        return [(f"unknown:{self._tools.cluster(self._tools.judge.cluster(event)).fingerprint}", None)]

    def _line(self, number: int, templates: list[int], last: int) -> Iterable[tuple[int, Entry]]:
        """Yield the occurrence of known texts on a line that no event covers."""
        lines = [line for n in range(number, last + 1) for line in self._lines.get(n, ())]
        if not lines:
            return
        event, answers = self._tools.judge.line(lines, map(self._tools.templates.of, templates))
        self._time = self._time_of(lines[0], lines) or self._time
        for answer in answers:
            process = lines[0].process or lines[0].stream
            yield number, self._entry(self._tools.key(answer), event, number, process, answer)

    def _entry(
        self,
        key: str,
        event: ErrorEvent,
        number: int,
        process: str | None,
        answer: Answer | None,
    ) -> Entry:
        message = event.message.split("\n", 1)[0]
        text = f"{event.cls}: {message}" if event.cls and message else event.cls or message
        ledger, piece = self._tools.ledger, self._log.piece(number)
        new = key not in ledger.tallies
        return Entry(
            before=-1,
            key=key,
            file=ledger.file(piece.name),
            unit=ledger.unit(_unit(piece, self._unit, process)),
            line=number - piece.first + piece.line,
            process=process,
            step=piece.step,
            time=self._time,
            text=text[:LONGEST_TEXT],
            cls=event.cls,
            captures=answer.captures if answer else (),
            wrapper=event.role == "wrapper" or (answer is not None and answer.wrapper),
            repeated=event.occurrences,
            context=self._context(event) if new else None,
            tie=answer.tie if answer and new else (),
        )

    def _context(self, event: ErrorEvent) -> Context:
        page = self._page
        lines = page.lines(event.line_start, event.line_end) if page else []
        before, after = page.around(event.line_start, event.line_end) if page else ([], [])
        if len(lines) > MOST_LINES:
            lines = [*lines[: MOST_LINES // 2], "…", *lines[-MOST_LINES // 2 :]]
        return _short(lines or event.message.split("\n")[:MOST_LINES]), _short(before), _short(after)

    def _time_of(self, line: Line | None, lines: Sequence[Line]) -> str | None:
        """Return the time of a line, or of the one nearest above it in its block or before that."""
        before = [other for other in reversed(lines) if line is None or other.number < line.number]
        for one in ([line] if line else []) + before[:50]:
            if found := self._clock.read(self._head(one)):
                return found
        if self._page and before:
            above, _ = self._page.around(before[-1].number, before[-1].number)
            return next(filter(None, (self._clock.read(text[:LOOK].encode()) for text in reversed(above))), None)
        return None

    def _head(self, line: Line) -> bytes:
        window = self._page.window if self._page else None
        at = line.at - window.start if window else -1
        if window and 0 <= at < len(window.text):
            return window.text[at : min(at + LOOK, window.text.find("\n", at) % (1 << 62))].encode("utf-8", "replace")
        return (line.time or "").encode()


def _unit(piece: Piece, unit: Unit, process: str | None) -> str:
    if unit == "process":
        return f"{piece.job} {process}" if process else piece.job
    return piece.unit_dir if unit == "dir" else piece.job if unit == "job" else piece.unit_file


def _message_line(event: ErrorEvent, lines: Sequence[Line]) -> Line | None:
    """Return the line on which the message of an event begins."""
    at = event.pieces[0].start if event.pieces else event.start
    return next((line for line in lines if line.at <= at <= line.end), None)


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans of whole lines in order, those that touch made one."""
    spans.sort()
    joined: list[tuple[int, int]] = []
    for low, high in spans:
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined


def _short(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(line[:LONGEST_LINE].rstrip("\r") for line in lines)
