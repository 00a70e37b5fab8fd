"""`errkb import`: records of a file or folder -> a source of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import write
from errkb.cli.progress import Progress

app = command_app()


@app.command("import", cls=Command)
def import_(
    context: typer.Context,
    *,
    path: Annotated[Path, typer.Argument(metavar="FILE|DIR", help="What `errkb export` wrote, or records as JSON.")],
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Name of the source; one of this name is replaced.")
    ] = None,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Import the records that are sound, leave the others out.")
    ] = False,
    ignore_unknown: Annotated[
        bool, typer.Option("--ignore-unknown", help="Leave out keys that this version does not know.")
    ] = False,
    rejects: Annotated[
        Path | None, typer.Option("--rejects", metavar="FILE", help="Write every fault there, with its record.")
    ] = None,
) -> None:
    """Import records as a source of their own.

    \b
    errkb import records.jsonl.gz
    errkb import public/data --name ours

    Every record is held to the contract. Unless --lenient is given, one fault keeps all of them out.

    Exit status: 0 imported, 1 records were refused (with --lenient: the others were imported), 2 an error.
    """
    from errkb.imports import ImportRequest
    from errkb.render.imported import render_import

    request = ImportRequest(path, name, lenient, ignore_unknown, rejects)
    with open_kb(context) as kb, Progress("importing", "records") as progress:
        report = kb.import_(request, progress.note)
    write(render_import(report, screen()))
    raise typer.Exit(1 if report.rejected or report.name is None else 0)
