"""`errkb serve`: pages and a JSON API for the records."""

from __future__ import annotations

from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import Globals, command_app
from errkb.cli.output import complain
from errkb.errors import MissingExtraError, UsageError

app = command_app()


@app.command(cls=Command)
def serve(
    context: typer.Context,
    *,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", "-p", min=0, max=65535, help="The port; 0 for any that is free.")
    ] = 8000,
    base_url: Annotated[
        str | None,
        typer.Option("--base-url", metavar="URL", help="Where the site is on the web, for canonical links."),
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option("--source", metavar="NAME", help="This source of yours too, besides the shipped records."),
    ] = None,
    rate_limit: Annotated[
        int, typer.Option("--rate-limit", metavar="N", min=0, help="Requests of one client a minute; 0: any number.")
    ] = 0,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that answer.")] = 1,
    max_paste: Annotated[
        int, typer.Option("--max-paste", metavar="KIB", min=1, max=65536, help="Largest text, in KiB.")
    ] = 256,
    timeout: Annotated[int, typer.Option("--timeout", min=1, max=600, help="Seconds an answer may take.")] = 20,
    report_url: Annotated[
        str | None, typer.Option("--report-url", metavar="URL", help="Where readers report mistakes.")
    ] = None,
) -> None:
    """Serve the records as web pages and as a JSON API.

    Only this machine can reach it, unless --host says otherwise. Pastes are answered and forgotten.
    """
    try:
        from errkb.web.server.options import ServeOptions
        from errkb.web.server.run import serve as run
    except ModuleNotFoundError as error:
        raise MissingExtraError(f"serving needs {error.name}", hint="pip install 'errkb[web]'") from error
    from errkb.web.address import site_address

    if workers > 1 and port == 0:
        raise UsageError("several workers need a port that is known", hint="--port 8000")
    kb = context.ensure_object(Globals).kb
    options = ServeOptions(
        host=host,
        port=port,
        address=site_address(base_url),
        named=tuple(source or ()),
        rate=rate_limit,
        workers=workers,
        report_url=site_address(report_url, slash=False),
        max_body=max_paste * 1024,
        seconds=float(timeout),
        kb=str(kb) if kb else None,
    )
    if not options.is_loopback:
        complain(
            f"warning: whoever can reach {host} can read these records and send texts; there is no login and no TLS"
        )
    try:
        run(options, lambda address: complain(f"errkb at {address} (Ctrl-C ends it)"))
    except OSError as error:
        raise UsageError(f"cannot listen at {host}:{port}: {error.strerror or error}", hint="--host, --port") from error
