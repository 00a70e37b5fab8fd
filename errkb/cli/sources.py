"""`errkb sources`: what the knowledge base is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import write

app = command_app()


@app.callback(invoke_without_command=True)
def sources(context: typer.Context) -> None:
    """List, add and remove sources of records."""
    if context.invoked_subcommand is None:
        list_sources(context)


@app.command("list", cls=Command)
def list_sources(context: typer.Context) -> None:
    """List the sources with their records and sizes."""
    from errkb.render.reports import render_sources

    with open_kb(context) as kb:
        write(render_sources(kb.sources(), screen()))


@app.command(cls=Command)
def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A short name for the source.")],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A folder of records: {owner}/{repo}/{slug}.json.")],
) -> None:
    """Add a folder of your own records and build it.

    Exit status: 0 added, 1 added but records were left out, 2 an error.
    """
    from errkb.render.reports import render_build

    with open_kb(context) as kb:
        report = kb.add_source(name, path)
    write(render_build(report, screen()))
    raise typer.Exit(1 if report.findings else 0)


@app.command(cls=Command)
def remove(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The source to forget; its folder stays as it is.")],
) -> None:
    """Remove a source from the knowledge base."""
    with open_kb(context) as kb:
        kb.remove_source(name)
    write(f"Removed {name}.\n")


@app.command(cls=Command)
def prune(context: typer.Context) -> None:
    """Delete segments that no source uses any more."""
    from errkb.render.table import size

    with open_kb(context) as kb:
        write(f"Freed {size(kb.prune())}.\n")
