"""Answering SQL over all segments, read-only.

The statement may come from anyone, so it can neither write nor reach out: only statements that select are let through,
the segments are attached read-only, and before the statement runs DuckDB's access to files, network and extensions is
switched off and its settings are locked. What is left is its use of time and memory, and both are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import duckdb

from errkb.errors import KnowledgeBaseError, UsageError
from errkb.model.catalog import Table
from errkb.store.tables import FILE_NAME, TABLES
from errkb.store.writing import CONFIG

__all__ = ["MAX_BRACKETS", "MAX_SQL", "MEMORY", "SECONDS", "query"]

MEMORY = "1GiB"
"""What a statement may take; it never spills to disk."""
SECONDS = 30.0
"""How long a statement may run."""
MAX_SQL = 10_000
"""How many characters a statement may have: parsing and binding cannot be interrupted."""
MAX_BRACKETS = 500
"""How many brackets may be opened: DuckDB 2.0 parses 500 nested ones in 0.3 s, 10,000 in two minutes (measured)."""

_HINT = f"tables: {', '.join(TABLES)}; their columns: DESCRIBE records"
_READERS = {"select", "with", "from", "values", "table", "describe", "desc", "show", "summarize"}
# Since DuckDB 2.0 a WITH clause may hold them, and EXPLAIN ANALYZE carries them out.
_WRITERS = {"copy", "insert", "update", "delete", "merge"}
_WORD = re.compile(rb"[A-Za-z_]+")


def query(segments: Sequence[tuple[str, Path]], sql: str, *, limit: int = 1000, seconds: float = SECONDS) -> Table:
    """Return the first `limit` rows of one statement over views of all segments.

    `segments` are pairs of a source's name and its folder. Each table of `errkb.store.TABLES` is a view with one more
    column in front, `source`. Raises `UsageError` for a statement that is refused, wrong, too slow or too large,
    `KnowledgeBaseError` if a segment has no readable tables. Ctrl-C raises `KeyboardInterrupt` as usual.
    """
    _refuse_writers(sql)
    if limit < 1:
        raise UsageError("at least one row has to be shown", hint="give a limit of 1 or more")
    if not segments:
        raise KnowledgeBaseError("there are no tables yet", hint="run: errkb build")
    config = CONFIG | {"temp_directory": "", "memory_limit": MEMORY}
    with (
        closing(duckdb.connect(":memory:", config=config)) as connection,
        _explained(seconds),
        ThreadPoolExecutor(1) as pool,
    ):
        answer = pool.submit(_answer, connection, segments, sql, limit)
        try:  # waiting here, not in DuckDB: that notices Ctrl-C only when the statement has ended
            return answer.result(seconds)
        except BaseException:
            connection.interrupt()
            raise


def _answer(connection: duckdb.DuckDBPyConnection, segments: Sequence[tuple[str, Path]], sql: str, limit: int) -> Table:
    for number, (_, folder) in enumerate(segments):
        _attach(connection, f"s{number}", folder / FILE_NAME)
    for table in TABLES:
        _create_view(connection, table, [name for name, _ in segments])
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    connection.execute(sql)
    columns = [column[0] for column in connection.description or []]
    rows = connection.fetchmany(limit + 1)
    return Table(columns, rows[:limit], truncated=len(rows) > limit)


def _refuse_writers(sql: str) -> None:
    if len(sql) > MAX_SQL or sum(map(sql.count, "([{")) > MAX_BRACKETS:
        hint = f"at most {MAX_SQL:,} characters and {MAX_BRACKETS} brackets"
        raise UsageError("the statement is too long", hint=hint)
    try:
        sql.encode()
        statements = duckdb.extract_statements(sql)
    except UnicodeEncodeError as error:
        raise UsageError("the statement is not valid text") from error
    except duckdb.Error as error:
        raise UsageError(str(error), hint=_HINT) from error
    if len(statements) != 1:
        raise UsageError(f"expected one statement, found {len(statements)}", hint="give one SELECT")
    words = _words(sql)
    if statements[0].type == duckdb.StatementType.EXPLAIN:
        words = words[2 if words[1:2] == ["analyze"] else 1 :]
        selects = not _READERS.isdisjoint(words[:1])
    else:
        selects = statements[0].type == duckdb.StatementType.SELECT
    if not selects or not _WRITERS.isdisjoint(words):
        raise UsageError(
            "the knowledge base can only be read",
            hint='allowed: SELECT, WITH, FROM, DESCRIBE, SHOW, SUMMARIZE, EXPLAIN; quote a name like "copy"',
        )


def _words(sql: str) -> list[str]:
    """Return the keywords and bare names of a statement in lower case; strings, comments and quoted names are not."""
    text = sql.encode()  # the offsets of the tokens are in bytes
    found = (_WORD.match(text, at) for at, kind in duckdb.tokenize(sql) if kind != duckdb.token_type.comment)
    return [match[0].decode().lower() for match in found if match]


def _attach(connection: duckdb.DuckDBPyConnection, alias: str, path: Path) -> None:
    try:
        connection.execute(f"ATTACH {_quoted(str(path))} AS {alias} (READ_ONLY, TYPE duckdb)")
    except (duckdb.Error, UnicodeEncodeError) as error:  # the latter: a path that is not UTF-8
        raise KnowledgeBaseError(
            f"the tables cannot be opened: {error}", where=str(path), hint="run: errkb build"
        ) from error


def _create_view(connection: duckdb.DuckDBPyConnection, table: str, names: Sequence[str]) -> None:
    selects = (
        f'SELECT {_quoted(name)} AS source, * FROM s{number}."{table}"'  # noqa: S608 - quoted
        for number, name in enumerate(names)
    )
    connection.execute(f'CREATE VIEW "{table}" AS {" UNION ALL ".join(selects)}')


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@contextmanager
def _explained(seconds: float) -> Iterator[None]:
    try:
        yield
    except TimeoutError as error:
        raise UsageError(f"the statement took longer than {seconds:g} s", hint="ask for less at once") from error
    except duckdb.OutOfMemoryException as error:
        raise UsageError(f"the statement takes more than {MEMORY} of memory", hint="ask for less at once") from error
    except duckdb.Error as error:
        raise UsageError(str(error), hint=_HINT) from error
