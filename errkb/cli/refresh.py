"""`errkb refresh`: records -> the places of a newer source."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import write

app = command_app()


@app.command(cls=Command)
def refresh(
    context: typer.Context,
    records: Annotated[Path, typer.Argument(metavar="RECORDS", help="A folder of records.")],
    *,
    repo: Annotated[str, typer.Option("--repo", metavar="OWNER/NAME", help="The repository whose records to refresh.")],
    source: Annotated[Path, typer.Option("--source", metavar="CHECKOUT", help="A git checkout of the newer source.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would change.")] = False,
) -> None:
    """Bring records up to date with a newer checkout.

    Lines, links and commits follow the source; nothing is ever deleted. A record whose file moved keeps its old id as a
    former one. Rewordings are proposed, vanished messages flagged.

    Exit status: 0 everything was found, 1 something is reworded or gone, 2 an error.
    """
    from errkb.render.harvest import render_refreshed

    with open_kb(context) as kb:
        outcome = kb.refresh(records, repo, source, write=not dry_run)
    write(render_refreshed(outcome, screen(), dry_run=dry_run))
    raise typer.Exit(1 if any(one.kind in ("reworded", "gone") for one in outcome) else 0)
