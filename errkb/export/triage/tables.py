"""Tables of a triage report as files, and as pyarrow and pandas hold them: one row for each event, cluster, verdict.

Times stay the texts of the log, which says of some of them in which zone they are, and of others not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from errkb.errors import MissingExtraError, UsageError
from errkb.export.arrow import batch, pyarrow, schema
from errkb.export.csv import Cells
from errkb.export.jsonl import Lines
from errkb.export.tables import Columns, Sink
from errkb.model.content import encoded
from errkb.model.triage import TriageReport
from errkb.store.triage import TABLES, rows, run_id

__all__ = ["COLUMNS", "require_table", "to_arrow", "to_pandas", "write_table"]

COLUMNS: dict[str, Columns] = {
    table: {name: "VARCHAR" if kind == "TIMESTAMP" else kind for name, kind in columns.items()}
    for table, columns in TABLES.items()
}
_ROWS = 4096
"""Rows of one batch."""


def require_table(table: str) -> None:
    """Raise `UsageError` if a report has no table of this name."""
    if table not in COLUMNS:
        raise UsageError(f"there is no table {table[:60]!r}", hint=f"the tables are: {', '.join(COLUMNS)}")


def write_table(report: TriageReport, form: str, path: Path, table: str) -> None:
    """Write a table to a new file; raises `MissingExtraError` for Parquet without pyarrow."""
    with _SINKS[form](path, table, COLUMNS[table]) as sink:
        for row in _rows(report, table):
            sink.add(encoded(row))


def to_arrow(report: TriageReport, table: str = "events") -> Any:
    """Return a `pyarrow.Table`; raises `UsageError` for a table there is not, `MissingExtraError` without pyarrow."""
    require_table(table)
    found, columns = _rows(report, table), COLUMNS[table]
    batches = iter(lambda: list(islice(found, _ROWS)), [])
    return pyarrow().Table.from_batches([batch(some, columns) for some in batches], schema(columns))


def to_pandas(report: TriageReport, table: str = "events") -> Any:
    """Return a `pandas.DataFrame`, whole numbers as `Int64`, truth as `boolean` (which know null); raises as above."""
    require_table(table)
    try:
        import pandas
    except ImportError as error:
        raise MissingExtraError("this needs pandas", hint="pip install pandas") from error
    columns = COLUMNS[table]
    types = {"BIGINT": "Int64", "BOOLEAN": "boolean", "DOUBLE": "Float64"}
    frame = pandas.DataFrame(list(_rows(report, table)), columns=list(columns))
    return frame.astype({name: types[kind] for name, kind in columns.items() if kind in types})


def _rows(report: TriageReport, table: str) -> Iterator[dict[str, Any]]:
    return rows(report, table, run_id(report) if "runId" in COLUMNS[table] else "")


class _Parquet:
    """A Parquet file, written batch by batch."""

    def __init__(self, path: Path, table: str, columns: Columns) -> None:  # noqa: ARG002
        pyarrow()
        self._path, self._columns = path, columns
        self._waiting: list[dict[str, Any]] = []

    def add(self, text: bytes) -> None:
        """Take in a row."""
        self._waiting.append(json.loads(text))
        if len(self._waiting) >= _ROWS:
            self._flush()

    def __enter__(self) -> Self:
        from pyarrow.parquet import ParquetWriter

        self._writer = ParquetWriter(str(self._path), schema(self._columns), compression="zstd")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._flush()
        finally:
            self._writer.close()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_batch(batch(self._waiting, self._columns))
            self._waiting = []


_SINKS: dict[str, Callable[[Path, str, Columns], Sink]] = {"jsonl": Lines, "csv": Cells, "parquet": _Parquet}
