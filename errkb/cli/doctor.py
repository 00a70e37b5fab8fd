"""`errkb doctor`: is everything in order on this machine?"""

from __future__ import annotations

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import write

app = command_app()


@app.command(cls=Command)
def doctor(context: typer.Context) -> None:
    """Check the installation, the cache and the knowledge base.

    Exit status: 0 all is well, 1 something is not, 2 an error.
    """
    from errkb.render.reports import render_doctor

    with open_kb(context) as kb:
        checks = kb.doctor()
    write(render_doctor(checks, screen()))
    raise typer.Exit(0 if all(check.ok for check in checks) else 1)
