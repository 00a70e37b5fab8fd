"""Writing the tables of a segment: DuckDB reads the records as they lie, and the rest as typed JSON.

Row-wise inserts took seven times as long.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import duckdb

from errkb.errors import KnowledgeBaseError
from errkb.store.files import lines
from errkb.store.tables import TABLES, Row, sidecar_rows

__all__ = ["Records", "write"]

CONFIG: dict[str, Any] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
}
"""For every connection: no extension ever comes from the network, no Python variable is a table."""

BATCH = 4 * 1024 * 1024
"""Characters of JSON that are handed over at once."""


class Records(Protocol):
    """What the tables are made of."""

    @property
    def lines(self) -> Path:
        """Return the file of the records, one JSON object a line."""
        ...

    def sidecars(self) -> Iterable[tuple[str, dict[str, Any] | None, dict[str, Any] | None]]:
        """Yield id, evidence and verification of each record that has them."""
        ...

    @property
    def articles(self) -> Sequence[dict[str, Any]]:
        """Return the background articles."""
        ...

    @property
    def dataset_version(self) -> str:
        """Return the version of the dataset."""
        ...


def write(path: Path, dataset: Records) -> None:
    """Write a database of all tables; raises `KnowledgeBaseError` if that fails (full disk).

    DuckDB reads the records by itself; what its columns cannot hold (a date that is none) becomes NULL.
    """
    texts = {name: "VARCHAR" if kind == "TIMESTAMP" else kind for name, kind in TABLES["records"].items()}
    wanted = ", ".join(f'TRY_CAST("{name}" AS {kind})' for name, kind in TABLES["records"].items())
    with _connected(path) as connection:
        # Texts as Zstandard: DuckDB's own choice takes half as long again to find something larger.
        connection.execute("SET force_compression = 'zstd'")
        connection.execute(f"INSERT INTO records SELECT {wanted} FROM {lines(dataset.lines, texts)}")  # noqa: S608
        connection.execute("INSERT INTO tags SELECT id, unnest(tags) FROM records")
        found = connection.execute("SELECT count(*) FROM records").fetchone()
        for table, batch in _batches(_beside(dataset, found[0] if found else 0)):
            _insert(connection, table, batch)
        connection.execute("CHECKPOINT")  # closing would do it too, but keeps a failure to itself


@contextmanager
def _connected(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
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
            yield connection
    except duckdb.Error as error:
        raise KnowledgeBaseError(
            f"the tables cannot be written: {error}", where=str(path), hint="is there space left on the disk?"
        ) from error


def _beside(dataset: Records, records: int) -> Iterator[Row]:
    for identifier, evidence, verified in dataset.sidecars():
        yield from sidecar_rows(identifier, evidence, verified)
    yield from (("articles", article) for article in dataset.articles)
    meta = {"datasetVersion": dataset.dataset_version, "schemaVersion": "2", "records": str(records)}
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
