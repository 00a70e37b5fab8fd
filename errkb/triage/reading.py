"""Reading one section of a log: known texts and lines worth reading -> pages -> events -> occurrences.

    blocks -> bulk scan ---> sighted lines --+--> sure and in a plain shape ------------------------> occurrences
           -> hints ----> stretches -> pages -> reader -> events -> answers of the ranking, clusters ----^

An event and the known text in it are one occurrence. A known text on a line that no event covers counts for its record,
if it is sure or its wording alone makes it certain; it is no error event.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from errkb.index.bulk.blocks import cut
from errkb.index.bulk.candidates import Found as Hit
from errkb.index.bulk.layout import Lines
from errkb.model.event import ErrorEvent, Line
from errkb.model.names import bare_name
from errkb.model.text import Text
from errkb.parse import parse
from errkb.parse.interest import Interest
from errkb.parse.lines import lines_of
from errkb.parse.stretches import StretchReader
from errkb.triage.clock import LOOK, Clock
from errkb.triage.exact import Sure
from errkb.triage.islands import Islands, Page
from errkb.triage.ledger import Row
from errkb.triage.occurrences import LONGEST_TEXT, Answer, row_of
from errkb.triage.outcome import RUNNER, Ending, ending_of
from errkb.triage.quoted import Commits, quotes_ending, quotes_event
from errkb.triage.samples import AROUND, Context, context_of, raw_context
from errkb.triage.sections import Section
from errkb.triage.shapes import Shape, shape_of
from errkb.triage.spans import Span, joined, outside, without
from errkb.triage.tools import Tools
from errkb.triage.unknown import Cluster, cluster_of

__all__ = ["MOST_CLUSTERS", "Found", "SectionReading"]

_MOST_ABOVE = 50
"""Lines above a message in which its time is looked for."""
MOST_CLUSTERS = 50_000
"""Different unknown errors that are told apart; those that come later are counted together."""
CLOSELY = 150
"""Lines before the end of a log, and before a line that says its job failed, that are read whatever they hold."""
MOST_CLOSELY = 3
"""Such places in a block."""
LEAST_QUOTED, MOST_QUOTED = 4, 400
"""Lines of a wrapper that may quote the output with the error in it."""
MOST_MARKS = 100
LONGEST_MARK = 400


class _Sighted(NamedTuple):
    """The known texts that begin on a line: templates, the last line any of them reaches, what it is for sure."""

    templates: list[int]
    last: int
    sure: Sure | None


class _Blocks:
    """Takes what the reader gives."""

    def __init__(self) -> None:
        self.taken: list[tuple[Sequence[ErrorEvent], Sequence[str], Sequence[Line]]] = []

    def collect(self, events: Sequence[ErrorEvent], processes: Sequence[str], lines: Sequence[Line]) -> None:
        """Take the events of a block."""
        self.taken.append((events, processes, lines))


@dataclass(slots=True)
class Found:
    """What stands in a section; lines count from its first, which is 1.

    `clusters` are those of its unknown errors by fingerprint, `marks` the lines that tell how a job ended
    or in which step it is.
    """

    rows: list[Row] = field(default_factory=list)
    lines: int = 0
    events: int = 0
    clusters: dict[str, Cluster] = field(default_factory=dict)
    marks: list[tuple[int, Ending]] = field(default_factory=list)
    first: str | None = None
    last: str | None = None
    """The first and the last time it names."""


class SectionReading:
    """Reads one section."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._found = Found()
        self._keys: set[str] = set()
        """Those that have a sample."""
        self._clock = Clock()
        self._interest = Interest[bytes]()
        self._islands = Islands()
        self._blocks = _Blocks()
        self._reader = StretchReader(tools.parsers, self._blocks)
        self._number = 1
        """The line the next block begins with."""
        self._carried = 0
        """Bytes at the beginning of the next block that a known text of the last one reaches into."""
        self._commits = Commits()
        self._sighted: dict[int, _Sighted] = {}
        self._lines: dict[int, list[Line]] = {}
        """The sighted lines that have been read and that no event covers so far."""
        self._rows: list[Row] = []
        """Occurrences that have not been put in order yet."""
        self._causes: dict[int, str] = {}
        """Lines by which a job ended that say why, and that are no event of the reader."""
        self._reports: set[int] = set()
        """Lines that only say that it failed."""
        self._page: Page | None = None
        self._timeless: set[int] = set()
        """Lines of the page that say no time."""
        self._time: str | None = None

    def run(self, section: Section) -> Found:
        """Return what stands in a section."""
        scan, stream = self._tools.scanner, BytesIO(section.data)
        context = max(scan.context, AROUND)
        for piece in cut(stream.read, size=self._tools.block, context=context, stop=section.core, seek=stream.seek):
            ended = section.last and piece.offset + piece.core >= section.core
            self._block(piece.data, piece.core, ended=ended)
        for page in self._islands.close():
            self._read(page)
        self._reader.end()
        self._write(None)
        for number, text in list(self._causes.items()):
            self._found.rows.append(self._ended(number, text))
        self._found.rows.sort(key=itemgetter(0))
        return self._found

    def _endings(self, data: bytes, core: int, marked: list[tuple[int, int, str]]) -> list[Span]:
        """Note what lines say of how a job ended; return what stands before the first that says it failed."""
        closely: list[Span] = []
        for begin, number, text in marked:
            ending = ending_of(text) if begin < core else None
            if ending is None:
                continue
            if ending.means != "step" and (self._commits.hold(number) or quotes_ending(ending, text)):
                continue
            self._found.marks.append((number, ending))
            if ending.causes:
                self._causes[number] = text
            elif ending.means == "failed":
                self._reports.add(number)
            if ending.means == "failed" and ending.strength == RUNNER and len(closely) < MOST_CLOSELY:
                closely.append((_back(data, begin, CLOSELY), begin))
        return closely

    def _ended(self, number: int, text: str) -> Row:
        """Return the occurrence of a line by which a job ended."""
        line = lines_of(Text.of(text))[0]
        event = ErrorEvent("ending", line.text.strip(), 0, 0, number, number, time=line.time)
        self._time = self._clock.read(text[:LOOK].encode()) or self._time
        self._found.events += 1
        return self._entry(event, number, line.process, None)._replace(causes=True, ends=True)

    def _block(self, data: bytes, core: int, *, ended: bool) -> None:
        tools = self._tools
        lines = Lines(data)
        found, feeds = tools.scanner.search_in(data, core, lines)
        hinted, marks = tools.worth.find(data, core)
        self._commits.add(data[:core], self._number)
        closely = self._endings(data, core, _marked(data, lines, marks, self._number))
        if ended:
            closely.append((_back(data, core, CLOSELY), core))
        self._times(data, core)
        spans, shapes = self._sightings(data, core, found)
        starts = sorted({data.rfind(b"\n", 0, at) + 1 for at in hinted})
        whole = data if core == len(data) else data[:core]
        stretches = [*self._interest.stretches(whole, b"\n", outside(starts, shapes)), *spans, *closely]
        stretches = without(joined(stretches), shapes)
        numbers = lines.of([low for low, _ in stretches]).tolist() if stretches else []
        numbered = [(low, high, self._number + n) for (low, high), n in zip(stretches, numbers, strict=True)]
        for page in self._islands.add(data, core, numbered):
            self._read(page)
        self._number += feeds
        self._found.lines = self._number - 1 + (core > 0 and core == len(data) and data[core - 1] != 10)

    def _sightings(self, data: bytes, core: int, found: Sequence[Hit]) -> tuple[list[Span], list[Span]]:
        """Note which known texts stand on which lines; return the spans of these lines, and of errors done with."""
        spans: list[Span] = [(0, min(self._carried, core))] if self._carried else []
        shapes: list[Span] = []
        for on, same in groupby(found, key=itemgetter(0)):
            hits = [hit[1:] for hit in same]
            start, end = min(place[0] for _, place in hits), max(place[1] for _, place in hits)
            begin, number = data.rfind(b"\n", 0, start) + 1, self._number + on
            sure = self._tools.exact.of(data, begin, hits)
            if sure is not None and sure.decided and (shape := shape_of(data, begin, sure)) and shape.high <= core:
                shapes.append((shape.low, shape.high))
                self._rows.append(self._shaped(data, number, sure, shape))
                continue
            if sure is None and not self._tools.exact.may_count(data, begin, hits):
                continue
            last = number + data.count(b"\n", begin, end)
            self._sighted[number] = _Sighted([template for template, _ in hits], last, sure)
            spans.append((begin, data.find(b"\n", end) + 1 or len(data)))
        self._carried = max(0, max((high for _, high in spans), default=0) - core)
        return [(low, min(high, core)) for low, high in spans], shapes

    def _shaped(self, data: bytes, number: int, sure: Sure, shape: Shape) -> Row:
        """Return the occurrence of an error that needs no reader."""
        self._found.events += 1
        key = f"record:{sure.answer.id}"
        newline = data.find(b"\n", sure.begin)
        text = data[sure.begin : min(newline, sure.begin + 4 * LONGEST_TEXT)].decode("utf-8", "replace").rstrip("\r")
        context = None if key in self._keys else raw_context(data, shape.low, shape.high)
        self._keys.add(key)
        self._time = shape.time
        return Row(
            line=number,
            key=key,
            process=None,
            time=shape.time,
            text=text[:LONGEST_TEXT],
            cls=sure.cls,
            captures=sure.answer.captures,
            wrapper=False,
            repeated=1,
            context=context,
            tie=sure.answer.tie,
        )

    def _times(self, data: bytes, core: int) -> None:
        """Note the first and the last time of the log."""
        if self._found.first is None:
            self._found.first = next(
                filter(None, map(self._clock.read, data[: min(core, 1 << 14)].split(b"\n")[:50])), None
            )
        tail = data[max(0, core - (1 << 13)) : core].split(b"\n")[1:]
        self._found.last = next(filter(None, map(self._clock.read, reversed(tail[-50:]))), self._found.last)

    def _read(self, page: Page) -> None:
        islands = [(island.low, island.high, island.number) for island in page.islands]
        sighted = self._sighted
        ahead = {line for first, one in sighted.items() for line in range(first, one.last + 1)}
        for line in self._reader.feed(page.window, islands):
            if line.number in ahead and line.text:
                self._lines.setdefault(line.number, []).append(line)
        self._page = page
        self._timeless.clear()
        self._write(self._reader.first_open)

    def _write(self, before: int | None) -> None:
        """Write what is settled: the events of complete blocks, known texts on lines before `before`."""
        for events, processes, lines in self._blocks.taken:
            covered: dict[int, Sure] = {}
            for line in lines:
                self._lines.pop(line.number, None)
                sighted = self._sighted.pop(line.number, None)
                if sighted is not None and sighted.sure is not None:
                    covered[line.number] = sighted.sure
            names = {event.id for event in events if event.id}
            for event in events:
                self._rows += self._event(event, processes, lines, covered, announced=event.caused_by in names)
            if all(event.role == "wrapper" for event in events) and MOST_QUOTED > len(lines) >= LEAST_QUOTED:
                self._rows += self._quoted(processes, lines[1:])
        self._blocks.taken.clear()
        waiting = self._islands.first
        limit = before if waiting is None else waiting if before is None else min(before, waiting)
        for number in sorted(number for number in self._sighted if limit is None or number < limit):
            self._rows += self._line(number, self._sighted.pop(number))
        if limit is None:
            self._lines.clear()
        self._rows.sort(key=itemgetter(0))
        self._found.rows += self._rows
        self._rows.clear()

    def _event(
        self,
        event: ErrorEvent,
        processes: Sequence[str],
        lines: Sequence[Line],
        covered: dict[int, Sure],
        *,
        announced: bool,
    ) -> Iterable[Row]:
        line = _message_line(event, lines)
        number = line.number if line else event.line_end
        answers = self._answers(event, covered.get(number))
        if not answers and (event.role == "noise" or (event.inferred and announced)):
            return
        self._found.events += event.role != "noise"
        self._time = self._time_of(line, lines) or self._time
        process = processes[0] if processes else event.stream
        quoted = line is not None and (self._commits.hold(number) or quotes_event(event, line, self._raw(line)))
        for answer in answers or (None,):
            row = self._entry(event, number, process, answer)
            yield row._replace(ends=False) if quoted else row

    def _raw(self, line: Line) -> str:
        """Return a line as it stands in the log, its beginning where it is long."""
        window = self._page.window if self._page else None
        at = line.at - window.start if window else -1
        return window.text[at : at + LONGEST_MARK].partition("\n")[0] if window and at >= 0 else ""

    def _quoted(self, processes: Sequence[str], lines: Sequence[Line]) -> Iterable[Row]:
        """Yield the errors in the output that a wrapper quotes (`[9 lines of output]`)."""
        indent = min((len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip()), default=0)
        inner = "\n".join(line.text[indent:] for line in lines)
        for event in parse(Text.of(inner), self._tools.parsers).events:
            if event.role == "cause" and not event.inferred:
                number = lines[min(event.line_start, len(lines)) - 1].number
                for answer in self._answers(event, None) or (None,):
                    yield self._entry(event, number, processes[0] if processes else event.stream, answer)

    def _answers(self, event: ErrorEvent, sure: Sure | None) -> Sequence[Answer]:
        """Return the records that explain an event: what its line is for sure, else what the ranking is sure of."""
        if sure is not None and not (event.cls and bare_name(event.cls) == bare_name(sure.cls)):
            sure = None
        if sure is not None and sure.decided and not (sure.answer.tie and event.frames):
            return [sure.answer]
        return self._tools.judge.event(event) or ([sure.answer] if sure is not None else [])

    def _line(self, number: int, sighted: _Sighted) -> Iterable[Row]:
        """Yield the occurrence of known texts on a line that no event covers."""
        lines = [line for n in range(number, sighted.last + 1) for line in self._lines.get(n, ())]
        if not lines:
            return
        event, answers = self._tools.judge.line(lines, map(self._tools.templates.of, sighted.templates))
        if sighted.sure is not None and sighted.sure.decided:
            answers = [sighted.sure.answer]
        self._time = self._time_of(lines[0], lines) or self._time
        process = lines[0].process or lines[0].stream
        for answer in answers:
            yield self._entry(event, number, process, answer)

    def _entry(self, event: ErrorEvent, number: int, process: str | None, answer: Answer | None) -> Row:
        key = f"record:{answer.id}" if answer else self._cluster(event)
        row = row_of(event, answer, key, line=number, process=process, time=self._time, reports=number in self._reports)
        context = None if key in self._keys else self._context(event)
        self._keys.add(key)
        return row._replace(context=context, causes=self._causes.pop(number, None) is not None)

    def _cluster(self, event: ErrorEvent) -> str:
        """Return the key of an unknown error."""
        cluster = cluster_of(event)
        if len(self._found.clusters) < MOST_CLUSTERS or cluster.fingerprint in self._found.clusters:
            self._found.clusters[cluster.fingerprint] = cluster
        return f"unknown:{cluster.fingerprint}"

    def _context(self, event: ErrorEvent) -> Context:
        page = self._page
        lines = page.lines(event.line_start, event.line_end) if page else []
        before, after = page.around(event.line_start, event.line_end) if page else ([], [])
        return context_of(lines or event.message.split("\n"), before, after)

    def _time_of(self, line: Line | None, lines: Sequence[Line]) -> str | None:
        """Return the time of a line, or of the one nearest above it in its block or before that."""
        at = len(lines) if line is None else bisect_left(lines, line.number, key=lambda other: other.number)
        before = lines[max(0, at - _MOST_ABOVE) : at][::-1]
        for one in ([line] if line else []) + [*before]:
            if found := self._read_time(one):
                return found
        if self._page and before:
            above, _ = self._page.around(lines[0].number, lines[0].number)
            return next(filter(None, (self._clock.read(text[:LOOK].encode()) for text in reversed(above))), None)
        return None

    def _read_time(self, line: Line) -> str | None:
        """Return the time on a line; of lines without one each is read once."""
        if line.number in self._timeless:
            return None
        found = self._clock.read(self._head(line))
        if found is None:
            self._timeless.add(line.number)
        return found

    def _head(self, line: Line) -> bytes:
        window = self._page.window if self._page else None
        at = line.at - window.start if window else -1
        if window and 0 <= at < len(window.text):
            return window.text[at : min(at + LOOK, window.text.find("\n", at) % (1 << 62))].encode("utf-8", "replace")
        return (line.time or "").encode()


def _message_line(event: ErrorEvent, lines: Sequence[Line]) -> Line | None:
    """Return the line on which the message of an event begins."""
    at = event.pieces[0].start if event.pieces else event.start
    return next((line for line in lines if line.at <= at <= line.end), None)


def _marked(data: bytes, lines: Lines, marks: Sequence[tuple[int, int]], number: int) -> list[tuple[int, int, str]]:
    """Return the lines on which marks end, each once with its beginning and number; of very many the outer ones."""
    begins = list(dict.fromkeys(data.rfind(b"\n", 0, end - 1) + 1 for _, end in marks))
    if len(begins) > 2 * MOST_MARKS:
        begins = begins[:MOST_MARKS] + begins[-MOST_MARKS:]
    if not begins:
        return []
    numbers = (lines.of(begins) + number).tolist()
    texts = (data[begin : begin + LONGEST_MARK].partition(b"\n")[0].decode("utf-8", "replace") for begin in begins)
    return list(zip(begins, numbers, texts, strict=True))


def _back(data: bytes, at: int, count: int) -> int:
    """Return where the line begins that is so many lines before the one that begins at `at`."""
    for _ in range(count):
        at = data.rfind(b"\n", 0, at - 1) + 1 if at > 0 else 0
    return at
