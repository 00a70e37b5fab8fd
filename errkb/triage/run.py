"""The run over all logs, and the report of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from errkb.hookspecs import Parser
from errkb.index import Index
from errkb.model.report import Entry as RecordEntry
from errkb.model.triage import FileReport, Totals, TriageReport
from errkb.triage.ledger import Ledger
from errkb.triage.listing import Listing
from errkb.triage.reading import Log, LogReading, Tools, Unit

__all__ = ["Knowledge", "Progress", "Unit", "triage"]

Progress = Callable[[Log], None]
"""Is called with the log that is being read after each block."""


@dataclass(slots=True, frozen=True)
class Knowledge:
    """What is known: the indexes, the parsers, a record by its id, and the version of the dataset."""

    indexes: Sequence[Index]
    parsers: Sequence[Parser]
    lookup: Callable[[str], RecordEntry]
    dataset_version: str


def triage(
    logs: Iterable[Log],
    known: Knowledge,
    *,
    unit: Unit = "file",
    block: int | None = None,
    progress: Progress = lambda _: None,
) -> TriageReport:
    """Read logs one after the other and return what stands in them."""
    tools = Tools(known.indexes, known.parsers, Ledger())
    if block is not None:
        tools.block = block
    files: list[FileReport] = []
    totals = Totals()
    for log in logs:
        reading = LogReading(tools, log, unit, partial(progress, log))
        reading.run()
        files += log.reports()
        totals.first = min(filter(None, (totals.first, reading.first)), default=None)
        totals.last = max(filter(None, (totals.last, reading.last)), default=None)
    totals.files, totals.events = len(files), tools.events
    totals.bytes, totals.lines = sum(file.bytes for file in files), sum(file.lines for file in files)
    return Listing(tools, known, unit, files, totals).report()
