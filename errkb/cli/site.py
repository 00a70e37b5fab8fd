"""`errkb site`: the records as a static site."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, settings
from errkb.cli.output import complain
from errkb.cli.progress import Progress
from errkb.errors import MissingExtraError
from errkb.normalize import printable

app = command_app()


@app.callback()
def site() -> None:
    """Write the records as a site for any static host."""


@app.command(cls=Command)
def build(
    context: typer.Context,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder; an older site there is replaced.")],
    *,
    base_url: Annotated[
        str | None,
        typer.Option("--base-url", metavar="URL", help="Where the site will be: canonical links, sitemap, 404 page."),
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option("--source", metavar="NAME", help="This source of yours too, besides the shipped records."),
    ] = None,
    report_url: Annotated[
        str | None, typer.Option("--report-url", metavar="URL", help="Where readers report mistakes.")
    ] = None,
) -> None:
    """Write the pages of all records, their search and the dataset.

    \b
    errkb site build public
    errkb site build public --base-url https://errors.example.org/

    Links are relative: the folder works below any path of any host.
    """
    try:
        from errkb.web.site import SiteRequest, build_site
    except ModuleNotFoundError as error:
        raise MissingExtraError(f"a site needs {error.name}", hint="pip install 'errkb[web]'") from error
    from errkb.kb import KnowledgeBase
    from errkb.web.address import site_address

    named = tuple(source or ())
    request = SiteRequest(site_address(base_url), named, site_address(report_url, slash=False))
    found = settings(context)
    found = replace(found, only=("shipped", *named), private=found.private if named else ())
    with KnowledgeBase.open(found) as kb, Progress("drawing") as progress:
        report = build_site(kb, request, out, progress.share)
        warnings = [*dict.fromkeys(kb.warnings), *report.warnings]
    for warning in warnings:
        complain(printable(f"warning: {warning}"))
    size = f"{report.files:,} files, {report.bytes / 1e6:.1f} MB"
    complain(f"{report.records:,} records in {out}: {size}, version {report.version}")
