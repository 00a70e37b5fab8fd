"""`errkb explain`: the main job."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import Repo, command_app, open_kb, screen
from errkb.cli.output import complain, write, write_json
from errkb.cli.paste import read_text
from errkb.errors import UsageError
from errkb.model.report import Explanation

app = command_app()


class Format(StrEnum):
    """How the answer is printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


@app.command(cls=Command)
def explain(
    context: typer.Context,
    *,
    paste: Annotated[
        list[str] | None,
        typer.Argument(metavar="PASTE|FILE|-", help="The text itself, a file, or - for standard input."),
    ] = None,
    clipboard: Annotated[bool, typer.Option("--clipboard", help="Read the text from the clipboard.")] = False,
    form: Annotated[Format, typer.Option("--format", "-f", help="How the answer is printed.")] = Format.TEXT,
    brief: Annotated[bool, typer.Option("--brief", help="Stop after the first screen.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Add guard code, prevention, situations, evidence.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Show every match in full, and the nearest.")] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="At most this many answers.")] = 3,
    repo: Repo = None,
    source: Annotated[
        list[Path] | None,
        typer.Option("--source", metavar="DIR", help="Show the raise from the source in this folder; repeatable."),
    ] = None,
    share: Annotated[bool, typer.Option("--share", help="Take private values out, so that it can be shown.")] = False,
    deny: Annotated[
        list[str] | None,
        typer.Option("--deny", metavar="TEXT", help="With --share: this must not be in it either; repeatable."),
    ] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show candidates, rejections and score parts.")] = False,
) -> None:
    """Explain a pasted error: what it means and how to fix it.

    \b
    errkb explain "RuntimeError: Event loop is closed"     the text itself
    errkb explain build.log                                a file
    my-program 2>&1 | errkb explain                        whatever comes in
    errkb explain --share --format markdown build.log      for an issue: no names, hosts, tokens

    Exit status: 0 an answer was found, 1 nothing fits, 2 an error.
    """
    if brief and full:
        raise UsageError("give --brief or --full, not both")
    if deny and not share:
        raise UsageError("--deny goes with --share")
    text = read_text(paste or [], clipboard=clipboard)
    redactor = None
    if share:
        from errkb.redact import Redactor

        redactor = Redactor.of_this_machine(deny=deny or ())
    with open_kb(context) as kb:
        answer = kb.explain(text, repo=repo, limit=limit, trace=trace, sources=source or (), redactor=redactor)
    if form is Format.JSON:
        from errkb.render.contract import explanation_json

        write_json(explanation_json(answer))
    else:
        write(_page(answer, form, brief=brief, full=full, everything=everything, limit=limit))
    if trace:
        _write_trace(answer, form)
    raise typer.Exit(0 if answer.matches else 1)


def _page(answer: Explanation, form: Format, *, brief: bool, full: bool, everything: bool, limit: int) -> str:
    if form is Format.MARKDOWN:
        from errkb.render import markdown

        return markdown.render_explanation(answer, brief=brief, full=full, everything=everything, limit=limit)
    from errkb.render import terminal

    return terminal.render_explanation(answer, screen(), brief=brief, full=full, everything=everything, limit=limit)


def _write_trace(answer: Explanation, form: Format) -> None:
    """The trace follows the text; it goes to standard error when standard output is a document."""
    from errkb.render.trace import render_trace

    if form is Format.TEXT:
        write(render_trace(answer))
    else:
        complain(render_trace(answer).rstrip("\n"))
