"""`errkb new`: the skeleton of a record."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import write
from errkb.cli.paste import read_text
from errkb.errors import UsageError
from errkb.model.catalog import NewRecord

app = command_app()


@app.command(cls=Command)
def new(
    context: typer.Context,
    *,
    paste: Annotated[
        list[str] | None,
        typer.Argument(metavar="PASTE|FILE|-", help="The error as printed: the text itself, a file, or -."),
    ] = None,
    template: Annotated[
        str | None, typer.Option("--template", metavar="TEXT", help="The message as the source holds it, with {names}.")
    ] = None,
    repo: Annotated[
        str | None, typer.Option("--repo", metavar="OWNER/NAME", help="The project that raises the error.")
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--source", metavar="CHECKOUT", help="Read the raise in this source tree (Python).")
    ] = None,
    at: Annotated[str | None, typer.Option("--at", metavar="PATH:LINE", help="Where the error is raised.")] = None,
    records: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help="Write there; by default into the private folder.")
    ] = None,
    edit: Annotated[bool, typer.Option("--edit", help="Open both files in $VISUAL or $EDITOR afterwards.")] = False,
) -> None:
    """Write the skeleton of a record.

    \b
    errkb new error.log                                        from a pasted error
    errkb new --repo example/shop --template "no {thing}"      from a message
    errkb new --source shop --at shop/orders.py:120            from the raise itself

    Exit status: 0 written, 2 an error. What lint says is printed, not counted: a skeleton is never finished.
    """
    from errkb.render.reports import render_new

    text = read_text(paste) if paste else None
    if text is None and template is None and source is None:
        raise UsageError("there is nothing to start from", hint="a pasted error, --template, or --source and --at")
    with open_kb(context) as kb:
        made = kb.new(text, template=template, repo=repo, checkout=source, at=at, records=records)
    write(render_new(made, screen(), Path.cwd()))
    if edit:
        _edit(made)


def _edit(made: NewRecord) -> None:
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise UsageError("no editor is known", hint="set VISUAL or EDITOR; the files are written")
    subprocess.run([*shlex.split(editor), str(made.path), str(made.evidence)], check=False)  # noqa: S603 - the user's own
