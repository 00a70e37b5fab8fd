"""`errkb parse`: what the reader finds in a text, without any record."""

from __future__ import annotations

from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import TextFormat, command_app, open_kb, screen
from errkb.cli.output import write, write_json
from errkb.cli.paste import read_text

app = command_app()


@app.command(cls=Command)
def parse(
    context: typer.Context,
    *,
    paste: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE|PASTE|-", help="A file, the text itself, or - for standard input."),
    ] = None,
    clipboard: Annotated[bool, typer.Option("--clipboard", help="Read the text from the clipboard.")] = False,
    form: Annotated[TextFormat, typer.Option("--format", "-f", help="Text or JSON.")] = TextFormat.TEXT,
) -> None:
    """List the errors in a text.

    Each with class, message, frames and role; and the versions the text names.

    Exit status: 0 an error was found, 1 none, 2 an error.
    """
    text = read_text(paste or [], clipboard=clipboard)
    with open_kb(context) as kb:
        result = kb.parse(text)
    if form is TextFormat.JSON:
        from errkb.render.contract import parse_json

        write_json(parse_json(text, result))
    else:
        from errkb.render.reports import render_events

        write(render_events(result, screen()))
    raise typer.Exit(0 if result.events else 1)
