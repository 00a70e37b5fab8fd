"""`errkb run`: a command run as ever, and what is known of its errors told as they occur."""

from __future__ import annotations

from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.notices import say, tell
from errkb.cli.options import command_app, settings

app = command_app()


@app.command(cls=Command, context_settings={"allow_interspersed_args": False, "ignore_unknown_options": True})
def run(
    context: typer.Context,
    *,
    command: Annotated[list[str], typer.Argument(metavar="COMMAND…", help="The command and its arguments.")],
) -> None:
    """Run a command and tell a known error with its first fix.

    \b
    errkb run -- pytest -x
    errkb run -- torchrun --nproc-per-node 8 train.py

    What the command prints is passed on byte for byte; what errkb tells is on standard error, each record once.

    Exit status: that of the command, also where a signal ends it; 126 and 127 as in a shell where it cannot be started.
    """
    from errkb.kb import KnowledgeBase
    from errkb.live.command import NotStartedError, die_like

    with KnowledgeBase.open(settings(context)) as kb:
        try:
            status = kb.run(command, tell, say)
        except NotStartedError as error:
            say(f"error: {error}; {error.hint}")
            raise typer.Exit(error.status) from None
    raise typer.Exit(die_like(status))
