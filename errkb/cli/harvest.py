"""`errkb harvest`: source -> located errors."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import write
from errkb.cli.progress import Progress
from errkb.errors import UsageError

app = command_app()


@app.command(cls=Command)
def harvest(
    context: typer.Context,
    *,
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PACKAGE|FOLDER|ARCHIVE", help="Installed packages, folders, checkouts, packages of any kind."
        ),
    ] = None,
    env: Annotated[bool, typer.Option("--env", help="Everything that is installed.")] = False,
    python: Annotated[
        Path | None, typer.Option("--python", metavar="PATH", help="The interpreter of another environment.")
    ] = None,
    commit: Annotated[
        str | None, typer.Option("--commit", metavar="REV", help="Of a checkout: read this commit, pin links to it.")
    ] = None,
    repo: Annotated[
        str | None, typer.Option("--repo", metavar="OWNER/NAME", help="The repository, where it cannot be told.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR|FILE.jsonl", help="Write records there, not into a source.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Name of the source that is made.")] = None,
    diff: Annotated[bool, typer.Option("--diff", help="Compare two targets: what came, went, moved.")] = False,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, max=64, help="Processes; default: all cores.")
    ] = None,
    skipped: Annotated[bool, typer.Option("--skipped", help="List every file left out and why.")] = False,
) -> None:
    """Find the errors that source raises; nothing is run.

    \b
    errkb harvest vllm                        a package installed beside errkb
    errkb harvest --env --python .venv/bin/python
    errkb harvest ~/src/pandas --commit v2.2.0
    errkb harvest axios-1.7.2.tgz             a package of npm, RubyGems, Maven, …
    errkb harvest --diff old.whl new.whl

    Exit status: 0 harvested, 1 nothing was found (with --diff: nothing differs), 2 an error.
    """
    from errkb.render.harvest import render_diff, render_harvest
    from errkb.targets import Request

    if not targets and not env:
        raise UsageError("name what to harvest", hint="e.g. errkb harvest PACKAGE, or errkb harvest --env")
    if diff and (env or len(targets or ()) != 2):
        raise UsageError("--diff compares two targets: errkb harvest --diff OLD NEW")
    request = Request(tuple(targets or ()), env, python, commit, repo, jobs)
    with open_kb(context) as kb, Progress("harvesting") as progress:
        if diff:
            changes = kb.harvest_diff(request, progress.note)
            progress.end()
            write(render_diff(changes, screen()))
            raise typer.Exit(0 if changes else 1)
        report = kb.harvest(request, name=name, out=out, note=progress.note)
    write(render_harvest(report, screen(), every=skipped))
    raise typer.Exit(0 if report.records else 1)
