"""`errkb export`: records -> files of other programs."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import Repo, command_app, open_kb
from errkb.cli.output import complain, copy
from errkb.cli.progress import Progress
from errkb.errors import UsageError

app = command_app()
_TEXT = {"jsonl": "jsonl", "json": "json", "csv": "csv", "markdown": "md"}
"""Formats that go to standard output if no place is named, and their suffixes."""


@app.command(cls=Command)
def export(
    context: typer.Context,
    *,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="jsonl, json, csv, parquet, duckdb, sqlite, arrow, markdown, huggingface or static.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE|DIR", help="Where to: a file, .gz or .zst too, or a folder of all tables."
        ),
    ] = None,
    where: Annotated[
        str | None, typer.Option("--where", metavar="SQL", help="Only records for which this SQL condition holds.")
    ] = None,
    repo: Repo = None,
    fields: Annotated[
        str | None, typer.Option("--fields", metavar="A,B,…", help="Only these fields of the records.")
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option("--source", metavar="NAME", help="This source of yours too, besides the shipped records."),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="VERSION", help="What changed since this dataset version, and tombstones."),
    ] = None,
    partition: Annotated[
        str | None, typer.Option("--partition", metavar="A,B,…", help="Parquet: a folder for each value of these.")
    ] = None,
) -> None:
    """Write records for other programs.

    \b
    errkb export --out records.jsonl.gz
    errkb export --format csv --fields id,repo,errorMessage --where "severity = 'critical'"
    errkb export --format static --out public/data

    Exit status: 0 written, 1 no record fits, 2 an error.
    """
    from errkb.exports import ExportRequest

    request = ExportRequest(where, repo, tuple(source or ()), _names(fields), since, _names(partition))
    with open_kb(context) as kb, Progress("exporting") as progress:
        if out is None:
            if form not in _TEXT:
                raise UsageError("where to?", hint="--out FILE or --out DIR; jsonl, json, csv and markdown need none")
            with tempfile.TemporaryDirectory() as folder:
                place = Path(folder) / f"records.{_TEXT[form]}"
                report = kb.export(place, request, form=form, note=progress.share)
                progress.end()
                if place.exists():
                    copy(place)
        else:
            report = kb.export(out, request, form=form, note=progress.share)
    for warning in report.warnings:
        complain(f"warning: {warning}")
    written = report.records or report.tombstones
    if out is not None and written:
        gone = f", {_counted(report.tombstones, 'tombstone')}" if since else ""
        complain(
            f"{_counted(report.records, 'record')}{gone} as {report.form} in {out}, version {report.dataset_version}"
        )
    raise typer.Exit(0 if written else 1)


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip()) if text else ()
