"""Tables as pyarrow, pandas and polars hold them. Each library is imported when it is asked for, and only then."""

from __future__ import annotations

import json
from importlib import import_module
from types import TracebackType
from typing import Any, Self

from errkb.errors import MissingExtraError, UsageError
from errkb.export.arrow import batch, pyarrow, schema
from errkb.export.tables import COLUMNS, RECORDS, Columns, write_tables
from errkb.model.content import Content

__all__ = ["to_arrow", "to_pandas", "to_polars"]


def to_arrow(content: Content, table: str) -> Any:
    """Return a `pyarrow.Table`; raises `UsageError` for a table there is not, `MissingExtraError` without pyarrow."""
    pa = pyarrow()
    columns, rows = _rows(content, table)
    return pa.Table.from_batches([batch(rows, columns)], schema(columns))


def to_pandas(content: Content, table: str) -> Any:
    """Return a `pandas.DataFrame`, whole numbers as `Int32` (which knows null); raises as `to_arrow`."""
    pandas = _library("pandas")
    columns, rows = _rows(content, table)
    frame = pandas.DataFrame(rows, columns=list(columns))
    return frame.astype({name: "Int32" for name, kind in columns.items() if kind == "INTEGER"})


def to_polars(content: Content, table: str) -> Any:
    """Return a `polars.DataFrame`; raises as `to_arrow`. Maps are lists of pairs, as polars has no maps."""
    polars = _library("polars")
    columns, rows = _rows(content, table)
    types = {"VARCHAR": polars.String, "INTEGER": polars.Int32, "VARCHAR[]": polars.List(polars.String)}
    for name in (name for name, kind in columns.items() if kind.startswith("MAP")):
        for row in rows:
            row[name] = [{"key": key, "value": value} for key, value in (row[name] or {}).items()]
    return polars.DataFrame(rows, schema={name: types.get(kind) for name, kind in columns.items()})


def _rows(content: Content, table: str) -> tuple[Columns, list[dict[str, Any]]]:
    if table not in COLUMNS:
        raise UsageError(f"there is no table {table[:60]!r}", hint=f"the tables are: {', '.join(COLUMNS)}")
    if table == RECORDS:
        return COLUMNS[table], [item.record for item in content.items()]
    sinks: dict[str, _Rows] = {}
    write_tables(content, lambda name, _: sinks.setdefault(name, _Rows()))
    return COLUMNS[table], sinks[table].rows if table in sinks else []


class _Rows:
    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []

    def add(self, text: bytes) -> None:
        """Take in a row."""
        self.rows.append(json.loads(text))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Everything is in memory already."""


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtraError(f"this needs {name}", hint=f"pip install {name}") from error
