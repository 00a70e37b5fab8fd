"""What the Python runtime says around a traceback: exceptions ignored in a destructor, tasks nobody waited for."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.chain import report
from errkb.parse.lazy import Lazy
from errkb.parse.python import PythonParser
from errkb.parse.quoted import read_call
from errkb.parse.shapes import indentation, next_text

__all__ = ["AsideParser"]

_IGNORED = Lazy(
    r"[ \t]*(?:Exception ignored (?:in|on|while)\b|Exception in thread .*(?:most likely raised during inter))"
)
_NEVER = Lazy(
    r"[ \t]*(?:(?:Task|Future) exception was never retrieved|Exception in callback "
    r"|Unhandled exception in (?:event )?loop|Task was destroyed but it is pending)"
)
_OBJECT = Lazy(r"[ \t]*(?:future|task|handle|protocol|transport|source_traceback|client_session|connections?): ")
_EXCEPTION = Lazy(r"\bexception=(?=[A-Za-z_][\w.]*\()")
_UNCLOSED = Lazy(r"[ \t]*Unclosed (?:client session|connector|connection)")


class AsideParser:
    """Reads such a line together with the traceback below it."""

    name = "aside"
    hints: tuple[str, ...] = (
        *("Exception ignored ", "Exception in ", "xception was never retrieved", "Unhandled exception in "),
        *("Unclosed ", "Task was destroyed"),
    )
    nearby: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._python = PythonParser()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of the announcement and its traceback."""
        text = lines[at].text
        if _IGNORED.match(text):
            return self._ignored(lines, at)
        if _NEVER.match(text):
            return self._never_retrieved(lines, at)
        if _UNCLOSED.match(text):
            return self._alone(lines, at)
        return None

    def _ignored(self, lines: Sequence[Line], at: int) -> Block:
        """Exceptions in destructors and at exit: printed because nobody can handle them, and harmless."""
        block = self._below(lines, at)
        if not block.events:
            block.events.append(_announcement(lines, at, block.next))
        for event in block.events:
            event.role = "noise"
        return block

    def _never_retrieved(self, lines: Sequence[Line], at: int) -> Block:
        block = self._below(lines, at)
        announcement = _announcement(lines, at, at + 1)
        printed = _printed_exception(lines, at, block.next)
        if block.events:
            last = block.events[-1]
            if printed and last.cls is None and not last.message:
                last.cls, last.message, last.pieces = printed.cls, printed.message, printed.pieces
            report(announcement, block)
        elif printed:
            block.events.append(printed)
            report(announcement, block)
        else:
            block.events.append(announcement)
        return block

    def _alone(self, lines: Sequence[Line], at: int) -> Block:
        behind = _objects(lines, at + 1)
        return Block([_announcement(lines, at, behind)], behind)

    def _below(self, lines: Sequence[Line], at: int) -> Block:
        """Return the traceback below the announcement and the objects it shows."""
        index = _objects(lines, at + 1)
        below = next_text(lines, index, 1)
        if below is not None and "raceback" in lines[below].text:
            block = self._python.parse(lines, below)
            if block:
                return block
        return Block(next=index)


def _objects(lines: Sequence[Line], at: int) -> int:
    while at < len(lines) and _OBJECT.match(lines[at].text):
        at += 1
    return at


def _announcement(lines: Sequence[Line], at: int, behind: int) -> ErrorEvent:
    line = lines[at]
    spans = [rest_of(line, indentation(line.text))]
    return make_event(line, lines[max(at, behind - 1)], spans, language="python", inferred=True)


def _printed_exception(lines: Sequence[Line], at: int, behind: int) -> ErrorEvent | None:
    """Return the exception that the repr of a task shows: `exception=ServerDisconnectedError(None)`."""
    for line in lines[at:behind]:
        match = _EXCEPTION.search(line.text) if "exception=" in line.text else None
        if match and (call := read_call(line.text, match.end())):
            span = Span(line, call.low, call.high)
            return make_event(line, line, [span], cls=call.cls, language="python")
    return None
