"""`errkb info`: figures about the knowledge base."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import TextFormat, command_app, open_kb, screen
from errkb.cli.output import write, write_json

app = command_app()


@app.command(cls=Command)
def info(
    context: typer.Context,
    form: Annotated[TextFormat, typer.Option("--format", "-f", help="Text or JSON.")] = TextFormat.TEXT,
) -> None:
    """Show figures about the knowledge base."""
    with open_kb(context) as kb:
        figures = kb.info()
    if form is TextFormat.JSON:
        write_json(asdict(figures))
    else:
        from errkb.render.reports import render_info

        write(render_info(figures, screen()))
