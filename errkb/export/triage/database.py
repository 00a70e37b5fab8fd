"""The DuckDB file of `errkb triage --duckdb`: a new one is made aside, one that is there grows in a transaction."""

from __future__ import annotations

from pathlib import Path

from errkb.errors import InputError
from errkb.export.replacing import aside, told
from errkb.model.triage import TriageReport
from errkb.store.triage import Appended, append, require_ours

__all__ = ["append_to", "require_database"]


def append_to(report: TriageReport, path: Path) -> Appended:
    """Add a report to a DuckDB file; one that is in it already changes nothing.

    Raises `InputError` for a file that is something else, broken or open elsewhere, `DatasetError` if it cannot be
    written; then what was there stays.
    """
    require_database(path)
    if path.exists():
        return append(report, path)
    with told(path), aside(path) as place:
        return append(report, place)


def require_database(path: Path) -> None:
    """Raise `InputError` if a report cannot be added there because of what is there."""
    if path.is_dir():
        raise InputError("this is a folder", where=str(path), hint="--duckdb FILE.duckdb")
    if path.exists():
        require_ours(path)
