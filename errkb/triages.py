"""`kb.triage`: logs opened, read against all segments, and what was found as a report."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from errkb.holdings import Holdings
from errkb.model.triage import TriageReport
from errkb.plugins import parsers
from errkb.source.logs import open_logs
from errkb.triage import Knowledge, Log, Progress, Unit, triage

__all__ = ["triage_paths"]


def triage_paths(
    holdings: Holdings,
    paths: Iterable[str | Path],
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
    return triage(open_logs(paths, stdin=stdin), known, unit=unit, progress=progress or _silent)


def _silent(_log: Log, _count: int) -> None:
    pass
