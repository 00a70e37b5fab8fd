"""`errkb triage`: heaps of logs -> a short, true story."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import TextFormat, command_app, open_kb, screen
from errkb.cli.output import write
from errkb.cli.progress import Speed

app = command_app()


class Unit(StrEnum):
    """What a verdict is for."""

    FILE = "file"
    DIR = "dir"
    JOB = "job"
    PROCESS = "process"


@app.command(cls=Command)
def triage(
    context: typer.Context,
    *,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH…", help="Files, folders, globs, archives, or - for standard input.")
    ],
    unit: Annotated[Unit, typer.Option("--unit", help="What a verdict is for.")] = Unit.FILE,
    form: Annotated[TextFormat, typer.Option("--format", "-f", help="How the report is printed.")] = TextFormat.TEXT,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=10_000, help="At most this many of a list.")] = 10,
) -> None:
    """Tell which errors stand in logs of any size.

    \b
    errkb triage logs/                        a folder, rotated and packed files too
    errkb triage job.zip --format json        an archive, for programs
    kubectl logs my-pod | errkb triage -      whatever comes in

    Exit status: 0 nothing was found, 1 errors were found, 2 an error of errkb's own.
    """
    with open_kb(context) as kb:
        with Speed("reading") as progress:
            report = kb.triage(paths, unit=unit.value, progress=progress.note)
        if form is TextFormat.JSON:
            from errkb.render.triage.json import chunks

            for chunk in chunks(report):
                write(chunk)
        else:
            from errkb.render.triage.terminal import render_triage

            write(render_triage(report, screen(), limit=limit))
    raise typer.Exit(1 if report.totals.known or report.totals.unknown else 0)
