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

    The reader goes over the lines of one stream; at each line that can begin something (it holds one of the parsers'
    `hints`) it asks the parsers in order. A parser answers with a `Block` that starts at line
    `at`, or with `None`. It must look at each line a bounded number of times: the reader promises linear time. Ids,
    processes and occurrences are filled in by the reader; until then `errkb.parse.chain.name` names an event of the
    block that another one is caused by.
    """

    name: str
    hints: tuple[str, ...]
    """Substrings of which one stands on every line this parser answers at; a line without any is not asked about."""

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block that starts at `lines[at]`, or `None`."""
        ...
