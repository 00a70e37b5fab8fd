"""`parse`: from a text to its events.

Lines are grouped by the process that printed them, so that interleaved tracebacks come apart. Most lines say nothing:
a few substring searches tell, and only at the others the parsers are asked, in order.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block, Parser
from errkb.model.event import ErrorEvent, Line, ParseResult
from errkb.model.text import Text
from errkb.parse.banners import find_banners
from errkb.parse.chain import report
from errkb.parse.lazy import Lazy
from errkb.parse.lines import read_lines
from errkb.parse.message import SEVERE
from errkb.parse.quiet import bare_message, promote, warning_lines
from errkb.parse.quoted import quoted_causes
from errkb.parse.repeats import Collector
from errkb.parse.roles import by_wording, settle

__all__ = ["parse"]

_STARTS = (
    r"panic: |thread '|[Ff]atal|FATAL|ERROR |FAILED |[Ff]ailed |[Uu]nable |[Cc]ould ?n|[Cc]an ?not|[Cc]an't",
    r"Segmentation|Bus error|Illegal |Aborted|Killed|Out of memory|terminate called|CMake|make|Permission|Connection",
    r"Invalid|Received sig|Unclosed |KeyboardInterrupt|SystemExit|StopIteration|Caused by|Task was|E: ",
    r"<ipython|Cell In|Input In|\(node:|Current thread |Thread 0x|Stack \(most|NVIDIA-SMI|FAILURE|Execution fail",
    r"╭─|Module |No module|No space|'[^'\n]{1,60}' is not recog|\S+\.rb:",
    r"[\w./-]{1,40}: (?:[^:\n]{1,80}: )?(?:cannot|can't|No such|No mod|command not|not found)",
    r"[\w./-]{1,40}: (?:[^:\n]{1,80}: )?(?:[Pp]erm|[Cc]onn|undef|[Ff]ail)",
    r"[a-z_][\w.]*\.[A-Z]\w*: |queue\.|[A-Z]\w*(?:Interrupt|Failure|Fault|Timeout|NotFound|Expired|Denied|Violation): ",
)
_START = Lazy(rf"[ \t]*(?:{'|'.join(_STARTS)})")
"""Beginnings of lines that say something without any of the words `_hot` looks for."""


def parse(text: Text, parsers: Sequence[Parser]) -> ParseResult:
    """Return the events of a text in the order of their lines, its banners and its lines.

    Linear in the length of the text. At most `MOST_EVENTS` events are kept in detail.
    """
    hints = tuple(dict.fromkeys(hint for parser in parsers for hint in parser.hints))
    lines, closely = read_lines(text, hints)
    collector = Collector()
    for stream in _streams(lines, closely, hints):
        _read_stream(stream, parsers, collector)
    if not any(event.role != "noise" for event in collector.events):
        _read_quiet(lines, collector)
    events = sorted(collector.events, key=lambda event: (event.start, event.end))
    settle(events)
    _number(events, collector)
    _mark_cut(events, text.value)
    return ParseResult(events, find_banners(lines), lines)


class _Stream:
    """The lines of one process, and the indexes of those that can begin something."""

    __slots__ = ("hot", "lines")

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.hot: list[int] = []


def _streams(lines: Sequence[Line], closely: bytearray, hints: Sequence[str]) -> list[_Stream]:
    streams: dict[str | None, _Stream] = {}
    for line, close in zip(lines, closely, strict=True):
        stream = streams.get(line.stream)
        if stream is None:
            stream = streams[line.stream] = _Stream()
        if close and (_hot(line) or any(hint in line.text for hint in hints)):
            stream.hot.append(len(stream.lines))
        stream.lines.append(line)
    return list(streams.values())


def _read_stream(stream: _Stream, parsers: Sequence[Parser], collector: Collector) -> None:
    lines = stream.lines
    behind = 0
    pending: tuple[ErrorEvent, int, int] | None = None
    """A log line that may announce the traceback right below it, and the lines it stands on."""
    for index in stream.hot:
        if index < behind:
            continue
        block = _ask(parsers, lines, index)
        if block is None:
            continue
        behind = max(block.next, index + 1)
        for event in block.events:
            by_wording(event)
        if pending:
            _announce(pending, lines, index, block, collector)
            pending = None
        if _may_announce(block):
            pending = (block.events[0], index, behind)
        else:
            _collect(block.events, lines[index:behind], collector)
    if pending:
        _collect([pending[0]], lines[pending[1] : pending[2]], collector)


def _hot(line: Line) -> bool:
    """Say whether a line can begin something; must be true wherever a parser would answer."""
    text = line.text
    return bool(text) and (
        line.level in SEVERE
        or "rror" in text
        or "xception" in text
        or "raceback" in text
        or 'File "' in text
        or ".py" in text
        or "arning: " in text
        or "ERROR" in text
        or "FATAL" in text
        or "CRITICAL" in text
        or "what():" in text
        or _START.match(text) is not None
    )


def _ask(parsers: Sequence[Parser], lines: Sequence[Line], index: int) -> Block | None:
    for parser in parsers:
        block = parser.parse(lines, index)
        if block is not None:
            return block
    return None


def _may_announce(block: Block) -> bool:
    """Say whether the block is a single log line without class and language, as loggers print it above a traceback."""
    if len(block.events) != 1:
        return False
    event = block.events[0]
    return event.inferred and event.language is None and not event.frames


def _announce(
    pending: tuple[ErrorEvent, int, int], lines: Sequence[Line], index: int, block: Block, collector: Collector
) -> None:
    """Tie a log line to the traceback below it, or keep it as an event of its own."""
    event, first, behind = pending
    last = block.events[-1] if block.events else None
    gap = all(not line.text.strip() for line in lines[behind:index]) and index - behind <= 1
    if (
        last is not None
        and gap
        and last.frames
        and (_same_prefix(lines[first], lines[index]) or _says_more(last, block))
    ):
        report(event, block)
        return
    _collect([event], lines[first:behind], collector)


def _same_prefix(announcing: Line, header: Line) -> bool:
    return header.level is not None and (announcing.level, announcing.logger) == (header.level, header.logger)


def _says_more(last: ErrorEvent, block: Block) -> bool:
    incomplete = last.cls is None and not last.message
    return incomplete or any(event.role == "cause" for event in block.events)


def _collect(events: Sequence[ErrorEvent], lines: Sequence[Line], collector: Collector) -> None:
    processes = list(dict.fromkeys(line.process for line in lines if line.process))
    for event in events:
        for cause in quoted_causes(event) if event.role != "noise" else ():
            by_wording(cause)
            collector.add(cause, processes)
        collector.add(event, processes)


def _read_quiet(lines: Sequence[Line], collector: Collector) -> None:
    """Look for what can be meant where nothing is an error by itself."""
    if promote(collector.events):
        return
    events: Sequence[ErrorEvent] = warning_lines(lines)
    if not events and not collector.events:
        block = bare_message(lines)
        events = block.events if block else []
    for event in events:
        _collect([event], [line for line in lines[:1] if line.stream == event.stream], collector)


def _number(events: Sequence[ErrorEvent], collector: Collector) -> None:
    """Give the final ids and turn references into them."""
    names = {}
    for number, event in enumerate(events, 1):
        names[id(event)] = f"e{number}"
    local = {f"#{key}": names.get(id(kept)) for key, kept in collector.kept.items()}
    for event in events:
        event.id = names[id(event)]
        if event.caused_by is not None:
            cause = local.get(event.caused_by)
            event.caused_by = cause if cause != event.id else None
            event.link = event.link if event.caused_by else None


def _mark_cut(events: Sequence[ErrorEvent], value: str) -> None:
    end = len(value.rstrip())
    for event in events:
        reached = event.pieces[-1].start + event.pieces[-1].length if event.pieces else event.end
        event.cut = reached >= end
