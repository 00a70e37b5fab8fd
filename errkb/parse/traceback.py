"""Reading one Python traceback: the frames, their source lines, the class line and the message.

Tracebacks come cut at both ends, with lost or uniform indentation, and newest first; what is left decides. Source
lines are told from the class line by indentation as long as there is any, else by their look.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, joined, make_event, rest_of
from errkb.parse.continuation import message_spans, same_record
from errkb.parse.cppstack import attach_stack
from errkb.parse.debugpage import exception_below
from errkb.parse.frames import make_frame
from errkb.parse.lazy import Lazy
from errkb.parse.raising import Raise, find_raise
from errkb.parse.shapes import (
    HEADER,
    ClassLine,
    chain_link,
    class_line,
    indentation,
    is_marker,
    next_text,
    starts_something,
    strong_class,
)

__all__ = ["Traceback", "is_frame", "is_header", "read_traceback"]

_QUOTE = r"\\?[\"“”]"
_PLACE = r",? line (?P<line>\d+)(?:,? in (?P<function>.+)|,.{0,20})?$"
_FRAME = Lazy(rf"[ \t]*(?:[-*•] )?File {_QUOTE}(?P<file>[^\"“”\n]{{1,1000}}?){_QUOTE}{_PLACE}")
_FRAME_BARE = Lazy(rf"[ \t]*File {_QUOTE}(?P<file>[^\"“”\n]{{1,1000}}?){_QUOTE} in (?P<function><?\w[\w.<>]*)$")
_NUMBERED = Lazy(r"[ \t]*(?P<line>\d{1,7})\. ?(?P<code>.*)$")
"""Old debug pages of Django: the number of the line stands before its source."""
_FRAME_TAIL = Lazy(rf"(?P<file>[^\s\"“”][^\"“”\n]{{0,300}}\.(?:py|pyx|pxi)){_QUOTE}{_PLACE}")
"""A frame whose beginning is cut off."""
_FRAME_CUT = Lazy(r"[ \t]*File (?:[\"“][^\"“”\n]*[\"”]?(?:, ?(?:l(?:i(?:n(?:e ?\d*)?)?)?)?)?)?$")
_HEADER_START = "Traceback (most"
_FIRST = "(most recent call first)"
_REPEATED = "[Previous line repeated"
_ELLIPSIS = frozenset({"...", "…", "[...]", "<snip>", "(...)"})
_RECURSION = 3
"""A frame printed this often in a row, at the end of a cut traceback: unbounded recursion."""
_MOST_FRAMES = 3000
_QUIET = frozenset({"INFO", "DEBUG", "NOTICE", "TRACE"})


class Traceback:
    """What one traceback consists of; indexes are those of the stream's lines."""

    __slots__ = ("first", "found", "frames", "next", "repeated", "source", "spans")

    def __init__(self, first: int) -> None:
        self.first = first
        self.next = first + 1
        self.frames: list[Frame] = []
        self.source: list[Line] = []
        """The source lines under the last frame."""
        self.found: ClassLine | None = None
        self.spans: list[Span] = []
        self.repeated = False

    def event(self, lines: Sequence[Line]) -> ErrorEvent | None:
        """Return the event, or `None` where nothing but a header is left."""
        if not self.frames and not self.found:
            return None
        if not self.found and not self.spans and (below := exception_below(lines, self.next)):
            cls, self.spans, self.next = below
            self.found = ClassLine(cls, 0)
        statement = find_raise(self.source) if not self.found else None
        event = make_event(
            lines[self.first],
            lines[self.next - 1],
            self.spans,
            cls=self.found.cls if self.found else None,
            language="python",
            frames=self.frames,
        )
        if not self.found:
            _complete(event, statement, self)
        self.next = attach_stack(event, lines, self.next)
        return event


def is_header(text: str) -> bool:
    """Say whether a line holds the header of a traceback, whole or cut at its end."""
    return "raceback" in text and (HEADER in text or text.strip().startswith(_HEADER_START))


def is_frame(text: str) -> bool:
    """Say whether a line is a frame of a traceback."""
    return _match_frame(text) is not None


def read_traceback(lines: Sequence[Line], at: int) -> Traceback:
    """Read the traceback that begins at line `at` with its header or a frame."""
    trace = Traceback(at)
    reader = _Reader(lines, trace, lines[at])
    text = lines[at].text
    if is_header(text) or _FIRST in text:
        newest_first = _FIRST in text
        reader.index = at + 1
        if newest_first or reader.newest_first():
            reader.read_reversed()
            return trace
    reader.read()
    return trace


