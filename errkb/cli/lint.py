"""`errkb lint`: the rules of the dataset."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import TextFormat, command_app, open_kb, screen
from errkb.cli.output import write, write_json

app = command_app()


@app.command(cls=Command)
def lint(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATHS", help="Records or folders of records; by default those that are shipped."),
    ] = None,
    form: Annotated[TextFormat, typer.Option("--format", "-f", help="Text or JSON.")] = TextFormat.TEXT,
) -> None:
    """Check records against the rules of the dataset.

    Exit status: 0 clean, 1 findings, 2 an error.
    """
    with open_kb(context) as kb:
        findings = kb.lint(paths or [])
    if form is TextFormat.JSON:
        write_json([asdict(finding) for finding in findings])
    else:
        from errkb.render.reports import render_findings

        write(render_findings(findings, screen(), Path.cwd()))
    raise typer.Exit(1 if findings else 0)
