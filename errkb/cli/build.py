"""`errkb build`: records -> segments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import write
from errkb.errors import UsageError

app = command_app()


@app.command(cls=Command)
def build(
    context: typer.Context,
    *,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="KB", help="Write a prebuilt knowledge base there, to be used with --kb."),
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option(
            "--source", metavar="NAME", help="With --out: put this source in too, besides the shipped records."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Build again even if nothing has changed.")] = False,
    prune: Annotated[bool, typer.Option("--prune", help="Then delete segments no source uses any more.")] = False,
) -> None:
    """Build the knowledge base from its sources.

    The first `errkb explain` does it by itself; this is for a rebuild, or for machines without a cache.

    Exit status: 0 built, 1 built but records were left out, 2 an error.
    """
    if source and out is None:
        raise UsageError("--source says what goes into --out", hint="without --out every source is built")
    from errkb.render.reports import render_build
    from errkb.render.table import size

    with open_kb(context) as kb:
        report = kb.build(out=out, force=force, named=source or [])
        freed = kb.prune() if prune else None
    write(render_build(report, screen()))
    if freed is not None:
        write(f"Freed {size(freed)}.\n")
    raise typer.Exit(1 if report.findings else 0)
