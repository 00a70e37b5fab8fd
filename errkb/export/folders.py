"""What the formats of one file a table share: a file holds the records, a folder all tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from errkb.export.packed import is_folder
from errkb.export.tables import Columns, Sink, record_columns, write_records, write_tables
from errkb.model.content import Content

__all__ = ["write_files"]


def write_files(content: Content, out: Path, suffix: str, open_file: Callable[[Path, str, Columns], Sink]) -> None:
    """Write the records to a file, or every table to a file of a folder."""
    if not is_folder(out):
        write_records(content, open_file(out, "records", record_columns(content)))
        return
    out.mkdir()
    write_tables(content, lambda table, columns: open_file(out / f"{table}.{suffix}", table, columns))
