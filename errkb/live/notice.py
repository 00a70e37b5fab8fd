"""What is told of a known error when it occurs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from errkb.model.match import Match
from errkb.model.report import Explanation

__all__ = ["Notice", "Tell"]


@dataclass(slots=True, frozen=True)
class Notice:
    """A known error: on which line of which source its message begins, and the answer to it."""

    source: str
    line: int
    explanation: Explanation
    match: Match
    in_line: bool = False
    """Whether what was passed on last ends within a line."""


Tell = Callable[[Notice], None]
