"""Writing records in the formats other programs read: one module per format, each loaded when it is asked for.

What is written lies aside until it is complete, and then takes the place of what was there in one step.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from errkb.errors import UsageError
from errkb.export.packed import SUFFIXES, bare_suffix, is_folder
from errkb.export.replacing import aside, told
from errkb.export.standing import require_replaceable

if TYPE_CHECKING:
    from errkb.hookspecs import Exporter
    from errkb.model.content import Content

__all__ = ["FORMATS", "export", "exporter", "format_of"]

FORMATS = (
    "jsonl",
    "json",
    "csv",
    "parquet",
    "duckdb",
    "sqlite",
    "arrow",
    "markdown",
    "huggingface",
    "static",
)
"""The names of the formats; each is a module of this package."""

_SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".parquet": "parquet",
    ".duckdb": "duckdb",
    ".db": "sqlite",
    ".sqlite": "sqlite",
    ".sqlite3": "sqlite",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".md": "markdown",
}
_FOLDERS = {"huggingface", "static"}
_DATABASES = {"duckdb", "sqlite"}
_PACKABLE = {"jsonl", "json", "csv", "markdown"}
_WHOLE = {"static", "markdown"}
"""Formats that hold whole records only."""


def exporter(name: str) -> Exporter:
    """Return the exporter of a format; raises `UsageError` if there is none of this name."""
    if name not in FORMATS:
        raise UsageError(f"there is no format {name[:60]!r}", hint=f"the formats are: {', '.join(FORMATS)}")
    module: Exporter = import_module(f"errkb.export.{name}")
    return module


def format_of(path: Path) -> str | None:
    """Return the format that the suffix of a path stands for, `None` if it stands for none."""
    return _SUFFIXES.get(bare_suffix(path))


def export(content: Content, form: str, out: Path) -> str:
    """Write content to a file or folder, in the place of an older export; return the dataset version written.

    Raises `UsageError` for a combination that makes no sense, `InputError` where something else stands, `DatasetError`
    for records the format cannot hold and a place that cannot be written, `MissingExtraError`, and `OSError`.
    """
    chosen = exporter(form)
    require_sense(form, out, content)
    require_replaceable(out)
    with told(out), aside(out) as place:
        version = chosen.write(content, place, out if out.exists() else None)
        require_replaceable(out)  # writing took its time
    return version or content.dataset_version


def require_sense(form: str, out: Path, content: Content) -> None:
    """Raise `UsageError` if the format cannot do what is asked of it."""
    folder = is_folder(out)
    if form in _FOLDERS and out.is_file():
        raise UsageError(f"{form} is a folder, and this is a file", hint=str(out))
    if form in _DATABASES and out.is_dir():
        raise UsageError(f"{form} is a file, and this is a folder", hint=f"--out {out / f'errkb.{form}'}")
    if form in _DATABASES and folder:
        raise UsageError(f"{form} is a file, and a path without suffix is a folder", hint=f"--out {out}.{form}")
    if out.is_dir() and not folder and form not in _FOLDERS:
        raise UsageError("this is a folder, and its name is that of a file", hint="--out FOLDER/FILE")
    if out.suffix.lower() in SUFFIXES and form not in _PACKABLE:
        raise UsageError(f"{form} is not packed in {out.suffix}", hint=f"packed can be: {', '.join(sorted(_PACKABLE))}")
    if content.fields is not None and form in _WHOLE:
        raise UsageError(f"{form} holds whole records", hint="leave out --fields, or choose another format")
    if content.since is not None and (form in _WHOLE or (form not in _DATABASES | _FOLDERS and not folder)):
        hint = "give a folder (a path without suffix), so that the tombstones have a place; static needs no --since"
        raise UsageError("changes since a version need several tables", hint=hint)
    if content.partition and (form != "parquet" or not folder):
        raise UsageError("only a folder of parquet is partitioned", hint="--format parquet --out FOLDER")
