"""`errkb sync`: published datasets -> sources that answer offline."""

from __future__ import annotations

from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import complain, write
from errkb.cli.progress import Progress
from errkb.errors import ErrkbError, UsageError
from errkb.normalize import printable

app = command_app()


@app.command(cls=Command)
def sync(
    context: typer.Context,
    *,
    place: Annotated[
        str | None,
        typer.Argument(metavar="URL|PATH|NAME", help="A published dataset, or a synced source; default: all of them."),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Name of the source that is made.")] = None,
    index_only: Annotated[
        bool | None,
        typer.Option("--index-only/--full", help="Fetch only the index (what errors are called), or all records."),
    ] = None,
    on_demand: Annotated[
        bool | None,
        typer.Option("--on-demand/--no-on-demand", help="With an index: let `errkb show` fetch records by itself."),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="KEY|FILE", help="Take only what this minisign public key has signed."),
    ] = None,
    keep: Annotated[
        int | None, typer.Option("--keep", metavar="N", min=1, max=100, help="Versions to keep; default 2.")
    ] = None,
    offline: Annotated[bool, typer.Option("--offline", help="Contact nobody: verify what is here.")] = False,
) -> None:
    """Bring a published dataset onto this machine, or up to date.

    \b
    errkb sync https://errors.example.org/data/
    errkb sync /media/stick/data --name stick
    errkb sync                                  all synced sources

    Only what has changed is fetched, and verified before it is used; if anything is wrong, the last good version stays.

    Exit status: 0 up to date, 1 up to date but records were left out, 2 an error: what was there stays in use.
    """
    from errkb.render.synced import render_sync
    from errkb.sync.source import SyncRequest

    with open_kb(context) as kb, Progress("syncing") as progress:
        every = [place] if place else [one.name for one in kb.sources() if one.kind == "sync" and not one.disabled]
        if not every:
            raise UsageError("there is no synced source yet", hint="errkb sync URL|PATH")
        offline = offline or kb.settings.offline
        left_out = failed = False
        for one in every:
            try:
                report = kb.sync(SyncRequest(one, name, index_only, on_demand, key, keep, offline), progress.note)
            except ErrkbError as error:
                if place:
                    raise
                failed = True
                complain(printable(f"error: source {one}: {error}"))
                complain(printable(f"hint: {error.hint}"))
                continue
            progress.end()
            left_out = left_out or bool(report.left_out)
            for warning in report.warnings:
                complain(printable(f"warning: {warning}"))
            write(render_sync(report, screen()))
    raise typer.Exit(2 if failed else 1 if left_out else 0)
