"""Parquet (Zstandard), written by DuckDB: nothing more to install, at the price of the rows waiting on disk as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from errkb.export.folders import write_files
from errkb.export.spool import Spool
from errkb.export.tables import RECORDS, Columns, Sink
from errkb.model.content import Content
from errkb.store.interchange import write_parquet

__all__ = ["NAME", "open_file", "write"]

NAME = "parquet"


def write(content: Content, out: Path, before: Path | None = None) -> None:  # noqa: ARG001
    """Write a file of records, or a folder with a file for each table; `content.partition` cuts the records up."""

    def opened(path: Path, table: str, columns: Columns) -> Sink:
        return open_file(path, columns, content.partition if table == RECORDS else ())

    write_files(content, out, NAME, opened)


def open_file(path: Path, columns: Columns, partition: Sequence[str] = ()) -> Spool:
    """Return a sink whose rows become a Parquet file, or a folder of them named like it without the suffix."""
    place = path.with_suffix("") if partition else path
    return Spool(
        path.with_name(f".{path.name}.jsonl"),
        columns,
        lambda spool, names: write_parquet(spool, names, place, partition),
    )
