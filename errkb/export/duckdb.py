"""A DuckDB database with all tables and views, made to be attached (`ATTACH 'kb.duckdb' AS kb (READ_ONLY)`)."""

from __future__ import annotations

from pathlib import Path

from errkb.export.spool import Spool, discard
from errkb.export.tables import VIEWS, Columns, write_tables
from errkb.model.content import Content
from errkb.store.interchange import write_database

__all__ = ["NAME", "write"]

NAME = "duckdb"


def write(content: Content, out: Path, before: Path | None = None) -> None:  # noqa: ARG001
    """Write the database; views only where the records have all their columns."""
    folder = out.with_name(f"{out.name}.rows")
    folder.mkdir()
    try:
        waiting: dict[str, tuple[Path, Columns]] = {}

        def opened(table: str, columns: Columns) -> Spool:
            waiting[table] = (folder / f"{table}.jsonl", columns)
            return Spool(*waiting[table])

        write_tables(content, opened)
        write_database(waiting, VIEWS if content.fields is None else {}, out)
    finally:
        discard(folder)
