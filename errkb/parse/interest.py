"""Which lines of a long log are worth reading closely.

In a log of a million lines nearly all say nothing. A line is read closely where it holds one of a few words, and so
are the lines right below it; from the others not even their carriers are taken off. Short texts are read closely
throughout, so this only ever matters for logs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

__all__ = ["CLOSELY", "interesting"]

CLOSELY = 3000
"""Up to so many lines, all are read closely."""
_WORDS = (
    *("rror", "ERR", "xcept", "raceback", 'File "', "FATAL", "atal", "CRIT", "SEVERE", "anic", "WARN", "arning: "),
    *(
        "ailed",
        "nable to",
        "annot",
        "ould not",
        "illed",
        "bort",
        "egmentation",
        "nterrupt",
        "ut of memory",
        "nclosed ",
        "what(): ",
    ),
    *("No space", "No module", "Received sig", "× ", "✖ ", "╭─", "\nE   ", "[E", "\nE0", "\nE1", " E0", " E1"),
)
_BELOW = 12
"""Lines below that are read closely too; indented ones do not count."""
_MOST_INDENTED = 400
_HEAD = 4
"""A line that begins with as many of the same characters as the one above is most likely the next log record."""


def interesting(value: str, starts: Sequence[int], hints: Sequence[str] = ()) -> bytearray:
    """Return 1 for each line to read closely, by the offsets at which lines start."""
    marks = bytearray(len(starts))
    if len(starts) <= CLOSELY:
        return bytearray(b"\1") * len(starts)
    for word in (*_WORDS, *hints):
        at = value.find(word)
        while at >= 0:
            line = bisect_right(starts, at + (word[0] == "\n")) - 1
            marks[line] = 1
            if line + 1 >= len(starts):
                break
            at = value.find(word, starts[line + 1] - 1)
    _spread(value, starts, marks)
    return marks


def _spread(value: str, starts: Sequence[int], marks: bytearray) -> None:
    """Mark the lines below those marked."""
    line = marks.find(1)
    while line >= 0:
        left, indented = _BELOW, _MOST_INDENTED
        head = value[starts[line] : starts[line] + _HEAD]
        line += 1
        while line < len(marks) and left > 0 and indented:
            start = starts[line]
            if marks[line]:
                left, indented = _BELOW, _MOST_INDENTED
                head = value[start : start + _HEAD]
            elif value[start : start + 1].isspace():
                indented -= 1
            else:
                left -= _BELOW // 2 if value.startswith(head, start) else 1
            marks[line] = 1
            line += 1
        line = marks.find(1, line)
