"""SQL over the records of segments; the tables of a segment are made when they are first asked for.

An answer needs no tables, and making them takes about as long as reading and checking the records: whoever never asks
in SQL never waits for them. They are a cache: made aside and switched in one step, made again if they cannot be opened,
and kept below the system's temporary folder where the segment cannot be written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from errkb import store
from errkb.dataset import beside
from errkb.dataset.home import explained, fallback_home
from errkb.dataset.recordfile import LINES, RecordFile
from errkb.errors import KnowledgeBaseError, ReadOnlyHomeError
from errkb.export.replacing import aside
from errkb.model.catalog import Table
from errkb.model.content import encoded

__all__ = ["make_tables", "query", "select"]

MOST = 100_000_000
"""Rows: there is no such knowledge base."""


def query(segments: Sequence[tuple[str, Path]], sql: str, *, limit: int = 1000) -> Table:
    """Return the first `limit` rows of one statement over views of all segments, pairs of name and folder.

    Raises as `errkb.store.query`, and `KnowledgeBaseError` for tables that cannot be made.
    """
    folders = [(name, make_tables(folder)) for name, folder in segments]
    try:
        return store.query(folders, sql, limit=limit)
    except KnowledgeBaseError as error:
        damaged = [folder for _, folder in folders if error.where == str(folder / store.FILE_NAME)]
        if not damaged:
            raise
    again = [
        (name, make_tables(segment, anew=folder in damaged))
        for (_, segment), (name, folder) in zip(segments, folders, strict=True)
    ]
    return store.query(again, sql, limit=limit)


def select(segments: Sequence[tuple[str, Path]], condition: str) -> set[tuple[str, str]]:
    """Return source and id of each record that an SQL condition names; raises as `query`.

    The condition is part of a statement that `errkb.store.query` runs, under all its restrictions.
    """
    ended = f"({condition}\n)"  # the line ends a comment within the condition
    rows = query(segments, f"SELECT source, id FROM records WHERE {ended}", limit=MOST).rows  # noqa: S608
    return {(source, identifier) for source, identifier in rows}


def make_tables(segment: Path, *, anew: bool = False) -> Path:
    """Return the folder in which the tables of a segment are, made if need be."""
    if not anew and (segment / store.FILE_NAME).is_file():
        return segment
    try:
        _make(segment, segment)
    except ReadOnlyHomeError:
        place = fallback_home() / "tables" / segment.name
        if anew or not (place / store.FILE_NAME).is_file():
            _make(segment, place)
        return place
    return segment


def _make(segment: Path, place: Path) -> None:
    path = place / store.FILE_NAME
    records = RecordFile.open(segment)
    try:
        with explained(path), aside(path) as temporary:
            lines = _lines(segment, records, temporary.with_suffix(".jsonl"))
            store.write(temporary, _Records(records, lines, beside.read(segment)[0]))
    finally:
        records.close()


def _lines(segment: Path, records: RecordFile, spool: Path) -> Path:
    """Return the file of the records as people see them: of private ones nothing that was made up to fill a field."""
    if not any(entry.private is not None for entry in records.entries_beside()):
        return segment / LINES
    with spool.open("wb") as file:
        file.writelines(encoded(entry.shown) + b"\n" for entry in records)
    return spool


@dataclass(slots=True, frozen=True)
class _Records:
    """What the tables are made of."""

    records: RecordFile
    lines: Path
    articles: Sequence[dict[str, Any]]

    @property
    def dataset_version(self) -> str:
        return self.records.dataset_version

    def sidecars(self) -> Iterator[tuple[str, dict[str, Any] | None, dict[str, Any] | None]]:
        return ((one.record["id"], one.evidence, one.verified) for one in self.records.entries_beside())