class _Reader:
    """Goes down the lines of one traceback."""

    def __init__(self, lines: Sequence[Line], trace: Traceback, head: Line) -> None:
        self.lines = lines
        self.trace = trace
        self.head = head
        self.index = trace.first
        self.frame_indent = 0
        self.uniform = False
        """Source lines stand as far left as frames: indentation says nothing."""

    def read(self) -> None:
        """Read frames with their source, then the class line."""
        trace = self.trace
        while self.index < len(self.lines) and len(trace.frames) < _MOST_FRAMES:
            line = self.lines[self.index]
            if not line.text.strip():
                if not self._skip_blank():
                    break
                continue
            if not self._own(line) or not (self._frame(line) or self._source(line)) or trace.found:
                break
            self.index += 1
            trace.next = self.index

    def newest_first(self) -> bool:
        """Say whether the class line stands right below the header, and frames below that."""
        index = next_text(self.lines, self.index, 1)
        if index is None or class_line(self.lines[index].text, loose=False) is None:
            return False
        below = self.lines[index + 1 : index + 4]
        return any(is_frame(line.text) for line in below) and not any(is_header(line.text) for line in below)

    def read_reversed(self) -> None:
        """Read a traceback whose last call comes first; a source line may stand above its frame."""
        trace = self.trace
        above: Line | None = None
        while self.index < len(self.lines) and len(trace.frames) < _MOST_FRAMES:
            line = self.lines[self.index]
            text = line.text
            if not text.strip() or not self._own(line):
                break
            frame = _read_frame(text)
            if frame:
                frame.code = above.text.strip() if above else None
                trace.frames.append(frame)
                above = None
            elif not trace.frames and not trace.found and (found := class_line(text, loose=False)):
                trace.found = found
                trace.spans = [rest_of(line, found.column)]
            elif starts_something(text):
                break
            elif above is not None:
                break  # two lines that are no frame: something else
            else:
                above = line
            self.index += 1
            trace.next = self.index
        trace.frames.reverse()

    def _own(self, line: Line) -> bool:
        """Say whether a line can be part of this traceback by its log level and logger."""
        if line.level in _QUIET and line.level != self.head.level:
            return False
        return line.logger is None or self.head.logger is None or line.logger == self.head.logger

    def _skip_blank(self) -> bool:
        """Step over blank lines inside a traceback, as some loggers print them."""
        index = next_text(self.lines, self.index, 2)
        if index is None:
            return False
        text = self.lines[index].text
        found = class_line(text, loose=False)
        if is_frame(text) or (self.trace.frames and found and strong_class(found.cls) and not chain_link(text)):
            self.index = index
            return True
        return False

    def _frame(self, line: Line) -> bool:
        frame = _read_frame(line.text)
        if frame is None:
            return False
        self.frame_indent = indentation(line.text)
        if not line.text.lstrip().startswith(("File", "-", "*", "•")):
            self.frame_indent = -1  # cut off at the front: the source line will tell
        self.trace.frames.append(frame)
        self.trace.source = []
        return True

    def _source(self, line: Line) -> bool:
        """Take a line below a frame: its source, a marker, a note about repetition, or the class line."""
        trace, text = self.trace, line.text
        stripped = text.strip()
        if is_marker(text) or stripped in _ELLIPSIS:
            return True
        if stripped.startswith(_REPEATED):
            trace.repeated = True
            return True
        if _FRAME_CUT.match(text):
            return True
        if not trace.frames:
            return self._class(line, loose=False)
        indent = indentation(text)
        if self.frame_indent < 0 or (not trace.source and indent > self.frame_indent + 2):
            self.frame_indent = max(indent - 2, 0)
        if indent > self.frame_indent:
            return self._code(line)
        if self._class(
            line, loose=indent < self.frame_indent or (indent == 0 and not self.uniform and bool(trace.source))
        ):
            return True
        if indent == self.frame_indent and (self.uniform or not trace.source) and not starts_something(text):
            self.uniform = True
            return self._code(line)
        self._message_alone(line)
        return False

    def _code(self, line: Line) -> bool:
        frame = self.trace.frames[-1]
        if frame.line is None and (match := _NUMBERED.match(line.text)):
            frame.line, frame.code = int(match["line"]), match["code"].strip()
        elif frame.code is None:
            frame.code = line.text.strip()
        self.trace.source.append(line)
        return True

    def _class(self, line: Line, *, loose: bool) -> bool:
        """Take the class line with its message, which ends the traceback."""
        found = class_line(line.text, loose=loose)
        if found is None or (starts_something(line.text) and not strong_class(found.cls)):
            return False
        trace = self.trace
        trace.found = found
        trace.spans, trace.next = message_spans(self.lines, self.index, found.column, framed=self._framed(line))
        return True

    def _framed(self, line: Line) -> bool:
        return self.trace.first < self.index and same_record(self.lines[self.index - 1], line, framed=True)

    def _message_alone(self, line: Line) -> None:
        """Take a message whose class was lost: it stands where the class line would, right under a raise."""
        trace = self.trace
        if starts_something(line.text) or not trace.source or not find_raise(trace.source):
            return
        if not same_record(self.lines[self.index - 1], line, framed=True):
            return
        spans, trace.next = message_spans(self.lines, self.index, indentation(line.text), framed=self._framed(line))
        text = line.text.strip()
        if text[0] in "\"'" and len(spans) == 1:
            spans = [Span(line, spans[0].low + 1, spans[0].high - (len(text) > 1 and text[-1] == text[0]))]
        trace.spans = spans


def _match_frame(text: str) -> re.Match[str] | None:
    if " line " not in text:
        return _FRAME_BARE.match(text.rstrip()) if 'File "' in text else None
    text = text.rstrip()
    return _FRAME.match(text) or _FRAME_TAIL.match(text)


def _read_frame(text: str) -> Frame | None:
    match = _match_frame(text)
    if match is None:
        return None
    said = match.groupdict()
    line: str | None = said.get("line")
    function: str | None = said["function"]
    return make_frame(match["file"].replace("\\\\", "\\"), int(line[:9]) if line else None, function)


def _complete(event: ErrorEvent, statement: Raise | None, trace: Traceback) -> None:
    """Fill in what the end of the traceback would have said, as far as the rest tells."""
    if statement:
        event.cls = statement.cls
        if not event.message:
            event.raise_code = statement.code
            event.message, event.pieces = joined(statement.parts)
    elif not event.message and (trace.repeated or _recursive(trace.frames)):
        event.cls = "RecursionError"
        event.inferred = True


def _recursive(frames: list[Frame]) -> bool:
    places = [(frame.file, frame.line, frame.function) for frame in frames]
    run = best = 1
    for above, below in pairwise(places):
        run = run + 1 if above == below else 1
        best = max(best, run)
    return best >= _RECURSION
