"""`Tools`: what is opened once in a process and used for every section of every log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from errkb.hookspecs import Parser
from errkb.index import Index
from errkb.index.bulk.blocks import BLOCK
from errkb.index.bulk.scanner import PROBE, BulkScanner
from errkb.index.bulk.segments import Templates, scanner
from errkb.triage.exact import Exact
from errkb.triage.occurrences import Judge
from errkb.triage.outcome import MARKS
from errkb.triage.worth import Worth

__all__ = ["TUNED", "Tools"]

TUNED = 16 << 20
"""A shorter log is searched with the gate of the last one, or a general one: choosing its own costs more."""


@dataclass(slots=True)
class Tools:
    """The bulk scan, the search for hints, the matcher."""

    indexes: Sequence[Index]
    parsers: Sequence[Parser]
    block: int = BLOCK
    scanner: BulkScanner = field(init=False)
    templates: Templates = field(init=False)
    exact: Exact = field(init=False)
    worth: Worth = field(init=False)
    judge: Judge = field(init=False)
    _tuned_for: int | None = None

    def __post_init__(self) -> None:
        self.scanner = scanner(self.indexes)
        self.templates = Templates(self.indexes)
        self.exact = Exact(self.templates, self.scanner.plan.weak)
        self.worth = Worth(self.parsers, MARKS)
        self.judge = Judge(self.indexes)

    def tune(self, log: int, data: bytes) -> None:
        """Choose the gate for a log, known by its number, from its first section to come along, if that is long."""
        if log != self._tuned_for and len(data) >= TUNED:
            self.scanner.tune(data[:PROBE])
            self._tuned_for = log
