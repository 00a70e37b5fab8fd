"""Crashes of the Python interpreter as faulthandler reports them: `Fatal Python error: Segmentation fault` and threads.

The frames are those of the current thread; the other threads belong to the event.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import make_event, rest_of
from errkb.parse.chain import name
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import class_line, indentation, next_text
from errkb.parse.traceback import read_traceback

__all__ = ["FaulthandlerParser"]

_HEAD = Lazy(r"[ \t]*(?:Fatal Python error: \S|Windows fatal exception: \S|Timeout \(\d{1,3}:\d\d:\d\d(?:\.\d+)?\)!$)")
_STATE = Lazy(r"[ \t]*(?:Python runtime state: |Extension modules: |<no Python frame>|Garbage-collecting$)")
_THREAD = Lazy(r"[ \t]*(?P<current>Current t|T)hread 0x[0-9a-fA-F]+ .{0,80}\(most recent call first\)")
_C_STACK = Lazy(r"[ \t]*(?:Current thread's C stack trace|Binary file \"|<truncated rest)")
_FATAL = "Fatal Python error: "
_LOOK = 300
_MOST_PARTS = 300


class FaulthandlerParser:
    """Reads the report of a crash with all its threads."""

    name = "faulthandler"
    hints: tuple[str, ...] = ("Fatal Python error: ", "Windows fatal exception: ")
    nearby: tuple[str, ...] = ("Timeout (",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the crash and the exception behind it, if one is named."""
        text = lines[at].text
        column = max(text.find(_FATAL, 0, _LOOK), 0)  # pytest's dots stand before it on the same line
        match = _HEAD.match(text, column)
        if match is None or ("Timeout" in match[0] and not _thread_below(lines, at)):
            return None
        reader = _Reader(lines, at)
        reader.read()
        span = rest_of(lines[at], column or indentation(text))
        event = make_event(
            lines[at],
            lines[reader.next - 1],
            [span],
            language="python",
            frames=reader.frames,
            inferred=not reader.frames,
        )
        if reader.reason:
            event.caused_by, event.link = name(reader.reason), "direct"
            return Block([event, reader.reason], reader.next)
        return Block([event], reader.next)


class _Reader:
    """Goes over the parts below the first line."""

    def __init__(self, lines: Sequence[Line], at: int) -> None:
        self.lines = lines
        self.next = at + 1
        self.frames: list[Frame] = []
        self.reason: ErrorEvent | None = None

    def read(self) -> None:
        """Read threads, state and the exception until something else stands there."""
        for _ in range(_MOST_PARTS):
            index = next_text(self.lines, self.next, 1)
            if index is None or not self._part(index):
                break

    def _part(self, index: int) -> bool:
        line = self.lines[index]
        thread = _THREAD.match(line.text)
        if thread:
            trace = read_traceback(self.lines, index)
            self.next = trace.next
            if thread["current"] != "T" or not self.frames:
                self.frames = trace.frames
            return True
        if _STATE.match(line.text) or _C_STACK.match(line.text):
            self.next = index + 1
            return True
        found = class_line(line.text, loose=False) if not self.frames and self.reason is None else None
        if found is None or not line.text[:1].isalpha():
            return False
        self.reason = make_event(line, line, [rest_of(line, found.column)], cls=found.cls, language="python")
        self.next = index + 1
        return True


def _thread_below(lines: Sequence[Line], at: int) -> bool:
    index = next_text(lines, at + 1, 1)
    return index is not None and _THREAD.match(lines[index].text) is not None
