"""Traces of the Java machine: chains of causes in either order, suppressed exceptions, common frames left out.

A cause shows only the frames it does not share with what it caused; `... 12 more` stands for the outermost twelve of
the enclosing trace (java.lang.Throwable.printEnclosedStackTrace) and they are put back. Suppressed exceptions were
thrown while another one was already on its way: they are noise.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.chain import name, report
from errkb.parse.continuation import message_spans
from errkb.parse.lazy import Lazy
from errkb.parse.managed.java.frames import is_frame, language_of, read_frame
from errkb.parse.managed.java.header import Header, find_header, joint, may_stand_alone
from errkb.parse.shapes import indentation, next_text
from errkb.parse.stacked import MOST_FRAMES, frames_below, message_above, own

__all__ = ["JavaParser", "read_trace"]

_OMITTED = Lazy(r"\.\.\. (?P<count>\d{1,6}) (?:more|common frames omitted)\b")
_LOCK = Lazy(r"- (?:locked|waiting|parking|eliminated|None)\b")
_BETWEEN = Lazy(
    r"(?:\[CIRCULAR REFERENCE|Driver stacktrace:|\*__checkpoint|Original Stack Trace:|Error has been observed"
    r"|\|_ |_{3,})"
)
_DRIVER = "Driver stacktrace:"
_LOST_TASK = Lazy(r".*most recent failure: Lost task \S+ in stage \S+ \(TID \d+\)[^:\n]{0,200}(?::\d+)?[^:\n]{0,80}: ")
_STATE = "java.lang.Thread.State:"
_FATAL = Lazy(r"[ \t]*FATAL EXCEPTION(?: IN SYSTEM PROCESS)?: ")
_PROCESS = Lazy(r"[ \t]*(?:Process: |PID: |PROCESS: )")
_WORDS_OF_LEAD = 2


class _Thrown:
    """One exception of a trace."""

    __slots__ = (
        *("cause", "closed", "depth", "enclosing", "first", "frames", "header", "last", "omitted", "spans"),
        "suppressed",
    )

    def __init__(self, first: int, header: Header, spans: list[Span], depth: int) -> None:
        self.first = self.last = first
        self.header = header
        self.spans = spans
        self.depth = depth
        self.frames: list[Frame] = []
        """As printed: the raising one first."""
        self.omitted = 0
        self.enclosing: _Thrown | None = None
        self.cause: _Thrown | None = None
        self.suppressed = False
        self.closed = False
        """The trace of an executor that a message quotes, all read: what follows does not belong to it."""


class JavaParser:
    """Reads a trace with its causes."""

    name = "java"
    hints: tuple[str, ...] = ("\tat ", "    at ", "Caused by: ", "FATAL EXCEPTION")
    nearby: tuple[str, ...] = ("rror", "xception", "hrowable", "Failure", "at ")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of a trace."""
        text = lines[at].text
        if not text.strip():
            return None
        if _FATAL.match(text):
            return _android(lines, at)
        if is_frame(text):
            return _headless(lines, at)
        if not (may_stand_alone(text) or frames_below(lines, at)):
            return None
        header = find_header(text)
        return read_trace(lines, at, header) if header else None


def read_trace(lines: Sequence[Line], at: int, header: Header) -> Block | None:
    """Read the trace whose first line is `at`; `None` where neither a frame nor its own words prove that it is one."""
    begun = _begin(lines, at, header, 0, sure=header.sure)
    if begun is None:
        return None
    first, index = begun
    reader = _Reader(lines, first)
    block = Block(next=reader.read(index))
    block.events = _events(lines, reader.thrown)
    _report_lead(lines[at], header, block)
    return block


def _begin(lines: Sequence[Line], at: int, header: Header, depth: int, *, sure: bool) -> tuple[_Thrown, int] | None:
    """Return the exception whose first line is `at`, and the index of the line below its message."""
    found = message_above(lines, at, header.low, _ends_message)
    if found is None:
        if not sure:
            return None
        found = message_spans(lines, at, header.low)
    spans, index = found
    thrown = _Thrown(at, header, spans, depth)
    thrown.last = max(at, index - 1)
    return thrown, index


def _ends_message(text: str) -> bool:
    stripped = text.strip()
    return is_frame(stripped) or _OMITTED.match(stripped) is not None or joint(stripped) is not None


