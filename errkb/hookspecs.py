"""The seams where errkb is extended: reading, harvesting and exporting.

`Parser` is complete. `Harvester` and `Exporter` get their protocols together with their first implementation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from errkb.model.event import ErrorEvent, Line

__all__ = ["Block", "Parser"]


@dataclass(slots=True)
class Block:
    """What a parser made of the lines from where it was asked: the events, and the index of the first line left."""

    events: list[ErrorEvent] = field(default_factory=list)
    next: int = 0


class Parser(Protocol):
    """Recognises one shape of error text.

    The reader goes over the lines of one process; at each line that holds one of the parsers' `hints` it asks the
    parsers in order. A parser answers with a `Block` that starts at line `at`, or with `None`. It must look at each
    line a bounded number of times, since the reader promises linear time, and at most `errkb.parse.stream.AHEAD` lines
    behind the end of its block, since logs are read in parts. Ids, processes and occurrences are filled in by the
    reader; until then `errkb.parse.chain.name` names an event of the block that another one is caused by.

    A parser may also have `nearby: tuple[str, ...]`: further hints, too common to be searched in whole logs. They count
    in texts of up to `errkb.parse.interest.CLOSELY` lines and right below lines with a hint.
    """

    name: str
    hints: tuple[str, ...]
    """Substrings of which one stands on every line this parser answers at (carriers taken off).

    They are searched in whole logs: keep them few and telling. One that begins with a line feed stands at the beginning
    of the line. `ERROR` also stands on every line to which a carrier gives a level of ERROR or above.
    """

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block that starts at `lines[at]`, or `None`."""
        ...
