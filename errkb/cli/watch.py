"""`errkb watch`: known errors told as they are written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.notices import say, tell
from errkb.cli.options import command_app, settings
from errkb.errors import UsageError

app = command_app()


@app.command(cls=Command)
def watch(
    context: typer.Context,
    *,
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE…]", help="Log files to follow; without any, standard input.")
    ] = None,
    whole: Annotated[bool, typer.Option("--whole", help="Read what is in the files already, too.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not pass standard input on.")] = False,
) -> None:
    """Tell a known error and its first fix as it is written.

    \b
    my-service 2>&1 | errkb watch             passes everything on, tells what is known between the lines
    errkb watch /var/log/app.log worker.log   follows files, also through rotation; Ctrl-C ends

    Each record is told once, on standard error.

    Exit status: 0 the input has ended, 2 an error.
    """
    if not files and (sys.stdin is None or sys.stdin.isatty()):
        hint = "errkb watch FILE, or pipe a log: my-program 2>&1 | errkb watch"
        raise UsageError("there is nothing to watch", hint=hint)
    from errkb.kb import KnowledgeBase

    with KnowledgeBase.open(settings(context)) as kb:
        kb.watch(files or [], tell, say, whole=whole, passed_on=not quiet)
