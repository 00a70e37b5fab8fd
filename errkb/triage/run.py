"""The run over all logs: sections to whoever reads them, what they found into one heap, and the report of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from errkb.hookspecs import Parser
from errkb.index import Index
from errkb.model.event import ErrorEvent
from errkb.model.report import Entry as RecordEntry
from errkb.model.triage import FileReport, Place, Totals, TriageReport
from errkb.triage.baseline import Acknowledged, Before
from errkb.triage.clock import Clock
from errkb.triage.ledger import Ledger
from errkb.triage.listing import Listing
from errkb.triage.log import Log, Unit, unit_of
from errkb.triage.occurrences import Judge, row_of
from errkb.triage.outcome import Ending
from errkb.triage.reading import MOST_CLUSTERS, Found
from errkb.triage.sections import SECTION, Section, sections
from errkb.triage.tools import Tools
from errkb.triage.unknown import Cluster, cluster_of
from errkb.triage.verdict import UnitStory
from errkb.triage.workers import Opener, Task, read_apart, read_here

__all__ = ["Heap", "Knowledge", "Progress", "triage", "triage_events"]

Progress = Callable[[Log], None]
"""Is called with the log that is being read after each section."""
TOGETHER = 4 << 20
"""Bytes of small logs that are read as one task."""
EVENTS = "events"
"""What events stand in for that came without a log."""
OTHERS = Cluster("other", "(more different errors than can be told apart)", None, None)


@dataclass(slots=True, frozen=True)
class Knowledge:
    """What is known: the indexes, the parsers, a record by its id, and the version of the dataset.

    `opener` opens the tools in another process.
    """

    indexes: Sequence[Index]
    parsers: Sequence[Parser]
    lookup: Callable[[str], RecordEntry]
    dataset_version: str
    opener: Opener | None = None


class _Part(NamedTuple):
    """A section on its way: the log it is of, and whether it is its last."""

    log: Log
    last: bool


@dataclass(slots=True)
class Heap:
    """Everything that has been found so far."""

    unit: Unit
    ledger: Ledger = field(default_factory=Ledger)
    clusters: dict[str, Cluster] = field(default_factory=dict)
    files: list[FileReport] = field(default_factory=list)
    totals: Totals = field(default_factory=Totals)
    stories: dict[str, UnitStory] = field(default_factory=dict)
    lines: int = 0
    """Of the log that is being added."""
    base: int = 0
    """Lines of all logs before it."""

    def add(self, part: _Part, found: Found) -> None:
        """Add what stands in the next section."""
        log, ledger, totals = part.log, self.ledger, self.totals
        for fingerprint, cluster in found.clusters.items():
            if len(self.clusters) < MOST_CLUSTERS:
                self.clusters.setdefault(fingerprint, cluster)
        marks = iter([*found.marks, (found.lines + 1, None)])
        number, ending = next(marks)
        for row in found.rows:
            while ending is not None and number <= row.line:
                self._note(log, self.lines + number, ending)
                number, ending = next(marks)
            line = self.lines + row.line
            piece = log.piece(line)
            if row.key.startswith("unknown:") and row.key[8:] not in self.clusters:
                self.clusters[OTHERS.fingerprint] = OTHERS
                row = row._replace(key=f"unknown:{OTHERS.fingerprint}")  # noqa: PLW2901  # another key for the same
            name = unit_of(piece, self.unit, row.process)
            story = self._story(name)
            step = piece.step or story.step
            at = line - piece.first + piece.line
            story.add(row, self.base + line, Place(piece.name, at, name, row.process, step, row.time))
            ledger.add(row, at, ledger.file(piece.name), ledger.unit(name), step)
        while ending is not None:
            self._note(log, self.lines + number, ending)
            number, ending = next(marks)
        self.lines += found.lines
        self._story(unit_of(log.piece(self.lines), self.unit)).lines = self.base + self.lines
        totals.events += found.events
        totals.first = min(filter(None, (totals.first, found.first)), default=None)
        totals.last = max(filter(None, (totals.last, found.last)), default=None)
        if part.last:
            self.base, self.lines = self.base + self.lines, 0

    def _story(self, unit: str) -> UnitStory:
        story = self.stories.get(unit)
        if story is None:
            story = self.stories[unit] = UnitStory(unit)
        return story

    def _note(self, log: Log, line: int, ending: Ending) -> None:
        piece = log.piece(line)
        unit = unit_of(piece, self.unit)
        place = Place(piece.name, line - piece.first + piece.line, unit, step=piece.step)
        self._story(unit).note(ending, self.base + line, place)

    def end(self, log: Log) -> None:
        """Note what became of the files of a log."""
        for file in log.reports():
            self.files.append(file)
            self.totals.files += 1
            self.totals.bytes += file.bytes
            self.totals.lines += file.lines


def triage(
    logs: Iterable[Log],
    known: Knowledge,
    *,
    unit: Unit = "file",
    processes: int = 1,
    block: int | None = None,
    section: int = SECTION,
    before: Before | None = None,
    acknowledged: Acknowledged | None = None,
    progress: Progress = lambda _: None,
) -> TriageReport:
    """Read logs one after the other and return what stands in them.

    `block` and `section` are sizes in bytes, on which nothing that is found depends. With `before` the report says what
    has changed.
    """
    heap, tools = Heap(unit), Tools(known.indexes, known.parsers)
    if block is not None:
        tools.block = block
    tasks = _tasks(logs, heap, tools, section, progress)
    if processes > 1 and known.opener is not None:
        answers = read_apart(known.opener, processes, tasks)
    else:
        answers = read_here(tools, tasks)
    for parts, found in answers:
        for part, one in zip(parts, found, strict=True):
            heap.add(part, one)
    return Listing(heap, known, before, acknowledged).report()


def triage_events(events: Iterable[ErrorEvent], known: Knowledge) -> TriageReport:
    """Return what error events are that somebody else has read; each is an occurrence at its own line."""
    heap, judge = Heap("file"), Judge(known.indexes)
    clock = Clock()
    file = heap.ledger.file(EVENTS)
    for event in events:
        answers = judge.event(event)
        if not answers and event.role == "noise":
            continue
        heap.totals.events += event.role != "noise"
        process = event.processes[0] if event.processes else event.stream
        unit = heap.ledger.unit(f"{EVENTS} {process}" if process else EVENTS)
        time = clock.read((event.time or "").encode()) if event.time else None
        for answer in answers or (None,):
            cluster = cluster_of(event)
            key = f"record:{answer.id}" if answer else f"unknown:{cluster.fingerprint}"
            if answer is None:
                heap.clusters.setdefault(cluster.fingerprint, cluster)
            row = row_of(event, answer, key, line=event.line_start, process=process, time=time)
            heap.ledger.add(row, event.line_start, file, unit, None)
    return Listing(heap, known).report()


def _tasks(
    logs: Iterable[Log], heap: Heap, tools: Tools, size: int, progress: Progress
) -> Iterator[tuple[list[_Part], Task]]:
    """Yield the sections of all logs, those of small ones together."""
    parts: list[_Part] = []
    waiting: list[tuple[int, Section]] = []
    held = 0
    for number, log in enumerate(logs):
        before: Section | None = None
        for section in chain(sections(log.read, tools.worth, size), (None,)):
            if before is not None:
                parts.append(_Part(log, section is None))
                waiting.append((number, before))
                held += before.core
                progress(log)
                if held >= TOGETHER:
                    yield parts, Task(tuple(waiting))
                    parts, waiting, held = [], [], 0
            before = section
        heap.end(log)
    if parts:
        yield parts, Task(tuple(waiting))
