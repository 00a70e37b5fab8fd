"""Python tracebacks: header or none, chained, exception groups, syntax errors, notes, cut at either end."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Line
from errkb.parse.build import Span, make_event
from errkb.parse.chain import read_chain, report
from errkb.parse.continuation import ends_above, message_spans
from errkb.parse.group import is_group, read_group
from errkb.parse.shapes import HEADER, chain_link, class_line, indentation, next_text
from errkb.parse.traceback import Traceback, is_frame, is_header, read_traceback

__all__ = ["PythonParser"]

_HEADERS = (HEADER, "(most recent call first)")


class PythonParser:
    """Reads tracebacks as the interpreter prints them."""

    name = "python"
    hints: tuple[str, ...] = ("raceback", 'File "', "File “", "(most recent call first)", "rror", "xcept", "Interrupt")
    nearby: tuple[str, ...] = ('", line ', "Exit", "Warning", "Timeout", "Failure", "Fault")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of a whole chain of tracebacks."""
        text = lines[at].text
        if not _starts(text):
            return self._class_before_separator(lines, at)
        block = read_chain(lines, at, _read, _starts)
        above = _text_before_header(lines[at])
        if above:
            report(make_event(lines[at], lines[at], [above], language="python", inferred=True), block)
        return block

    def _class_before_separator(self, lines: Sequence[Line], at: int) -> Block | None:
        """A class line above a separator: the traceback before it is cut off."""
        found = class_line(lines[at].text, loose=False)
        if found is None:
            return None
        below = next_text(lines, at + 1)
        if below is None or (chain_link(lines[below].text) is None and ends_above(lines[at], lines[below])):
            return None
        spans, behind = message_spans(lines, at, found.column)
        index = next_text(lines, behind)
        if index is None or chain_link(lines[index].text) is None:
            return None

        def read(lines: Sequence[Line], index: int) -> tuple[list[ErrorEvent], int]:
            if index != at:
                return _read(lines, index)
            event = make_event(lines[at], lines[behind - 1], spans, cls=found.cls, language="python")
            return [event], behind

        return read_chain(lines, at, read, _starts)


def _starts(text: str) -> bool:
    return is_header(text) or is_frame(text) or _HEADERS[1] in text or is_group(text)


def _read(lines: Sequence[Line], at: int) -> tuple[list[ErrorEvent], int]:
    if is_group(lines[at].text):
        return read_group(lines, at, _read_one)
    return _read_one(lines, at)


def _read_one(lines: Sequence[Line], at: int) -> tuple[list[ErrorEvent], int]:
    trace: Traceback = read_traceback(lines, at)
    event = trace.event(lines)
    return ([event] if event else []), trace.next


def _text_before_header(line: Line) -> Span | None:
    """Return what stands before the header on the same line (`Scheduler hit an exception: Traceback …`)."""
    if is_group(line.text):
        return None
    low = indentation(line.text)
    high = line.text.find(HEADER)
    text = line.text[low:high].rstrip() if high > low else ""
    return Span(line, low, low + len(text)) if len(text) > 3 and text[0].isalpha() else None
