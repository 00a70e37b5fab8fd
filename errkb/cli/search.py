"""`errkb search`: records by words."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import Limit, Repo, TextFormat, command_app, open_kb, screen
from errkb.cli.output import write, write_json

app = command_app()


@app.command(cls=Command)
def search(
    context: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="WORDS", help="Words of the message, the repo or the text.")],
    repo: Repo = None,
    limit: Limit = 10,
    form: Annotated[TextFormat, typer.Option("--format", "-f", help="Text or JSON.")] = TextFormat.TEXT,
) -> None:
    """Find records by words.

    Exit status: 0 something was found, 1 nothing, 2 an error.
    """
    with open_kb(context) as kb:
        hits = kb.search(" ".join(words), repo=repo, limit=limit)
    if form is TextFormat.JSON:
        write_json([asdict(hit) for hit in hits])
    else:
        from errkb.render.reports import render_hits

        write(render_hits(hits, screen()) or "No record has these words.\n")
    raise typer.Exit(0 if hits else 1)
