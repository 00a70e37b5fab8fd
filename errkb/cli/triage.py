"""`errkb triage`: heaps of logs -> a short, true story."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.outlets import Outlets
from errkb.cli.output import complain
from errkb.cli.progress import Speed
from errkb.errors import InputError, UsageError
from errkb.normalize import printable

if TYPE_CHECKING:
    from errkb.reports import Privacy, TriageReport

app = command_app()


class Unit(StrEnum):
    """What a verdict is for."""

    FILE = "file"
    DIR = "dir"
    JOB = "job"
    PROCESS = "process"


class FailOn(StrEnum):
    """What makes a gate fail."""

    NEW = "new"
    KNOWN = "known"
    ANY = "any"


class Format(StrEnum):
    """How a report is printed or written."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"
    MARKDOWN = "markdown"
    HTML = "html"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"


class Share(StrEnum):
    """What of a report may leave besides the usual."""

    MINIMAL = "minimal"


@app.command(cls=Command)
def triage(
    context: typer.Context,
    *,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH…", help="Files, folders, globs, archives, or - for standard input.")
    ],
    unit: Annotated[Unit, typer.Option("--unit", help="What a verdict is for.")] = Unit.FILE,
    max_bytes: Annotated[
        int | None, typer.Option("--max-bytes", metavar="N", min=1, help="Read at most so many bytes of each file.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option("--processes", "-j", min=1, max=64, help="Processes that read; default: all cores.")
    ] = None,
    baseline: Annotated[
        list[Path] | None,
        typer.Option("--baseline", metavar="FILE", help="A report in JSON to compare with; repeatable."),
    ] = None,
    acknowledged: Annotated[
        Path | None, typer.Option("--acknowledged", metavar="FILE", help="Errors that are expected, and until when.")
    ] = None,
    fail_on: Annotated[
        FailOn | None, typer.Option("--fail-on", help="What makes the exit status 1; default: any error.")
    ] = None,
    audit: Annotated[bool, typer.Option("--audit", help="Show what lost against each primary cause, and why.")] = False,
    form: Annotated[
        Format, typer.Option("--format", "-f", help="How the report is printed, or written to the one --out.")
    ] = Format.TEXT,
    out: Annotated[
        list[Path] | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write a file in the format of its suffix; repeatable.",
        ),
    ] = None,
    table: Annotated[
        str,
        typer.Option("--table", metavar="NAME", help="Of jsonl, csv, parquet: events, matches, clusters, verdicts …"),
    ] = "events",
    duckdb: Annotated[
        Path | None,
        typer.Option("--duckdb", metavar="FILE", help="Add the report to a DuckDB file, once."),
    ] = None,
    no_redact: Annotated[
        bool, typer.Option("--no-redact", help="Leave private values in what does not go to the terminal.")
    ] = False,
    share: Annotated[
        Share | None, typer.Option("--share", help="Templates, counts and harmless captures only: no line of a log.")
    ] = None,
    deny: Annotated[
        list[str] | None, typer.Option("--deny", metavar="TEXT", help="This must not be in it either; repeatable.")
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option("--allow", metavar="NAME", help="With --share: captures of this name stay; repeatable."),
    ] = None,
    redaction_map: Annotated[
        Path | None, typer.Option("--redaction-map", metavar="FILE", help="Write what stands for what, for you alone.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=10_000, help="At most this many of a list.")] = 10,
) -> None:
    """Tell which errors stand in logs of any size.

    \b
    errkb triage logs/                        a folder, rotated and packed files too
    errkb triage job.zip --format json        an archive, for programs
    errkb triage logs/ -o report.html         a page of one file; .sarif, .xml, .csv …
    kubectl logs my-pod | errkb triage -      whatever comes in

    Exit status: 0 nothing was found, 1 errors were found (see --fail-on), 2 nothing could be read, or another error.
    """
    from errkb.triage import Acknowledged, fails
    from errkb.triages import read_acknowledged

    if fail_on is FailOn.NEW and not baseline:
        raise UsageError("--fail-on new compares with a report", hint="--baseline FILE, from errkb triage -o FILE.json")
    expected = read_acknowledged(acknowledged) if acknowledged else Acknowledged()
    outlets = Outlets(
        form.value,
        tuple(out or ()),
        table,
        duckdb,
        _privacy(no_redact=no_redact, share=share, deny=deny, allow=allow),
        redaction_map,
    )
    outlets.check()
    with open_kb(context) as kb:
        with Speed("reading") as progress:
            report = kb.triage(
                paths,
                unit=unit.value,
                processes=processes,
                max_bytes=max_bytes,
                baseline=baseline or (),
                acknowledged=expected,
                progress=progress.note,
            )
        outlets.send(report, lambda shown: _text(shown, limit, audit=audit))
        failed = fails(report, fail_on.value if fail_on else "any", expected)
    for key in expected.expired:
        complain(printable(f"warning: the acknowledgement of {key} has expired"))
    if all(file.state == "skipped" for file in report.files):
        raise InputError("nothing could be read", hint="check the paths; the report says why for each file")
    raise typer.Exit(1 if failed else 0)


def _text(report: TriageReport, limit: int, *, audit: bool) -> str:
    from errkb.render.triage.terminal import render_triage

    return render_triage(report, screen(), limit=limit, audit=audit)


def _privacy(*, no_redact: bool, share: Share | None, deny: list[str] | None, allow: list[str] | None) -> Privacy:
    from errkb.reports import Privacy

    if no_redact and (share or deny):
        raise UsageError("--no-redact leaves everything in", hint="leave it out, or leave out --share and --deny")
    if allow and not share:
        raise UsageError("--allow goes with --share minimal")
    return Privacy("all" if no_redact else "minimal" if share else "redacted", tuple(deny or ()), tuple(allow or ()))
