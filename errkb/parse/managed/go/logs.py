"""Errors in Go's logs: `msg err="…"` of klog and its like, and plain lines of the `log` package."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.chain import name
from errkb.parse.lazy import Lazy
from errkb.parse.managed.go.frames import make_frame, read_place
from errkb.parse.segment import Segment, of_line, unescape
from errkb.parse.shapes import class_line, starts_something

__all__ = ["GoLogParser", "RecordParser"]

_SEVERE = frozenset({"ERROR", "FATAL", "CRITICAL"})
_PAIR = Lazy(
    r"(?:\"(?P<quoted>(?:[^\"\\]|\\.){1,2000})\"|(?P<plain>[^\"=]{1,400}?)) (?:[\w./-]{1,60}=\S{1,300} ){0,12}?"
    r"(?:err|error)=(?:\"(?P<error>(?:[^\"\\]|\\.){1,6000})\"?|(?P<bare>[^\s\"]{1,300}))"
)
_TROUBLE = Lazy(
    r"(?:.{0,300}: )?(?:dial (?:tcp|udp|unix)\d? |listen (?:tcp|udp|unix)\d? |lookup \S+(?: on \S+)?: )"
    r"\S.{0,300}: (?:[a-z]+: )?(?:connection refused|address already in use|no such host|i/o timeout|permission denied"
    r"|no route to host|network is unreachable|cannot assign requested address|connection reset by peer)"
)


_BETWEEN_VALUES = len(" error=")
"""Characters of the input between two values of a record, at least; an escaped line end takes fewer."""


class RecordParser:
    """Reads a structured record in which message and error are values of their own."""

    name = "log-record"
    hints: tuple[str, ...] = ()
    nearby: tuple[str, ...] = ("ERROR",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one record: the error, and the message that reports it."""
        head = lines[at]
        if head.level not in _SEVERE or at + 1 >= len(lines) or lines[at + 1].number != head.number:
            return None
        values: list[list[Line]] = [[head]]
        index = at + 1
        while index < len(lines) and lines[index].number == head.number:
            line = lines[index]
            if line.start - values[-1][-1].end >= _BETWEEN_VALUES:
                values.append([])
            values[-1].append(line)
            index += 1
        said, error, *rest = (*values, [], [])[:3] if len(values) > 1 else ([], [])
        if not said or _known(said) or _known(error):
            return None
        frames = _frames(rest[0])
        if ": " in said[0].text and ": " not in error[0].text:
            said, error = error, said  # logrus sorts its keys
        message, cause = _event(said, frames=[]), _event(error, frames=frames)
        message.role = "wrapper"
        message.caused_by, message.link = name(cause), "quoted"
        return Block([cause, message], index)


def _known(value: Sequence[Line]) -> bool:
    """Say whether a value is a trace, or a message with its class: others read those."""
    return any(starts_something(line.text) or class_line(line.text, loose=False) for line in value)


def _event(value: Sequence[Line], frames: list[Frame]) -> ErrorEvent:
    spans = [Span(line, 0, len(line.text)) for line in value]
    language = "go" if frames else None
    return make_event(value[0], value[-1], spans, language=language, frames=frames, inferred=True)


def _frames(value: Sequence[Line]) -> list[Frame]:
    """Return the frames of zap's `stacktrace`, outermost first."""
    frames: list[Frame] = []
    for call, place in pairwise(value):
        found = read_place(place.text)
        if found and call.text and not call.text[0].isspace():
            frames.append(
                make_frame(found["file"], int(found["line"]), call.text.partition("(0x")[0].removesuffix("(...)"))
            )
    return frames[::-1]


class GoLogParser:
    """Reads the error of a structured line as what the message was caused by."""

    name = "go-log"
    hints: tuple[str, ...] = ("dial tcp", "listen tcp", "dial unix")
    nearby: tuple[str, ...] = ("ERROR",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one line."""
        line = lines[at]
        match = _PAIR.match(line.text[:8000]) if line.level in _SEVERE and "rr" in line.text else None
        if match is None:
            return _plain(line, at)
        group = "error" if match["error"] is not None else "bare"
        said = "quoted" if match["quoted"] is not None else "plain"
        message = make_event(line, line, [Span(line, *match.span(said))], inferred=True, language="go")
        inner = _unescaped(line, *match.span(group))
        error = make_event(inner, line, [Span(inner, 0, len(inner.text))], inferred=True, language="go")
        message.caused_by, message.link = name(error), "quoted"
        message.role = "wrapper"
        return Block([error, message], at + 1)


def _plain(line: Line, at: int) -> Block | None:
    """`2024/01/01 10:00:00 dial tcp …: connection refused`: only the wording says that it is an error."""
    if line.level is not None or line.time is None or not _TROUBLE.match(line.text[:1000]):
        return None
    span = Span(line, 0, len(line.text.rstrip()))
    return Block([make_event(line, line, [span], language="go", inferred=True)], at + 1)


def _unescaped(line: Line, low: int, high: int) -> Line:
    """Return the value as a line of its own, its escapes undone."""
    first = unescape(Segment(line.text[low:high], of_line(line, low, high, 0)))[0]  # of several lines it says the most
    text, pieces = first.text, first.pieces
    start = pieces[0].start if pieces else line.start
    return Line(text, line.number, line.at, start, line.end, line.stream, line.process, time=line.time, pieces=pieces)
