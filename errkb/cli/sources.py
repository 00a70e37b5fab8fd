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
    """List, add, pin, disable and remove sources of records."""
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
    name: Annotated[str, typer.Argument(metavar="NAME", help="The source to forget; a folder of yours stays.")],
) -> None:
    """Remove a source, and what was fetched for it."""
    with open_kb(context) as kb:
        kb.remove_source(name)
    write(f"Removed {name}.\n")


@app.command(cls=Command)
def disable(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The source that is to answer no more.")],
) -> None:
    """Let a source answer no more; nothing of it is deleted."""
    with open_kb(context) as kb:
        kb.disable_source(name)
    write(f"Disabled {name}; to let it answer again: errkb sources enable {name}\n")


@app.command(cls=Command)
def enable(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The source that is to answer again.")],
) -> None:
    """Let a disabled source answer again."""
    with open_kb(context) as kb:
        kb.disable_source(name, disabled=False)
    write(f"Enabled {name}.\n")


@app.command(cls=Command)
def pin(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A synced source.")],
    version: Annotated[
        str | None, typer.Argument(metavar="VERSION", help="A version that is here; default: that in use.")
    ] = None,
) -> None:
    """Keep a synced source at a version, whatever is published."""
    with open_kb(context) as kb:
        kb.pin_source(name, version)
    write(f"Pinned {name}; to let it follow its publisher again: errkb sources unpin {name}\n")


@app.command(cls=Command)
def unpin(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A synced source.")],
) -> None:
    """Let a synced source follow its publisher again."""
    with open_kb(context) as kb:
        kb.pin_source(name, pinned=False)
    write(f"Unpinned {name}; to bring it up to date: errkb sync {name}\n")


@app.command(cls=Command)
def prune(context: typer.Context) -> None:
    """Delete segments that no source uses any more."""
    from errkb.render.table import size

    with open_kb(context) as kb:
        write(f"Freed {size(kb.prune())}.\n")
