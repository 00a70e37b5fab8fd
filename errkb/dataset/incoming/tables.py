"""Tables that errkb wrote -> records and sidecars: what stands in several tables is put together again."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from errkb.dataset.incoming.rows import Row, Sidecars
from errkb.errors import DatasetError, InputError
from errkb.export.arrow import pyarrow
from errkb.export.csv import unescaped
from errkb.export.packed import torn, unpacked
from errkb.export.tables import COLUMNS, RECORDS, Columns
from errkb.store.interchange import read_database, read_parquet

__all__ = ["Table", "beside", "record_rows", "table_of"]

Data = dict[str, Any]
Table = Callable[[str], Iterator[Data]]
"""Yields the rows of a table by its name, nothing if there is none."""

_LONGEST_CELL = 2**31 - 1
_HINT = "what `errkb export` writes has a table of that name"


def record_rows(table: Table, file: Path) -> Iterator[Row]:
    """Yield the rows of the records."""
    for number, data in enumerate(table(RECORDS), 1):
        yield Row(data, file, number)


def table_of(path: Path, form: str) -> Table:
    """Return the tables of a file: all of them of a database, the records of another file."""
    if form in {"duckdb", "sqlite"}:
        return lambda name: _database(path, form, name)
    return lambda name: _file(path, form, name) if name == RECORDS else iter(())


def folder_table(folder: Path, form: str) -> Table:
    """Return the tables of a folder with a file for each, or a folder of several."""

    def table(name: str) -> Iterator[Data]:
        single, parts = folder / f"{name}.{form}", folder / name
        files = [single] if single.is_file() else sorted(parts.rglob(f"*.{form}"))
        data = folder / "data"  # of a folder for `datasets`, whose records are in shards
        files = files or [*data.glob(f"{name}.{form}"), *sorted(data.glob(f"{name}-*.{form}"))]
        for file in files:
            yield from _file(file, form, name)

    return table


def beside(table: Table) -> dict[str, Sidecars]:
    """Return evidence and verification by the id of the record; raises `DatasetError` for tables of another shape."""
    try:
        return _beside(table)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        message = f"a table beside the records is not as errkb writes it ({type(error).__name__}: {error})"
        raise DatasetError(message, hint="import the file of the records alone") from error


def _beside(table: Table) -> dict[str, Sidecars]:
    evidence = {row["recordId"]: _evidence(row) for row in table("evidence")}
    for name, key in (("sites", "sites"), ("aliases", "aliases")):
        for row in table(name):
            _add(evidence, row, key, _without(row, {"recordId", "messagePattern"}))
    captures: dict[tuple[str, int], dict[str, str]] = {}
    for row in table("captures"):
        captures.setdefault((row["recordId"], row["position"]), {})[row["name"]] = row["value"]
    for row in sorted(table("evidence_lines"), key=lambda line: (line["recordId"], line["position"])):
        if row["kind"] == "positive":
            values = captures.get((row["recordId"], row["position"]), {})
            _add(evidence, row, "positive", {"text": row["text"], "captures": values})
        else:
            _add(evidence, row, "negative", {"text": row["text"], "reason": row["reason"]})
    for row in table("former_ids"):
        _add(evidence, row, "formerIds", row["formerId"])
    verified = {row["recordId"]: _verified(row) for row in table("verifications")}
    return {one: (evidence.get(one), verified.get(one)) for one in evidence.keys() | verified.keys()}


def _evidence(row: Data) -> Data:
    return _without(row, {"recordId"}) | {"sites": [], "aliases": [], "positive": [], "negative": [], "formerIds": []}


def _verified(row: Data) -> Data:
    found = _without(row, {"recordId"})
    if isinstance(found.get("packages"), str):
        found["packages"] = json.loads(found["packages"])
    return found


def _add(evidence: dict[str, Data], row: Data, key: str, value: Any) -> None:
    if row["recordId"] in evidence:
        evidence[row["recordId"]][key].append(value)


def _without(row: Data, names: set[str]) -> Data:
    return {name: value for name, value in row.items() if name not in names}


def _file(path: Path, form: str, name: str) -> Iterator[Data]:
    if form == "parquet":
        return _plain(read_parquet(path))
    if form == "arrow":
        return _arrow(path)
    if form == "csv":
        return _csv(path, COLUMNS[name])
    return _json(path, form)


def _json(path: Path, form: str) -> Iterator[Data]:
    try:
        with unpacked(path) as file:
            yield from json.load(file) if form == "json" else map(json.loads, file)
    except torn(ValueError, RecursionError) as error:
        raise DatasetError(f"not valid JSON: {error}", where=str(path)) from error


def _arrow(path: Path) -> Iterator[Data]:
    import importlib

    pyarrow()
    ipc = importlib.import_module("pyarrow.ipc")
    try:
        with ipc.open_file(str(path)) as reader:
            for number in range(reader.num_record_batches):
                yield from _plain(reader.get_batch(number).to_pylist())
    except (OSError, ValueError) as error:
        raise InputError(f"this is no Arrow file: {error}", where=str(path)) from error


def _plain(rows: Any) -> Iterator[Data]:
    """Yield rows with maps as objects, whatever the library gives them as."""
    for row in rows:
        if isinstance(row.get("packages"), list):
            row["packages"] = dict(row["packages"])
        yield row


def _csv(path: Path, columns: Columns) -> Iterator[Data]:
    before = csv.field_size_limit(_LONGEST_CELL)
    where = str(path)
    try:
        with unpacked(path) as file:
            reader = csv.reader(io.TextIOWrapper(file, "utf-8-sig", newline=""), strict=True)
            where = f"{path}:1"
            names = next(reader, [])
            for cells in reader:
                where = f"{path}:{reader.line_num + 1}"  # if the next one cannot be read
                if len(cells) != len(names):
                    message = f"{len(cells)} cells, but {len(names)} columns"
                    raise DatasetError(message, where=f"{path}:{reader.line_num}")
                yield {name: _cell(cell, columns.get(name, "VARCHAR")) for name, cell in zip(names, cells, strict=True)}
    except torn(csv.Error, UnicodeDecodeError) as error:
        raise DatasetError(f"not CSV in UTF-8: {error}", where=where) from error
    finally:
        csv.field_size_limit(before)


def _cell(cell: str, kind: str) -> Any:
    text = unescaped(cell)
    return text if text is None or kind == "VARCHAR" else _from_json(text)


def _from_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text  # the shape says what is wrong


def _database(path: Path, form: str, name: str) -> Iterator[Data]:
    return _plain(read_database(path, name, _require_optional)) if form == "duckdb" else _sqlite(path, name)


def _require_optional(path: Path, name: str) -> None:
    """Raise `InputError` if a table that is not there is that of the records."""
    if name == RECORDS:
        raise InputError("this database has no table `records`", where=str(path), hint=_HINT)


def _sqlite(path: Path, name: str) -> Iterator[Data]:
    columns = COLUMNS[name]
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            found = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [name])
            if found.fetchone() is None:
                _require_optional(path, name)
                return
            cursor = connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid')  # noqa: S608 - one of our own names
            names = [column[0] for column in cursor.description]
            for row in cursor:
                yield {key: _value(value, columns.get(key, "VARCHAR")) for key, value in zip(names, row, strict=True)}
    except sqlite3.Error as error:
        raise InputError(f"this is no SQLite database: {error}", where=str(path)) from error


def _value(value: Any, kind: str) -> Any:
    return _from_json(value) if isinstance(value, str) and kind not in {"VARCHAR", "INTEGER"} else value
