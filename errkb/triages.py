"""`kb.triage`: logs opened, read against all segments, and what was found as a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from errkb.holdings import Holdings
from errkb.plugins import parsers
from errkb.reports import TriageReport
from errkb.source.logs import Meter, open_logs
from errkb.source.logs.folders import find
from errkb.triage import Knowledge, Log, Unit, triage

__all__ = ["Progress", "triage_paths"]

Progress = Callable[[str, int, int | None], None]
"""Gets the log that is read, the bytes read so far as they stand on the disk, and how many there are, if known."""


def triage_paths(
    holdings: Holdings,
    paths: Sequence[str | Path],
    dataset_version: str,
    *,
    unit: Unit = "file",
    stdin: BinaryIO | None = None,
    progress: Progress | None = None,
) -> TriageReport:
    """Return what stands in the logs behind paths, folders and globs; `-` is standard input."""
    known = Knowledge(
        [segment.index for segment in holdings.segments],
        parsers(entry_points=holdings.settings.plugins),
        holdings.by_id,
        dataset_version,
    )
    meter = Meter()
    total = _size(paths) if progress is not None else None

    def note(log: Log) -> None:
        if progress is not None:
            progress(log.name, meter.done, total)

    return TriageReport.of(triage(open_logs(paths, stdin=stdin, meter=meter), known, unit=unit, progress=note))


def _size(paths: Sequence[str | Path]) -> int | None:
    """Return how many bytes there are on the disk, `None` if that cannot be known."""
    sizes = [found.size for found in find(paths) if found.reason is None]
    return None if None in sizes else sum(size or 0 for size in sizes)