class _Reader:
    """Goes down the lines below the first message."""

    def __init__(self, lines: Sequence[Line], first: _Thrown) -> None:
        self.lines = lines
        self.head = lines[first.first]
        self.thrown = [first]
        self.current = first
        self.count = 0
        self.job: _Thrown | None = None
        """The failed Spark job, if it is one."""
        self._quote_task(first)

    def read(self, index: int) -> int:
        """Read to the end of the trace; return the index of the line behind it."""
        behind = index
        while index < len(self.lines) and self.count < MOST_FRAMES:
            line = self.lines[index]
            text = line.text
            if not text.strip():
                below = next_text(self.lines, index, 2)
                if below is None or not _goes_on(self.lines[below].text):
                    break
                index = below
                continue
            if not own(self.head, line):
                break
            taken = self._frame(index) or self._joint(index)
            if not taken:
                break
            index = behind = taken
        return behind

    def _frame(self, index: int) -> int:
        """Read a frame, or a line that stands among frames. Return the index behind it, 0 where it is neither."""
        text = self.lines[index].text.strip()
        frame = read_frame(text)
        current = self.current
        if frame:
            self.count += 1
            current.frames.append(frame)
            current.last = index
            return index + 1
        omitted = _OMITTED.match(text)
        if omitted:
            current.omitted = int(omitted["count"])
            current.last = index
            return index + 1
        if text.startswith(_DRIVER):
            self._close_task()
            return index + 1
        return index + 1 if _BETWEEN.match(text) or _LOCK.match(text) else 0

    def _joint(self, index: int) -> int:
        """Read the first lines of another exception. Return the index behind them, 0 where none begins."""
        text = self.lines[index].text
        kind = joint(text)
        header = find_header(text) if kind else None
        if kind is None or header is None:
            return 0
        depth = indentation(text)
        begun = _begin(self.lines, index, header, depth, sure=True)
        if begun is None:
            return 0
        thrown, behind = begun
        if kind == "suppressed":
            thrown.suppressed = True
            thrown.enclosing = self._last(depth, shallower=True)
        elif kind == "wrapped":
            self.current.enclosing = thrown
            thrown.cause = self.current
        else:
            outer = self._last(depth, shallower=False)
            outer.cause = outer.cause or thrown
            thrown.enclosing = outer
            thrown.suppressed = outer.suppressed
        self.thrown.append(thrown)
        self.current = thrown
        self._quote_task(thrown)
        return behind

    def _last(self, depth: int, *, shallower: bool) -> _Thrown:
        """Return the exception a cause at this indentation belongs to, or a suppressed one at a deeper."""
        for thrown in reversed(self.thrown):
            outer = thrown.enclosing
            unindented = thrown.suppressed and outer is not None and thrown.depth <= outer.depth
            if thrown.closed or unindented:
                continue
            bare = thrown.cause is None or thrown.cause.closed
            if thrown.depth < depth or (thrown.depth == depth and not shallower and bare):
                return thrown
        return self.thrown[0]

    def _quote_task(self, job: _Thrown) -> None:
        """Read the executor's exception in the message of a failed Spark job; its frames come first."""
        line = self.lines[job.first]
        match = _LOST_TASK.match(line.text[:2000], job.header.low)
        header = find_header(line.text, match.end()) if match else None
        if header is None:
            return
        spans = [Span(line, header.low, len(line.text.rstrip())), *job.spans[1:]]
        task = _Thrown(job.first, header, spans, job.depth)
        task.enclosing, job.cause = job, task
        self.job = job
        self.thrown.append(task)
        self.current = task

    def _close_task(self) -> None:
        """Go back to the job: what the message quoted is read, the driver's frames follow."""
        if self.job is None:
            return
        for thrown in self.thrown[self.thrown.index(self.job) + 1 :]:
            thrown.closed = True
        self.current = self.job


def _goes_on(text: str) -> bool:
    return joint(text) == "caused" or text.strip().startswith(_DRIVER)


def _headless(lines: Sequence[Line], at: int) -> Block | None:
    """Read frames whose first line is cut off, or names a class that nothing marks as an exception."""
    above = lines[at - 1].text if at else ""
    header = find_header(above)
    if header and own(lines[at - 1], lines[at]) and _STATE not in above:
        return read_trace(lines, at - 1, header)
    first = _Thrown(at, Header(None, 0, 0), [], 0)
    reader = _Reader(lines, first)
    behind = max(reader.read(at), at + 1)
    dump = _STATE in above or above.lstrip().startswith('"')  # a thread dump: nothing was thrown
    lone = len(reader.thrown) == 1 and len(first.frames) < 2
    return Block([] if dump or lone else _events(lines, reader.thrown), behind)


def _android(lines: Sequence[Line], at: int) -> Block | None:
    """`FATAL EXCEPTION: main` and the process, above the trace."""
    index = at + 1
    while index < min(at + 3, len(lines)) and _PROCESS.match(lines[index].text):
        index += 1
    header = find_header(lines[index].text) if index < len(lines) else None
    return read_trace(lines, index, header) if header else None


def _events(lines: Sequence[Line], thrown: Sequence[_Thrown]) -> list[ErrorEvent]:
    """Return the events, causes before what they caused, the exception itself last."""
    events: dict[int, ErrorEvent] = {}
    frames: dict[int, list[Frame]] = {}
    for one in thrown:
        header = one.header
        events[id(one)] = make_event(
            lines[one.first],
            lines[one.last],
            one.spans,
            cls=header.cls,
            language=language_of(one.frames, header.cls),
            frames=list(reversed(_completed(one, frames))),
        )
        if one.suppressed:
            events[id(one)].role = "noise"
    for one in thrown:
        event = events[id(one)]
        if one.cause:
            event.caused_by, event.link = name(events[id(one.cause)]), "direct"
            event.role = "wrapper" if event.role == "cause" else event.role
    outermost = [one for one in thrown if not one.enclosing]
    rest = [one for one in thrown if one.enclosing]
    return [events[id(one)] for one in (*rest, *outermost)]


def _completed(thrown: _Thrown, known: dict[int, list[Frame]]) -> list[Frame]:
    """Return all frames of an exception, the raising one first."""
    pending: list[_Thrown] = []
    one: _Thrown | None = thrown
    while one is not None and id(one) not in known:
        pending.append(one)
        one = one.enclosing if one.omitted else None
    for part in reversed(pending):
        outer = known.get(id(part.enclosing), []) if part.omitted and part.enclosing else []
        room = MOST_FRAMES - len(part.frames)
        known[id(part)] = part.frames + (outer[-part.omitted :][:room] if part.omitted <= len(outer) else [])
    return known[id(thrown)]


def _report_lead(line: Line, header: Header, block: Block) -> None:
    """Keep what a program wrote in front of the exception on the same line: `Failed to start: java.lang.…`."""
    low = indentation(line.text)
    lead = line.text[low : header.lead].rstrip(" :-").rstrip()
    words = [word for word in lead.split() if word.isalpha() and len(word) > 1]
    if header.cls is not None and not header.sure and len(words) >= _WORDS_OF_LEAD:
        report(make_event(line, line, [Span(line, low, low + len(lead))], language="java", inferred=True), block)
