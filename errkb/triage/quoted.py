"""Lines that only quote an error: healthy lines of a logger that name one, and messages of commits.

Such a line still counts as an occurrence of what it says; it only does not tell how its unit ended. A logger may well
say at INFO that a build failed: there only words in quotation marks are quoted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from errkb.model.event import ErrorEvent, Line
from errkb.model.text import Text
from errkb.parse.lines import lines_of
from errkb.triage.outcome import RUNNER, Ending

__all__ = ["Commits", "quotes_ending", "quotes_event"]

_ABOVE = 4096
"""Bytes above a block in which the head of a commit is looked for."""
_DEBUG = frozenset({"DEBUG", "TRACE"})
_HEALTHY = _DEBUG | {"INFO", "NOTICE"}
_STAMP = r"(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,]{8,20}Z?\]? )?"
_ONE_LINE = re.compile(
    _STAMP
    + r"(?:(?:HEAD is now at|Previous HEAD position was) [0-9a-f]{7,40} "
    + r"|[*|/\\ ]{0,20}(?=\d{0,39}[a-f])(?:[0-9a-f]{40}|[0-9a-f]{7,10}) "
    + r"|\[[^\s\]]{1,100} (?:\(root-commit\) )?[0-9a-f]{7,40}\] "
    + r'|Commit message: ")'
)
"""`git log --oneline`, what `git checkout` and `git commit` print, Jenkins."""
_MESSAGE = re.compile(
    rf"^{_STAMP}(?:Author|Commit)?Date: [^\n]*\n(?P<body>(?:{_STAMP}(?: {{4}}[^\n]*)?\r?(?:\n|\Z)){{1,200}})".encode()
)
"""`git log`: below the last line of its head a message is indented."""
_OPEN = re.compile(r"""(?:^|[\s(=:])(["'`])(?:(?!\1).){0,400}$""")


@dataclass(slots=True)
class Commits:
    """Where messages of commits stand, as numbers of lines."""

    _starts: list[int] = field(default_factory=list)
    _ends: dict[int, int] = field(default_factory=dict)
    _tail: bytes = b""

    def add(self, data: bytes, number: int) -> None:
        """Take the next block, which begins with line `number`; a message may have begun in the one before."""
        text, first = self._tail + data, number - self._tail.count(b"\n")
        at, counted = text.find(b"Date: "), 0
        while at >= 0:
            begin = text.rfind(b"\n", 0, at) + 1
            if at - begin < 64 and (found := _MESSAGE.match(text[begin : begin + 4 * _ABOVE])):
                first, counted = first + text.count(b"\n", counted, begin), begin
                self._note(first + 1, first + 1 + len(found["body"].split(b"\n")) - found["body"].endswith(b"\n"))
            at = text.find(b"Date: ", at + 1)
        tail = text[-_ABOVE:]
        self._tail = tail if len(text) <= _ABOVE else tail[tail.find(b"\n") + 1 :]

    def hold(self, number: int) -> bool:
        """Return whether a line is of a message."""
        at = bisect_right(self._starts, number) - 1
        return at >= 0 and number < self._ends[self._starts[at]]

    def _note(self, start: int, end: int) -> None:
        if start not in self._ends:
            self._starts.append(start)
        self._ends[start] = max(end, self._ends.get(start, 0))


def quotes_event(event: ErrorEvent, line: Line, raw: str) -> bool:
    """Return whether a line only quotes its error; `raw` is how it stands in the log."""
    stack = any(frame.function for frame in event.frames)
    return (line.level in _HEALTHY and not stack) or bool(_ONE_LINE.match(raw))


def quotes_ending(ending: Ending, raw: str) -> bool:
    """Return whether a line only quotes that something failed or passed."""
    if _ONE_LINE.match(raw):
        return True
    line = lines_of(Text.of(raw))[0]
    if line.level in _DEBUG and ending.strength < RUNNER:
        return True
    before, found, _ = line.text.partition(ending.mark)
    return line.level in _HEALTHY and bool(found and _OPEN.search(before))
