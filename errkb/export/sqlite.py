"""A SQLite database: a table for each table, and views. Lists and objects are JSON, for SQLite's own functions."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from errkb.errors import DatasetError
from errkb.export.replacing import FULL
from errkb.export.tables import VIEWS, Columns, write_tables
from errkb.model.content import Content

__all__ = ["NAME", "write"]

NAME = "sqlite"
_ROWS = 1000
"""Rows that are inserted at once."""
_VIEWS = VIEWS | {"tags": "SELECT r.id AS recordId, t.value AS tag FROM records r, json_each(r.tags) t"}


def write(content: Content, out: Path, before: Path | None = None) -> None:  # noqa: ARG001
    """Write the database; views only where the records have all their columns."""
    try:
        with closing(sqlite3.connect(out, isolation_level=None)) as connection:
            # The file is written aside and counts only once it is whole: nothing has to be rolled back.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            write_tables(content, lambda table, columns: _Table(connection, table, columns))
            for name, select in (_VIEWS if content.fields is None else {}).items():
                connection.execute(f'CREATE VIEW "{name}" AS {select}')
    except sqlite3.Error as error:
        raise DatasetError(f"cannot be written: {error}", where=str(out), hint=FULL) from error


class _Table:
    def __init__(self, connection: sqlite3.Connection, table: str, columns: Columns) -> None:
        self._connection = connection
        self._columns = list(columns)
        self._rows: list[list[Any]] = []
        listed = ", ".join(f'"{name}" {"INTEGER" if kind == "INTEGER" else "TEXT"}' for name, kind in columns.items())
        connection.execute(f'CREATE TABLE "{table}" ({listed})')
        self._insert = f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(columns))})'  # noqa: S608 - our own name

    def add(self, text: bytes) -> None:
        """Take in a row."""
        row = json.loads(text)
        self._rows.append([_value(row[column]) for column in self._columns])
        if len(self._rows) >= _ROWS:
            self._flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._flush()

    def _flush(self) -> None:
        self._connection.execute("BEGIN")
        self._connection.executemany(self._insert, self._rows)
        self._connection.execute("COMMIT")
        self._rows.clear()


def _value(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value
