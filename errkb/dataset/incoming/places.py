"""What a folder is, by the names of its files."""

from __future__ import annotations

from pathlib import Path

from errkb.dataset.published import is_published

__all__ = ["holds_records", "tables_of"]

_TABLES = ("jsonl", "json", "csv", "parquet", "arrow")


def holds_records(folder: Path) -> bool:
    """Say whether a folder is one that `errkb export` writes."""
    return is_published(folder) or tables_of(folder) is not None


def tables_of(folder: Path) -> str | None:
    """Return the format of a folder of tables: a file for each, cut up, or for `datasets`; `None` if it is none."""
    for form in _TABLES:
        if (folder / f"records.{form}").is_file():
            return form
    cut_up = any((folder / "records").glob("*=*")) or any((folder / "data").glob("records-*.parquet"))
    return "parquet" if cut_up else None
