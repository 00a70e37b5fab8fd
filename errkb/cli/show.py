"""`errkb show`: one record."""

from __future__ import annotations

from typing import Annotated

import typer

from errkb.cli.explain import Format
from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import write, write_json

app = command_app()


@app.command(cls=Command)
def show(
    context: typer.Context,
    reference: Annotated[str, typer.Argument(metavar="REF", help="An id, owner/repo/slug, or a slug that is unique.")],
    form: Annotated[Format, typer.Option("--format", "-f", help="How the record is printed.")] = Format.TEXT,
    *,
    fetch: Annotated[
        bool, typer.Option("--fetch", help="Fetch the record from its publisher if only its index entry is here.")
    ] = False,
) -> None:
    """Show one record.

    Nothing is fetched but with --fetch, or from a source that was added with `errkb sync --on-demand`.
    """
    from errkb.render.record import envelope, page

    with open_kb(context) as kb:
        entry = kb.show(reference, fetch=fetch)
        version = kb.dataset_version
    if form is Format.JSON:
        write_json(envelope(entry, version))
    elif form is Format.MARKDOWN:
        from errkb.render import markdown

        write(markdown.render_sections(page(entry)))
    else:
        from errkb.render import terminal

        write(terminal.render_sections(page(entry), screen()))
