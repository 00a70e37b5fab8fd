"""Exceptions of .NET with what caused them.

The chain is printed first, the outermost exception first; then come the stacks, the innermost first, each ended by
`--- End of inner exception stack trace ---`. An `AggregateException` lists its further members at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.chain import name, report
from errkb.parse.continuation import message_spans
from errkb.parse.lazy import Lazy
from errkb.parse.managed.dotnet.frames import is_frame, read_frame
from errkb.parse.shapes import indentation
from errkb.parse.stacked import MOST_FRAMES, frames_below, message_above, own

__all__ = ["DotnetParser"]

_LOOK = 4000
_LEAD = Lazy(
    r"[ \t]*(?:(?:Unhandled [Ee]xception[.:] |(?:\[ERROR\] )?FATAL UNHANDLED EXCEPTION: |Exception: (?=\w+\.)"
    r"|An unhandled exception (?:has occurred|of type)[^:\n]{0,80}: )*)"
)
_SURE = Lazy(r"[ \t]*(?:Unhandled [Ee]xception[.:] |(?:\[ERROR\] )?FATAL UNHANDLED EXCEPTION: )")
_ALONE = Lazy(r"[ \t]*Unhandled Exception:$")
_HEADER = Lazy(
    r"(?P<cls>(?:[A-Z_]\w{0,80}\.){1,12}[A-Z_]\w{0,120}(?:[+`][\w`]{1,80})?|[A-Z]\w{0,120}Exception)"
    r"(?: \((?P<code>0x[\dA-Fa-f]{1,8}|-?\d{1,10})(?:, 0x[\dA-Fa-f]+)?\))?(?:: ?(?P<message>.*)|[ \t]*$)"
)
_INSIDE = Lazy(r"(?<![\w.])(?P<cls>(?:[A-Z_]\w{0,80}\.){1,12}[A-Z_]\w{0,120}Exception)(?= \(|: |$)")
_INNER = Lazy(r"(?:^|[ \t])---> (?=(?:\(Inner Exception #\d+\) )?(?:[A-Z_]\w{0,80}\.){0,12}[A-Z_]\w{0,120})")
_INNER_LINE = Lazy(r"[ \t]*---> (?=(?:[A-Z_]\w{0,80}\.){0,12}[A-Z_]\w{0,120})")
_MEMBER = Lazy(r"[ \t]*---> \(Inner Exception #\d{1,5}\) ")
_END = "--- End of inner exception stack trace"
_PREVIOUS = "--- End of stack trace from previous location"
_WORDS_OF_LEAD = 2


class _Thrown:
    """One exception of a chain."""

    __slots__ = ("cls", "code", "first", "frames", "last", "spans")

    def __init__(self, first: int, cls: str | None, code: str | None, spans: list[Span]) -> None:
        self.first = self.last = first
        self.cls = cls
        self.code = code
        self.spans = spans
        self.frames: list[Frame] = []
        """As printed: the raising one first."""


class DotnetParser:
    """Reads an exception as `Exception.ToString` prints it."""

    name = "dotnet"
    hints: tuple[str, ...] = ("   at ", "---> ", "Unhandled exception. ")
    nearby: tuple[str, ...] = ("xception", "rror", "at ")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of an exception with its causes."""
        text = lines[at].text
        if is_frame(text):
            return _headless(lines, at)
        if _ALONE.match(text.rstrip()) and at + 1 < len(lines):
            return _read(lines, at + 1, sure=True)
        sure = _SURE.match(text) is not None
        return _read(lines, at, sure=sure) if sure or frames_below(lines, at) else None


def _read(lines: Sequence[Line], at: int, *, sure: bool) -> Block | None:
    text = lines[at].text[:_LOOK]
    lead = _LEAD.match(text)
    start = lead.end() if lead else indentation(text)
    header = _HEADER.match(text, start) or _INSIDE.search(text, start)
    if header is None:
        return None
    begun = _begin(lines, at, header.start(), sure=sure)
    if begun is None:
        return None
    chain, index = begun
    members: list[list[_Thrown]] = []
    index = _stacks(lines, at, index, chain)
    behind = index
    while index < len(lines) and (member := _MEMBER.match(lines[index].text)):
        begun = _begin(lines, index, member.end(), sure=True)
        if begun is None:
            break
        members.append(begun[0])
        index = behind = _stacks(lines, at, begun[1], begun[0])
        if index < len(lines) and lines[index].text.strip() == "<---":
            index = behind = index + 1
        while index < len(lines) and not lines[index].text.strip() and index - behind < 1:
            index += 1
    block = Block(_events(lines, chain, members[1:] if len(chain) > 1 else members), behind)
    _report_lead(lines[at], lead.end() if lead else 0, header.start(), block)
    return block


