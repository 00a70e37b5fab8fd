"""Tables out to the files of other programs, and in again: Parquet and DuckDB.

What goes out lies in files of one JSON object a line, which DuckDB reads in parallel; what comes in is given back as
dicts. Nothing but the named files is touched, and no extension is ever fetched.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import duckdb

from errkb.errors import DatasetError, InputError
from errkb.store.files import lines, pattern
from errkb.store.identity import settle
from errkb.store.writing import CONFIG

__all__ = ["Columns", "read_database", "read_parquet", "write_database", "write_parquet"]

Columns = Mapping[str, str]
"""DuckDB type by column."""

_ROWS = 1000
"""Rows that are fetched at once."""


def write_parquet(spool: Path, columns: Columns, out: Path, partition: Sequence[str] = ()) -> None:
    """Write the rows of a file of JSON lines to a Parquet file, or with `partition` to a folder `column=value/…`."""
    options = "FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1"
    if partition:
        names = ", ".join(f'"{name}"' for name in partition)
        options += f", PARTITION_BY ({names}), WRITE_PARTITION_COLUMNS true"
    with _connected(out) as connection:
        if partition:  # several threads would write several files each, in no order
            connection.execute("SET threads = 1")
        connection.execute(f"COPY (SELECT * FROM {lines(spool, columns)}) TO {_quoted(out)} ({options})")  # noqa: S608


def write_database(spools: Mapping[str, tuple[Path, Columns]], views: Mapping[str, str], out: Path) -> None:
    """Write a DuckDB database with a table for each file of JSON lines, and views by their SELECT."""
    with _connected(out) as connection:
        # The name of an attached database stands in its file: a fixed one, that the bytes do not depend on the path.
        connection.execute(f"ATTACH {_quoted(out)} AS kb")
        connection.execute("USE kb")
        for table, (spool, columns) in spools.items():
            connection.execute(f'CREATE TABLE "{table}" AS SELECT * FROM {lines(spool, columns)}')  # noqa: S608
        for view, select in views.items():
            connection.execute(f'CREATE VIEW "{view}" AS {select}')
        connection.execute("CHECKPOINT kb")
    settle(out)


def read_parquet(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet file; raises `InputError` for a file that is none."""
    with _connected(path, reading=True) as connection:
        yield from _rows(connection, f"SELECT * FROM read_parquet({pattern(path)}, hive_partitioning = false)")  # noqa: S608 - quoted


def read_database(path: Path, table: str, missing: Callable[[Path, str], None]) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table of a DuckDB database; `missing` is told of a table that is not there, and may raise."""
    with _connected(path, reading=True) as connection:
        connection.execute(f"ATTACH {_quoted(path)} AS kb (READ_ONLY, TYPE duckdb)")
        connection.execute("SET enable_external_access = false")
        found = connection.execute(
            "SELECT 1 FROM duckdb_tables() WHERE database_name = 'kb' AND table_name = ?", [table]
        ).fetchone()
        if found is None:
            missing(path, table)
            return
        yield from _rows(connection, f'SELECT * FROM kb."{table}"')  # noqa: S608 - it is there


def _rows(connection: duckdb.DuckDBPyConnection, sql: str) -> Iterator[dict[str, Any]]:
    connection.execute(sql)
    names = [column[0] for column in connection.description or ()]
    while rows := connection.fetchmany(_ROWS):
        for row in rows:
            yield dict(zip(names, row, strict=True))


@contextmanager
def _connected(path: Path, *, reading: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
    # One thread cuts row groups at other places than several do: two at least, that every machine writes the same.
    config = CONFIG | {"threads": max(2, os.cpu_count() or 2), "memory_limit": "4GB"}
    try:
        with closing(duckdb.connect(":memory:", config=config)) as connection:
            yield connection
    except duckdb.Error as error:
        if reading:
            raise InputError(f"cannot be read: {_first_line(error)}", where=str(path)) from error
        hint = "is there space left on the disk?"
        raise DatasetError(f"cannot be written: {_first_line(error)}", where=str(path), hint=hint) from error
    except UnicodeEncodeError as error:  # of a path
        raise InputError("DuckDB needs a path in UTF-8", where=str(path)) from error


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


def _first_line(error: duckdb.Error) -> str:
    return str(error).partition("\n")[0]
