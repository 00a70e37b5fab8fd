"""Writing the tables of a segment: everything goes in as typed JSON, a few megabytes at a time.

Row-wise inserts took seven times as long, and a temporary file would need quoting of its path.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import duckdb

from errkb.errors import KnowledgeBaseError
from errkb.model.report import Entry
from errkb.store.files import lines
from errkb.store.tables import FILE_NAME, TABLES, Row, article_rows, entry_rows, sidecar_rows

__all__ = ["DatasetLike", "Lines", "write", "write_lines"]

CONFIG: dict[str, Any] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
}
"""For every connection: no extension ever comes from the network, no Python variable is a table."""

BATCH = 4 * 1024 * 1024
"""Characters of JSON that are handed over at once."""


class Entries(Protocol):
    """Entries that can be counted, and gone through."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Entry]: ...


class DatasetLike(Protocol):
    """What the tables are made of; `errkb.dataset.Dataset` is one."""

    @property
    def entries(self) -> Entries:
        """Return the records with their sidecars."""
        ...

    @property
    def articles(self) -> Sequence[dict[str, Any]]:
        """Return the background articles."""
        ...

    @property
    def dataset_version(self) -> str:
        """Return the version of the dataset."""
        ...


class Lines(Protocol):
    """Records in a file of one JSON object a line, and what stands beside them."""

    @property
    def lines(self) -> Path:
        """Return the file of the records."""
        ...

    @property
    def sidecars(self) -> Mapping[str, tuple[dict[str, Any] | None, dict[str, Any] | None]]:
        """Return evidence and verification by the id of the record."""
        ...

    @property
    def articles(self) -> Sequence[dict[str, Any]]:
        """Return the background articles."""
        ...

    @property
    def dataset_version(self) -> str:
        """Return the version of the dataset."""
        ...


def write(folder: Path, dataset: DatasetLike) -> None:
    """Write `kb.duckdb` into the folder of a segment; raises `KnowledgeBaseError` if that fails (full disk)."""

    def fill(connection: duckdb.DuckDBPyConnection) -> None:
        for table, batch in _batches(_rows(dataset)):
            _insert(connection, table, batch)

    _write(folder, fill)


def write_lines(folder: Path, dataset: Lines) -> None:
    """Write `kb.duckdb` from a file of checked records, which DuckDB reads by itself; raises as `write`."""

    def fill(connection: duckdb.DuckDBPyConnection) -> None:
        # Texts as Zstandard: DuckDB's own choice takes half as long again to find something larger.
        connection.execute("SET force_compression = 'zstd'")
        texts = {name: "VARCHAR" if kind == "TIMESTAMP" else kind for name, kind in TABLES["records"].items()}
        # Casts as the others are made: what is no such value becomes NULL.
        wanted = ", ".join(f'TRY_CAST("{name}" AS {kind})' for name, kind in TABLES["records"].items())
        connection.execute(f"INSERT INTO records SELECT {wanted} FROM {lines(dataset.lines, texts)}")  # noqa: S608
        connection.execute("INSERT INTO tags SELECT id, unnest(tags) FROM records")
        found = connection.execute("SELECT count(*) FROM records").fetchone()
        for table, batch in _batches(_beside(dataset, found[0] if found else 0)):
            _insert(connection, table, batch)

    _write(folder, fill)


def _write(folder: Path, fill: Callable[[duckdb.DuckDBPyConnection], None]) -> None:
    path = folder / FILE_NAME
    try:
        str(path).encode()
    except UnicodeEncodeError as error:
        hint = "DuckDB needs a path in UTF-8: set ERRKB_HOME to such a folder"
        raise KnowledgeBaseError("the tables cannot be written here", where=str(path), hint=hint) from error
    try:
        with closing(duckdb.connect(path, config=CONFIG)) as connection:
            for table, columns in TABLES.items():
                names = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
                connection.execute(f'CREATE TABLE "{table}" ({names})')
            fill(connection)
            connection.execute("CHECKPOINT")  # closing would do it too, but keeps a failure to itself
    except duckdb.Error as error:
        raise KnowledgeBaseError(
            f"the tables cannot be written: {error}", where=str(path), hint="is there space left on the disk?"
        ) from error


def _rows(dataset: DatasetLike) -> Iterator[Row]:
    for entry in dataset.entries:
        yield from entry_rows(entry)
    yield from _about(dataset.articles, dataset.dataset_version, len(dataset.entries))


def _beside(dataset: Lines, records: int) -> Iterator[Row]:
    for identifier, (evidence, verified) in dataset.sidecars.items():
        yield from sidecar_rows(identifier, evidence, verified)
    yield from _about(dataset.articles, dataset.dataset_version, records)


def _about(articles: Sequence[dict[str, Any]], version: str, records: int) -> Iterator[Row]:
    yield from article_rows(articles)
    meta = {"datasetVersion": version, "schemaVersion": "2", "records": str(records)}
    yield from (("meta", {"key": key, "value": value}) for key, value in meta.items())


def _batches(rows: Iterable[Row]) -> Iterator[tuple[str, list[str]]]:
    waiting: dict[str, list[str]] = {table: [] for table in TABLES}
    sizes = dict.fromkeys(TABLES, 0)
    for table, row in rows:
        text = json.dumps(row)
        waiting[table].append(text)
        sizes[table] += len(text)
        if sizes[table] > BATCH:
            yield table, waiting[table]
            waiting[table], sizes[table] = [], 0
    yield from ((table, batch) for table, batch in waiting.items() if batch)


def _insert(connection: duckdb.DuckDBPyConnection, table: str, batch: list[str]) -> None:
    """Insert rows given as JSON objects; a value its column cannot hold (a date that is none) becomes NULL."""
    structure = json.dumps([TABLES[table]])
    connection.execute(
        # The names are ours, the values are a parameter.
        f"INSERT INTO \"{table}\" SELECT unnest(row) FROM (SELECT unnest(from_json($1::JSON, '{structure}')) AS row)",  # noqa: S608
        [f"[{','.join(batch)}]"],
    )