def _begin(lines: Sequence[Line], at: int, column: int, *, sure: bool) -> tuple[list[_Thrown], int] | None:
    """Return the chain that the lines above the first frame name, and that frame's index."""
    found = message_above(lines, at, column, _ends_message)
    if found is None:
        if not sure:
            return None
        found = message_spans(lines, at, column)
    spans, index = found
    chain = _chained(at, spans)
    while index < len(lines) and (inner := _INNER_LINE.match(lines[index].text)):
        low = inner.end()
        more = message_above(lines, index, low, _ends_message) or message_spans(lines, index, low)
        chain += _chained(index, more[0])
        index = more[1]
    return (chain, index) if chain else None


def _ends_message(text: str) -> bool:
    if is_frame(text) or text.strip().startswith((_END, _PREVIOUS)):
        return True
    return _INNER_LINE.match(text) is not None or _MEMBER.match(text) is not None


def _chained(at: int, spans: list[Span]) -> list[_Thrown]:
    """Return the exceptions that the lines of one message name: ` ---> ` parts them on the same line too."""
    chain: list[_Thrown] = []
    for number, span in enumerate(spans):
        text = span.line.text
        cuts = [match.span() for match in _INNER.finditer(text, span.low, span.high)]
        lows = [span.low, *(high for _, high in cuts)]
        highs = [*(low for low, _ in cuts), span.high]
        for part, (low, high) in enumerate(zip(lows, highs, strict=True)):
            header = _HEADER.match(text, low, high) if part or not number else None
            if header is None and chain:
                chain[-1].spans.append(Span(span.line, low, high))
                continue
            start = header.start("message") if header and header["message"] is not None else high
            cls, code = (header["cls"], header["code"]) if header else (None, None)
            chain.append(_Thrown(at, cls, code, [Span(span.line, start if header else low, high)]))
    for thrown in chain:
        thrown.last = at + len(spans) - 1
    return chain


def _stacks(lines: Sequence[Line], head: int, at: int, chain: list[_Thrown]) -> int:
    """Read the stacks, innermost exception first; return the index behind them."""
    level = len(chain) - 1
    index = at
    while index < len(lines):
        text = lines[index].text.strip()
        if not own(lines[head], lines[index]):
            break
        frame = read_frame(text)
        if frame:
            if level >= 0 and len(chain[level].frames) < MOST_FRAMES:
                chain[level].frames.append(frame)
                chain[level].last = index
            if text.endswith("<---"):
                return index + 1
        elif text.startswith(_END):
            level -= 1
        elif not text.startswith(_PREVIOUS):
            break
        index += 1
    return index


def _events(lines: Sequence[Line], chain: list[_Thrown], members: list[list[_Thrown]]) -> list[ErrorEvent]:
    """Return the events, causes first, the outermost exception last."""
    events: list[ErrorEvent] = []
    for thrown in reversed(chain):
        event = make_event(
            lines[thrown.first],
            lines[max(thrown.last, thrown.first)],
            thrown.spans,
            cls=thrown.cls,
            code=thrown.code,
            language="csharp",
            frames=list(reversed(thrown.frames)),
        )
        if thrown is not chain[0] and event.pieces:
            event.start = event.pieces[0].start  # it may stand on the same line as what it caused
        if events:
            event.role = "wrapper"
            event.caused_by, event.link = name(events[-1]), "direct"
        events.append(event)
    further: list[ErrorEvent] = []
    for member in members:
        further += _events(lines, member, [])
    root = events[-1]
    if further and root.caused_by is None:
        root.role = "wrapper"
        root.caused_by, root.link = name(further[-1]), "group"
    return [*further, *events]


def _headless(lines: Sequence[Line], at: int) -> Block | None:
    """Read frames whose first line is cut off, or names a class that nothing marks as an exception."""
    if at and own(lines[at - 1], lines[at]) and _HEADER.match(lines[at - 1].text.strip()):
        block = _read(lines, at - 1, sure=False)
        if block:
            return block
    chain = [_Thrown(at, None, None, [])]
    behind = _stacks(lines, at, at, chain)
    return Block(_events(lines, chain, []) if len(chain[0].frames) > 1 else [], max(behind, at + 1))


def _report_lead(line: Line, known: int, lead: int, block: Block) -> None:
    """Keep what a program wrote in front of the exception on the same line."""
    low = indentation(line.text)
    text = line.text[low:lead].rstrip(" :-").rstrip()
    words = [word for word in text.split() if word.isalpha() and len(word) > 1]
    if lead > known and len(words) >= _WORDS_OF_LEAD:
        report(make_event(line, line, [Span(line, low, low + len(text))], language="csharp", inferred=True), block)
