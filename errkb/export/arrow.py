"""Arrow IPC files, which are mapped instead of read. DuckDB cannot write them without a download, so pyarrow does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from errkb.errors import MissingExtraError
from errkb.export.folders import write_files
from errkb.export.tables import Columns
from errkb.model.content import Content

__all__ = ["NAME", "batch", "pyarrow", "schema", "write"]

NAME = "arrow"
_ROWS = 4096
"""Rows of one record batch."""


def write(content: Content, out: Path, before: Path | None = None) -> None:  # noqa: ARG001
    """Write a file of records, or a folder with a file for each table; raises `MissingExtraError` without pyarrow."""
    pyarrow()
    write_files(content, out, NAME, _File)


def pyarrow() -> Any:
    """Return the library; raises `MissingExtraError` if it is not installed."""
    try:
        import pyarrow
    except ImportError as error:
        raise MissingExtraError("Arrow needs pyarrow", hint="pip install 'errkb[export]'") from error
    return pyarrow


def schema(columns: Columns) -> Any:
    """Return the Arrow schema of columns by their DuckDB types."""
    pa = pyarrow()
    return pa.schema([(name, _type(pa, kind)) for name, kind in columns.items()])


def batch(rows: list[dict[str, Any]], columns: Columns) -> Any:
    """Return rows as a record batch."""
    maps = [name for name, kind in columns.items() if kind.startswith("MAP")]
    for name in maps:
        for row in rows:
            row[name] = None if row[name] is None else list(row[name].items())
    return pyarrow().RecordBatch.from_pylist(rows, schema=schema(columns))


def _type(pa: Any, kind: str) -> Any:
    if kind.endswith("[]"):
        return pa.list_(_type(pa, kind.removesuffix("[]")))
    if kind.startswith("MAP"):
        return pa.map_(pa.string(), pa.string())
    if kind.startswith("STRUCT"):
        return pa.struct([(name, pa.string()) for name in re.findall(r"(\w+) VARCHAR", kind)])
    return {
        "VARCHAR": pa.string(),
        "INTEGER": pa.int32(),
        "BIGINT": pa.int64(),
        "DOUBLE": pa.float64(),
        "BOOLEAN": pa.bool_(),
    }[kind]


class _File:
    def __init__(self, path: Path, table: str, columns: Columns) -> None:  # noqa: ARG002
        self._path = path
        self._columns = columns
        self._rows: list[dict[str, Any]] = []

    def add(self, text: bytes) -> None:
        """Take in a row."""
        self._rows.append(json.loads(text))
        if len(self._rows) >= _ROWS:
            self._flush()

    def __enter__(self) -> Self:
        import pyarrow.ipc

        self._writer = pyarrow.ipc.new_file(str(self._path), schema(self._columns))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_batch(batch(self._rows, self._columns))
            self._rows = []
