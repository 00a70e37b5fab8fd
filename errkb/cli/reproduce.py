"""`errkb reproduce`: prove records by running what they say."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import TextFormat, command_app, open_kb, screen
from errkb.cli.output import write, write_json
from errkb.errors import UsageError
from errkb.normalize import printable

if TYPE_CHECKING:
    from errkb.model.reproduction import Outcome

app = command_app()


@app.command(cls=Command)
def reproduce(  # noqa: PLR0917
    context: typer.Context,
    references: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Records to prove: id, owner/repo/slug, or slug.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Run every script there is.")] = False,
    changed: Annotated[bool, typer.Option("--changed", help="Run what has no verified file that fits.")] = False,
    light: Annotated[bool, typer.Option("--light", help="Leave out scripts that need large packages.")] = False,
    source: Annotated[str | None, typer.Option("--source", metavar="NAME", help="Only records of this source.")] = None,
    python: Annotated[
        list[Path] | None,
        typer.Option("--python", metavar="PATH", help="An interpreter (repeatable); each script takes one that fits."),
    ] = None,
    versions: Annotated[
        str, typer.Option("--versions", metavar="A,B", help="Run with these releases and look for other wordings.")
    ] = "",
    instead: Annotated[
        list[str] | None,
        typer.Option(
            "--with", metavar="REQUIREMENT", help="With --versions: instead of the script's own (repeatable)."
        ),
    ] = None,
    add: Annotated[bool, typer.Option("--write", help="Put wordings found into the evidence files.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=64, help="Scripts at a time.")] = os.cpu_count() or 1,
    within: Annotated[
        float | None, typer.Option("--within", metavar="SECONDS", min=1, help="Start no script after that.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Run again what was reproduced already.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Write no verified files.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the folders the scripts ran in.")] = False,
    form: Annotated[TextFormat, typer.Option("--format", "-f", help="Text or JSON.")] = TextFormat.TEXT,
) -> None:
    """Run the scripts that prove records.

    Each raises the error with the real project, in an environment of its own and without a network, and applies the
    fix. This is the only command that runs code that is not errkb's.

    Exit status: 0 all reproduced or skipped, 1 a script failed, 2 an error.
    """
    from errkb.model.reproduction import RunOptions, Selection
    from errkb.render.reproductions import render_reproductions

    if not (references or everything or changed or light):
        raise UsageError("which records?", hint="give their ids, or --changed, --light or --all")
    releases = tuple(part.strip() for part in versions.split(",") if part.strip())
    selection = Selection(tuple(references or ()), changed, light, source, force or keep)
    options = RunOptions(tuple(python or ()), releases, tuple(instead or ()), jobs, keep, check, add, within)
    with open_kb(context) as kb:
        report = kb.reproduce(selection, options, _Bar() if sys.stderr and sys.stderr.isatty() else None)
    if form is TextFormat.JSON:
        write_json(asdict(report))
    else:
        write(render_reproductions(report, screen()))
    raise typer.Exit(1 if report.failed else 0)


class _Bar:
    """Draws on the terminal how far the run is; failures stay above it."""

    def __init__(self) -> None:
        self._failed = 0

    def __call__(self, outcome: Outcome | None, done: int, total: int) -> None:
        from errkb.render.reproductions import bar, outcome_line

        if outcome is not None and outcome.status == "failed":
            self._failed += 1
            sys.stderr.write(f"\r\x1b[K{printable(outcome_line(outcome))[:500]}\n")
        sys.stderr.write(f"\r\x1b[K{bar(done, total, self._failed)}" if done < total else "\r\x1b[K")
        sys.stderr.flush()
