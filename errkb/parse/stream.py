"""The lines of one process, and the blocks found on them.

A stream holds only the lines that a block which has begun may still need. A block counts as read when so many lines
stand behind it that more of them could not change it, or when it has become longer than any real one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from errkb.hookspecs import Block, Parser
from errkb.model.event import ErrorEvent, Line
from errkb.parse.chain import report
from errkb.parse.roles import by_wording

__all__ = ["AHEAD", "Stream"]

AHEAD = 512
"""Lines behind the end of its block that a parser may look at."""
_LONGEST = 10_000
"""Lines of a block that may still go on; the longest real ones are deep recursions, printed whole."""

Asked = Callable[[Line], Sequence[Parser]]
Collect = Callable[[Sequence[ErrorEvent], Sequence[str], Sequence[Line]], None]


class Stream:
    """Takes lines, gives the events on them to `collect`."""

    __slots__ = ("_asked", "_at", "_collect", "lines")

    def __init__(self, asked: Asked, collect: Collect) -> None:
        self.lines: list[Line] = []
        self._asked = asked
        self._collect = collect
        self._at = 0

    def read(self, *, last: bool) -> int:
        """Read as far as further lines can change nothing, or to the end where none come (`last`).

        Returns the number of lines at the beginning that are done with; they are still there until `drop`.
        """
        lines, index = self.lines, self._at
        end = len(lines) if last else len(lines) - AHEAD
        waiting: _Announcement | None = None
        while index < end:
            block = self._ask(index)
            if block is None:
                index += 1
                continue
            behind = max(block.next, index + 1)
            if behind > end and not last and behind - index < _LONGEST:
                break
            for event in block.events:
                by_wording(event)
            if waiting:
                if not waiting.reports(lines, index, block):
                    self._give([waiting.event], waiting.first, waiting.behind)
                waiting = None
            if _may_announce(block):
                waiting = _Announcement(block.events[0], index, behind)
            else:
                self._give(block.events, index, behind)
            index = behind
        if waiting and (last or index - waiting.behind > 1 or waiting.behind - waiting.first > AHEAD):
            self._give([waiting.event], waiting.first, waiting.behind)
            waiting = None
        self._at = waiting.first if waiting else index
        return self._at

    def drop(self) -> None:
        """Forget the lines that are done with."""
        del self.lines[: self._at]
        self._at = 0

    def characters(self) -> int:
        """Return how many characters are held."""
        return sum(len(line.text) for line in self.lines)

    def _ask(self, index: int) -> Block | None:
        for parser in self._asked(self.lines[index]):
            block = parser.parse(self.lines, index)
            if block is not None:
                return block
        return None

    def _give(self, events: Sequence[ErrorEvent], first: int, behind: int) -> None:
        if events:
            lines = self.lines[first:behind]
            repeated = max(line.repeated for line in lines)
            for event in events:
                event.occurrences += repeated
            self._collect(events, list(dict.fromkeys(line.process for line in lines if line.process)), lines)


class _Announcement:
    """A log line that may announce the traceback right below it, and the lines it stands on."""

    __slots__ = ("behind", "event", "first")

    def __init__(self, event: ErrorEvent, first: int, behind: int) -> None:
        self.event = event
        self.first = first
        self.behind = behind

    def reports(self, lines: Sequence[Line], index: int, block: Block) -> bool:
        """Put the line in front of the block at `index` if it announces it."""
        last = block.events[-1] if block.events else None
        if last is None or not last.frames or index - self.behind > 1:
            return False
        if any(line.text.strip() for line in lines[self.behind : index]):
            return False
        if _same_prefix(lines[self.first], lines[index]) or _says_more(last, block):
            report(self.event, block)
            return True
        return False


def _may_announce(block: Block) -> bool:
    """Say whether the block is a single log line without class and language, as loggers print it above a traceback."""
    if len(block.events) != 1:
        return False
    event = block.events[0]
    return event.inferred and event.language is None and not event.frames


def _same_prefix(announcing: Line, header: Line) -> bool:
    return header.level is not None and (announcing.level, announcing.logger) == (header.level, header.logger)


def _says_more(last: ErrorEvent, block: Block) -> bool:
    incomplete = last.cls is None and not last.message
    return incomplete or any(event.role == "cause" for event in block.events)
