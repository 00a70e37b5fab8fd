"""What the formats of one file a table share: a file holds the records, a folder all tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from errkb.export.packed import SUFFIXES
from errkb.export.tables import Columns, Sink, record_columns, write_records, write_tables
from errkb.model.content import Content

__all__ = ["is_folder", "write_files"]


def is_folder(out: Path) -> bool:
    """Say whether an export goes into a folder: the path has no suffix."""
    return out.suffix == "" or (out.suffix.lower() in SUFFIXES and Path(out.stem).suffix == "")


def write_files(content: Content, out: Path, suffix: str, open_file: Callable[[Path, str, Columns], Sink]) -> None:
    """Write the records to a file, or every table to a file of a folder."""
    if not is_folder(out):
        write_records(content, open_file(out, "records", record_columns(content)))
        return
    out.mkdir()
    write_tables(content, lambda table, columns: open_file(out / f"{table}.{suffix}", table, columns))
