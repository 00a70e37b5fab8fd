"""The tables of an export: the records, and beside them everything a record cannot hold (documented in docs/export.md).

Rows travel as JSON texts. Times stay the texts the contract has, so that what is read back is what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Protocol, Self

from errkb.errors import UsageError
from errkb.model.content import Content, encoded
from errkb.store.tables import TABLES, sidecar_rows

__all__ = [
    "COLUMNS",
    "RECORDS",
    "VIEWS",
    "Columns",
    "Sink",
    "choose",
    "meta",
    "record_columns",
    "write_records",
    "write_tables",
]

RECORDS = "records"
Columns = dict[str, str]

COLUMNS: dict[str, Columns] = {
    table: {column: "VARCHAR" if kind == "TIMESTAMP" else kind for column, kind in columns.items()}
    for table, columns in TABLES.items()
    if table not in {"tags", "meta"}
} | {
    "provenance": {
        "recordId": "VARCHAR",
        "source": "VARCHAR",
        "origin": "VARCHAR",
        "licence": "VARCHAR",
        "datasetVersion": "VARCHAR",
    },
    "tombstones": {"recordId": "VARCHAR"},
    "meta": {"key": "VARCHAR", "value": "VARCHAR"},
}
"""DuckDB type by column, of each table. `tags` is no table: it stands in the records, and databases have a view."""

VIEWS = {
    "tags": "SELECT id AS recordId, unnest(tags) AS tag FROM records",
    "wordings": "SELECT id AS recordId, errorMessage, messagePattern, errorClass, NULL AS versions FROM records"
    " UNION ALL SELECT a.recordId, a.errorMessage, a.messagePattern, coalesce(a.errorClass, r.errorClass), a.versions"
    " FROM aliases a JOIN records r ON r.id = a.recordId",
    "repositories": "SELECT repo, count(*) AS records, max(analyzedAt) AS analyzedAt FROM records GROUP BY repo",
}
"""SELECT of each view, in the SQL of DuckDB; all three need the columns of whole records."""


class Sink(Protocol):
    """A table that is being written."""

    def add(self, text: bytes) -> None:
        """Take in a row as one line of JSON."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


OpenSink = Callable[[str, Columns], Sink]
"""Opens a table by its name and columns."""


def choose(names: list[str]) -> tuple[str, ...]:
    """Return the fields of a record that are wanted; raises `UsageError` for one that is none."""
    for name in names:
        if name not in COLUMNS[RECORDS]:
            from difflib import get_close_matches

            near = get_close_matches(name, COLUMNS[RECORDS], n=1)
            hint = f"did you mean {near[0]}?" if near else f"the fields are: {', '.join(COLUMNS[RECORDS])}"
            raise UsageError(f"a record has no field {name[:60]!r}", hint=hint)
    return tuple(dict.fromkeys(names))


def record_columns(content: Content) -> Columns:
    """Return the columns of the records that are wanted."""
    columns = COLUMNS[RECORDS]
    return columns if content.fields is None else {name: columns[name] for name in content.fields}


def write_records(content: Content, sink: Sink) -> None:
    """Write the records alone."""
    with sink:
        for text in content.texts():
            sink.add(text)


def write_tables(content: Content, open_sink: OpenSink) -> None:
    """Write all tables; those that would be empty are written too, so that a program finds what it expects.

    Tombstones are a table of exports since another version only.
    """
    with ExitStack() as stack:
        sinks = {
            table: stack.enter_context(open_sink(table, record_columns(content) if table == RECORDS else columns))
            for table, columns in COLUMNS.items()
            if table != "tombstones" or content.since is not None
        }
        origins = {origin.source: origin for origin in content.origins}
        for item in content.items():
            sinks[RECORDS].add(content.text(item))
            origin = origins.get(item.source)
            row: dict[str, Any] = {"recordId": item.id, "source": item.source}
            if origin is not None:
                row |= {"origin": origin.origin, "licence": origin.licence, "datasetVersion": origin.dataset_version}
            sinks["provenance"].add(encoded(_whole(row, "provenance")))
            for table, row in sidecar_rows(item.id, item.evidence, item.verified):
                sinks[table].add(encoded(_whole(row, table)))
        for table, row in _rest(content):
            sinks[table].add(encoded(_whole(row, table)))


def _rest(content: Content) -> Iterator[tuple[str, dict[str, Any]]]:
    for article in sorted(content.articles, key=lambda one: str(one["slug"])):
        yield "articles", article
    for identifier in content.tombstones:
        yield "tombstones", {"recordId": identifier}
    for key, value in meta(content).items():
        yield "meta", {"key": key, "value": value}


def meta(content: Content) -> dict[str, str]:
    """Return what the table `meta` says."""
    found = {"datasetVersion": content.dataset_version, "schemaVersion": "2"}
    return found if content.since is None else found | {"since": content.since}


def _whole(row: dict[str, Any], table: str) -> dict[str, Any]:
    return {column: row.get(column) for column in COLUMNS[table]}
