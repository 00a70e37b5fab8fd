"""A DuckDB file that grows from report to report, and to which the same report adds nothing.

Everything of a report goes in with one transaction, so that a crash leaves what was there; a new file is made aside and
renamed by the caller. What a later report says of the same events takes the place of what an earlier one said.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from errkb.errors import DatasetError, ErrkbError, InputError
from errkb.model.triage import TriageReport
from errkb.store.files import lines
from errkb.store.triage.tables import TABLES, rows, run_id
from errkb.store.writing import CONFIG

__all__ = ["Appended", "append", "require_ours"]

_MARK = "errkb_triage"
_VERSION = "1"
_BY_EVENT = ("events", "matches")
"""Tables that hold one state of each event, whatever the run."""


@dataclass(slots=True, frozen=True)
class Appended:
    """What a report has changed: `events` were not there before; nothing at all where the run was."""

    run: str
    is_new: bool
    events: int


def append(report: TriageReport, path: Path) -> Appended:
    """Add a report to a DuckDB file, which is made if it is not there.

    Raises `InputError` for a file that is something else, broken, or held by another program, `DatasetError` if it
    cannot be written; then its content is the old one.
    """
    run = run_id(report)
    with tempfile.TemporaryDirectory(prefix="errkb-") as folder, _connected(path) as connection:
        _prepare(connection, path)
        if _count(connection, f"SELECT count(*) FROM kb.runs WHERE runId = '{run}'"):  # noqa: S608 - hexadecimal
            return Appended(run, is_new=False, events=0)
        before = _count(connection, "SELECT count(*) FROM kb.events")
        for table in TABLES:
            _stage(connection, report, table, run, Path(folder) / f"{table}.jsonl")
        connection.execute("BEGIN")
        for table in TABLES:
            _take_in(connection, table)
        connection.execute("COMMIT")
        events = _count(connection, "SELECT count(*) FROM kb.events") - before
        connection.execute("CHECKPOINT kb")
    return Appended(run, is_new=True, events=events)


def require_ours(path: Path) -> None:
    """Raise what `append` would raise for a file that is there, without changing it."""
    with _connected(path) as connection:
        _tables(connection, path)


def _prepare(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Make the tables of a database that has none."""
    if _tables(connection, path):
        return
    connection.execute("BEGIN")
    for table, columns in TABLES.items():
        names = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
        connection.execute(f'CREATE TABLE kb."{table}" ({names})')
    connection.execute(f"CREATE TABLE kb.{_MARK} AS SELECT '{_VERSION}' AS version")
    connection.execute("COMMIT")


def _tables(connection: duckdb.DuckDBPyConnection, path: Path) -> set[str]:
    """Return the names of the tables, none for a new database; raise `InputError` for one that is not ours."""
    query = "SELECT table_name FROM duckdb_tables() WHERE database_name = 'kb'"
    found = {name for (name,) in connection.execute(query).fetchall()}
    if found and not {*TABLES, _MARK} <= found:
        raise InputError("this database was not made by errkb triage", where=str(path), hint="give another file")
    if found and connection.execute(f"SELECT version FROM kb.{_MARK}").fetchall() != [(_VERSION,)]:  # noqa: S608 - ours
        raise InputError("this database was made by another version of errkb", where=str(path), hint="give a new file")
    return found


def _stage(connection: duckdb.DuckDBPyConnection, report: TriageReport, table: str, run: str, spool: Path) -> None:
    """Put the rows of a table where the transaction finds them at once."""
    with spool.open("w", encoding="utf-8") as file:
        for row in rows(report, table, run):
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    texts = {name: "VARCHAR" if kind == "TIMESTAMP" else kind for name, kind in TABLES[table].items()}
    wanted = ", ".join(f'TRY_CAST("{name}" AS {kind}) AS "{name}"' for name, kind in TABLES[table].items())
    connection.execute(f'CREATE TEMP TABLE "new_{table}" AS SELECT {wanted} FROM {lines(spool, texts)}')  # noqa: S608


def _take_in(connection: duckdb.DuckDBPyConnection, table: str) -> None:
    if table in _BY_EVENT:
        connection.execute(f"DELETE FROM kb.{table} WHERE eventId IN (SELECT eventId FROM temp.new_events)")  # noqa: S608
        connection.execute(f"INSERT INTO kb.{table} SELECT DISTINCT ON (eventId) * FROM temp.new_{table}")  # noqa: S608
    else:
        connection.execute(f"INSERT INTO kb.{table} FROM temp.new_{table}")


def _count(connection: duckdb.DuckDBPyConnection, query: str) -> int:
    found = connection.execute(query).fetchone()
    return int(found[0]) if found else 0


@contextmanager
def _connected(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a connection with the file as the database `kb`; errors of DuckDB become those of errkb."""
    config: dict[str, Any] = CONFIG | {"memory_limit": "2GB"}
    try:
        with closing(duckdb.connect(":memory:", config=config)) as connection:
            quoted = str(path).replace("'", "''")
            try:
                connection.execute(f"ATTACH '{quoted}' AS kb (TYPE duckdb)")
            except duckdb.Error as error:
                raise _refusal(path, error) from error
            yield connection
    except duckdb.Error as error:
        raise DatasetError(
            f"cannot be written: {_first_line(error)}", where=str(path), hint="is there space left on the disk?"
        ) from error
    except UnicodeEncodeError as error:  # of a path
        raise InputError("DuckDB needs a path in UTF-8", where=str(path)) from error


def _refusal(path: Path, error: duckdb.Error) -> ErrkbError:
    text = _first_line(error)
    if "set lock" in text or "already attached" in text:
        hint = "try again when the other program has closed it"
        return InputError("this database is open in another program", where=str(path), hint=hint)
    if path.is_file() and os.access(path, os.W_OK):
        return InputError(f"this is no DuckDB database, or a broken one: {text}", where=str(path), hint="give another")
    return DatasetError(
        f"cannot be written: {text}", where=str(path), hint="is this a place where files can be written?"
    )


def _first_line(error: duckdb.Error) -> str:
    return str(error).partition("\n")[0]
