"""A path -> what it offers: the format follows from what the path is, never from its content alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from errkb.dataset.incoming.jsontext import array_rows, line_rows
from errkb.dataset.incoming.places import tables_of
from errkb.dataset.incoming.rows import Incoming, Row
from errkb.dataset.incoming.tables import beside, folder_table, record_rows, table_of
from errkb.dataset.jsonfile import JsonFileError, loads
from errkb.dataset.published import Published, is_published
from errkb.errors import DatasetError, InputError
from errkb.export import format_of
from errkb.export.packed import SUFFIXES, torn, unpacked
from errkb.export.tables import RECORDS
from errkb.model.timestamps import in_future, instant

__all__ = ["open_path"]

_HINT = (
    "files: .jsonl, .json, .csv (also .gz and .zst), .parquet, .arrow, .duckdb, .sqlite; folders: what `errkb export`"
    " writes; a folder of {owner}/{repo}/{slug}.json is added with `errkb sources add`"
)


def open_path(path: Path) -> Incoming:
    """Return what a file or a folder offers. Raises `InputError` if it is nothing that can be read."""
    if path.is_dir():
        return _folder(path)
    if not path.exists():
        raise InputError("there is no such file or folder", where=str(path))
    form = format_of(path)
    if form in {"jsonl", "json"}:
        return Incoming(_json(path, form), _plain_lines(path, form))
    if form is None or form == "markdown":
        raise InputError("it cannot be told what this file holds", where=str(path), hint=_HINT)
    table = table_of(path, form)
    return Incoming(record_rows(table, path), None, beside(table), list(table("articles")))


def _plain_lines(path: Path, form: str) -> Path | None:
    """Return a file that can be cut up at its line ends, `None` for one that has to be unpacked or parsed first."""
    return path if form == "jsonl" and path.suffix.lower() not in SUFFIXES and path.is_file() else None


def _json(path: Path, form: str) -> Iterator[Row]:
    try:
        with unpacked(path) as file:
            yield from line_rows(file, path) if form == "jsonl" else array_rows(file, path)
    except torn() as error:
        raise DatasetError(f"cannot be read to the end: {error}", where=str(path)) from error


def _folder(path: Path) -> Incoming:
    if is_published(path):
        return _published(Published(path))
    form = tables_of(path)
    if form is None:
        raise InputError("it cannot be told what this folder holds", where=str(path), hint=_HINT)
    table, file = folder_table(path, form), path / f"{RECORDS}.{form}"
    rows = _json(file, form) if form in {"jsonl", "json"} else record_rows(table, file)
    return Incoming(rows, _plain_lines(file, form), beside(table), list(table("articles")))


def _published(dataset: Published) -> Incoming:
    at = instant(dataset.manifest.datasetVersion)
    if at is not None and in_future(at):
        message = f"the version {dataset.manifest.datasetVersion} lies more than a day in the future"
        raise DatasetError(message, where=str(dataset.folder), hint="is the clock of this machine right?")
    sidecars = {}
    for place in dataset.repo_files():
        for identifier, row in dataset.sidecars(place).items():
            sidecars[identifier] = (row.get("evidence"), row.get("verified"))
    return Incoming(
        _published_rows(dataset), None, sidecars, dataset.articles(), dataset.repos(), dataset.manifest.datasetVersion
    )


def _published_rows(dataset: Published) -> Iterator[Row]:
    for place in dataset.repo_files():
        path = dataset.folder / place
        try:
            found = loads(dataset.read(place), path)
        except JsonFileError as error:
            raise DatasetError(error.finding.message, where=str(path)) from None
        if not isinstance(found, list):
            raise DatasetError("expected an array of records", where=str(path))
        yield from (Row(data, path, number + 1, pointer=f"/{number}") for number, data in enumerate(found))
