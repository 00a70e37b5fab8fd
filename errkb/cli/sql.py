"""`errkb sql`: read-only SQL over all records."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from errkb.cli.lean import Command
from errkb.cli.options import command_app, open_kb, screen
from errkb.cli.output import complain, write, write_json

app = command_app()


class TableFormat(StrEnum):
    """How rows are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


@app.command(cls=Command)
def sql(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="One SELECT; DESCRIBE and SHOW TABLES work too.")],
    form: Annotated[TableFormat, typer.Option("--format", "-f", help="How rows are printed.")] = TableFormat.TABLE,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most this many rows.")] = 1000,
) -> None:
    """Query the knowledge base with SQL.

    Nothing can be written, and no file outside the knowledge base be read.
    """
    from errkb.render import table

    with open_kb(context) as kb:
        answer = kb.sql(query, limit=limit)
    if form is TableFormat.JSON:
        write_json(table.table_json(answer))
    elif form is TableFormat.CSV:
        write(table.table_csv(answer, clean=sys.stdout.isatty()))
    else:
        write(table.table_text(answer, screen().width))
    if answer.truncated:
        complain(f"note: only the first {limit:,} rows; more with --limit")
