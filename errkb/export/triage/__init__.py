"""Triage reports in the formats other programs read: documents of `errkb.render.triage`, and tables.

What is written lies aside until it is complete, and then takes the place of what was there in one step.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from errkb.errors import InputError, UsageError
from errkb.export.packed import SUFFIXES, bare_suffix, packed
from errkb.export.replacing import aside, told
from errkb.model.triage import TriageReport

__all__ = ["DOCUMENTS", "FORMATS", "TABLE_FORMATS", "document", "format_of", "require_sense", "write"]

DOCUMENTS = ("json", "markdown", "html", "sarif", "junit", "github")
"""Formats that tell the whole report; each is a module of `errkb.render.triage`."""
TABLE_FORMATS = ("jsonl", "csv", "parquet")
"""Formats that hold one of its tables (docs/triage.md)."""
FORMATS = (*DOCUMENTS, *TABLE_FORMATS)

_SUFFIXES = {
    ".json": "json",
    ".md": "markdown",
    ".html": "html",
    ".htm": "html",
    ".sarif": "sarif",
    ".xml": "junit",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
}


def format_of(path: Path) -> str | None:
    """Return the format that the suffix of a path stands for, `None` if it stands for none."""
    if path.name.lower().removesuffix(".gz").endswith(".sarif.json"):
        return "sarif"
    return _SUFFIXES.get(bare_suffix(path))


def document(report: TriageReport, form: str) -> Iterator[str]:
    """Yield the text of a report in one of `DOCUMENTS`."""
    chunks: Iterator[str] = import_module(f"errkb.render.triage.{form}").chunks(report)
    return chunks


def write(report: TriageReport, form: str, out: Path, table: str = "events") -> None:
    """Write a report to a file, in the place of what was there.

    Raises `UsageError` for a format or table there is not, `InputError` where no file can be, `DatasetError` where it
    cannot be written, `MissingExtraError`.
    """
    require_sense(form, out, table)
    if form in TABLE_FORMATS:
        from errkb.export.triage.tables import write_table

        with told(out), aside(out) as place:
            write_table(report, form, place, table)
        return
    with told(out), aside(out) as place, packed(place) as file:
        for chunk in document(report, form):
            file.write(chunk.encode("utf-8", "backslashreplace"))


def require_sense(form: str, out: Path | None, table: str = "events") -> None:
    """Raise what `write` would raise without writing; no `out` is standard output."""
    if form not in FORMATS:
        raise UsageError(f"there is no format {form[:60]!r}", hint=f"the formats are: {', '.join(FORMATS)}")
    if form in TABLE_FORMATS:
        from errkb.export.arrow import pyarrow
        from errkb.export.triage.tables import require_table

        require_table(table)
        if form == "parquet":
            pyarrow()
    if out is None:
        if form == "parquet":
            raise UsageError("where to?", hint="--out FILE.parquet")
        return
    if form == "parquet" and out.suffix.lower() in SUFFIXES:
        raise UsageError(f"{form} is not packed in {out.suffix}", hint="it is packed by itself: --out FILE.parquet")
    if out.is_dir():
        raise UsageError("this is a folder", hint=f"--out {out / f'triage.{form}'}")
    if out.exists() and not stat.S_ISREG(os.stat(out).st_mode):
        raise InputError("this is no file", where=str(out), hint="without --out, text goes to standard output")
