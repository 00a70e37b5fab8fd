"""`errkb draft`: unknown errors of a triage report -> drafts of records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import write

app = command_app()


@app.command(cls=Command)
def draft(
    context: typer.Context,
    *,
    report: Annotated[Path, typer.Argument(metavar="REPORT", help="A report of triage in JSON.")],
    clusters: Annotated[
        list[str] | None, typer.Argument(metavar="CLUSTER…", help="Fingerprints of unknown errors in it.")
    ] = None,
    top: Annotated[
        int | None, typer.Option("--top", min=1, max=1000, help="The first so many unknown errors; default: 1.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help="Write there; by default into the private folder.")
    ] = None,
) -> None:
    """Write drafts of records for unknown errors of a report.

    \b
    errkb triage night/ -o report.json
    errkb draft report.json --top 3           then edit, errkb lint, and triage again

    Exit status: 0 at least one was written, 1 none, 2 an error.
    """
    from errkb.render.reports import render_drafts

    with open_kb(context) as kb:
        found = kb.draft(report, top=top, clusters=clusters or (), records=records)
    write(render_drafts(found.made, found.left_out, screen(), Path.cwd()))
    raise typer.Exit(0 if found.made else 1)
