"""SQL over all segments, read-only."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from errkb.dataset import Dataset
from errkb.errors import KnowledgeBaseError, UsageError
from errkb.store import FILE_NAME, TABLES, query
from errkb.store.reading import MAX_SQL
from tests.store.conftest import write

ROOT = Path(__file__).parents[2]


@pytest.fixture
def ask(segment):
    """Return a function that queries one segment."""
    return lambda sql, **options: query([("shipped", segment)], sql, **options)


def test_views_cover_all_segments(tmp_path, segment, make_entry):
    """Each table is one view over all sources, and the first column says which."""
    other = tmp_path / "other"
    other.mkdir()
    write(other, Dataset([make_entry(repo="other/project")]))
    table = query(
        [("shipped", segment), ("o'brien", other)], "SELECT source, count(*) AS n FROM records GROUP BY 1 ORDER BY 1"
    )
    assert table.columns == ["source", "n"]
    assert table.rows == [("o'brien", 1), ("shipped", 3)]
    assert not table.truncated


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1;",
        "  select 1  -- one\n",
        "WITH a AS (SELECT 1) SELECT * FROM a",
        "FROM records",
        "VALUES (1)",
        "TABLE meta",
        "(SELECT 1) UNION (SELECT 2)",
        "DESCRIBE records",
        "SHOW TABLES",
        "SUMMARIZE tags",
        "EXPLAIN SELECT 1",
        "EXPLAIN ANALYZE SELECT count(*) FROM records",
        "SELECT 'copy; insert' AS \"update\" /* delete */",
        "SELECT $$ copy $$, 'é', 1 AS \"copy\"",
    ],
)
def test_what_may_be_asked(ask, sql):
    """Everything that reads, however it is written."""
    assert ask(sql).rows


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO records SELECT * FROM records",
        "UPDATE records SET slug = 'x'",
        "DELETE FROM records",
        "MERGE INTO records USING tags ON true WHEN MATCHED THEN DELETE",
        "CREATE TABLE x AS SELECT 1",
        "CREATE MACRO f() AS 1",
        "DROP VIEW records",
        "ALTER VIEW records RENAME TO x",
        "TRUNCATE records",
        "COPY records TO '{out}'",
        "COPY (SELECT 1) TO '{out}' (FORMAT parquet)",
        "EXPORT DATABASE '{out}'",
        "IMPORT DATABASE '{out}'",
        "ATTACH '{out}' AS x",
        "DETACH s0",
        "USE s0",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "RESET lock_configuration",
        "PRAGMA version",
        "PRAGMA enable_profiling",
        "CALL pragma_version()",
        "CHECKPOINT",
        "VACUUM",
        "BEGIN",
        "PREPARE p AS SELECT 1",
        "PIVOT tags ON tag USING count(*)",
        "EXECUTE p",
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP VIEW records",
        "",
        "-- nothing",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{out}'",
        "EXPLAIN ANALYZE CREATE TABLE x AS SELECT 1",
        "EXPLAIN COPY (SELECT 1) TO '{out}'",
        "WITH a AS (COPY (SELECT 1) TO '{out}') SELECT * FROM a",
        "WITH a AS (INSERT INTO s0.tags VALUES ('a', 'b') RETURNING *) SELECT * FROM a",
        "WITH a AS (DELETE FROM s0.tags RETURNING *) SELECT * FROM a",
        "SELECT * FROM (WITH a AS (UPDATE s0.tags SET tag = 'x' RETURNING *) SELECT * FROM a)",
        "SELECT 'é', (WITH a AS (COPY (SELECT 1) TO '{wal}') SELECT * FROM a)",
        "SELECT * FROM query('WITH a AS (COPY (SELECT 1) TO ''{out}'') SELECT * FROM a')",
        "SELECT * FROM query('WITH a AS (COPY (SELECT 1) TO ''{wal}'') SELECT * FROM a')",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_blob('/etc/passwd')",
        "SELECT * FROM read_parquet('{out}')",
        "SELECT * FROM read_json('/etc/passwd')",
        "SELECT * FROM read_duckdb('{other}')",
        "SELECT * FROM sniff_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM '{other}'",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM read_csv('https://example.org/a.csv')",
        "SELECT * FROM sqlite_scan('{other}', 'x')",
        "SELECT getenv('HOME')",
        "SELECT * FROM sql",
        "SELECT * FROM segment",
        "SELECT ?",
        "SELECT nothing FROM records",
        "SELEC 1",
        "SELECT 1/",
        "SELECT CAST('x' AS INTEGER)",
        "SELECT '\ud800'",
        "SELECT " + "(" * 9000,
        "SELECT " + "[" * 9000,
        "SELECT " + "case when " * 900,
        "SELECT a" + ".a" * 1000,
        "SELECT 1" + " " * MAX_SQL,
    ],
)
def test_what_is_refused(ask, segment, tmp_path, sql):
    """Nothing that writes, reaches out, or is not one valid statement; the error has a hint and no file changes."""
    other = tmp_path / "other.duckdb"
    other.write_bytes((segment / FILE_NAME).read_bytes())
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    names = {"out": tmp_path / "out", "other": other, "wal": f"{segment / FILE_NAME}.wal".replace("'", "''")}
    with pytest.raises(UsageError):
        ask(re.sub(r"\{(\w+)\}", lambda match: str(names[match[1]]), sql))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_settings_are_locked_and_nothing_is_installed(ask):
    """No extension loads by itself, no Python variable is a table, and only the tables may be read."""
    settings = dict(ask("SELECT name, value FROM duckdb_settings()", limit=1000).rows)
    off = [
        "autoinstall_known_extensions",
        "autoload_known_extensions",
        "enable_external_access",
        "python_enable_replacements",
    ]
    assert [settings[name] for name in off] == ["false"] * 4
    assert (settings["lock_configuration"], settings["temp_directory"], settings["allowed_directories"]) == (
        "true",
        "",
        "[]",
    )


def test_an_error_keeps_the_words_of_duckdb_and_names_the_tables(ask):
    """A misspelt column is shown with its place; the hint lists what there is."""
    with pytest.raises(UsageError) as caught:
        ask("SELECT slugg FROM records")
    assert "slugg" in caught.value.message
    assert all(table in caught.value.hint for table in TABLES)


def test_rows_are_cut_at_the_limit(ask):
    """`truncated` says whether there were more."""
    assert (ask("FROM range(3)", limit=3).truncated, ask("FROM range(4)", limit=3).truncated) == (False, True)
    assert len(ask("FROM range(10000000000)", limit=5).rows) == 5
    with pytest.raises(UsageError):
        ask("SELECT 1", limit=0)


def test_a_statement_that_takes_too_long_is_interrupted(ask):
    """It ends with a sentence; the next one works."""
    with pytest.raises(UsageError, match="longer than"):
        ask("SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b", seconds=0.2)
    assert ask("SELECT 1").rows == [(1,)]


def test_a_statement_that_takes_too_much_memory_ends(ask):
    """It ends with a sentence and never spills to disk."""
    with pytest.raises(UsageError, match="memory"):
        ask("SELECT list(range || repeat('x', 100)) FROM range(100000000)")


SLOW = """
import sys
from pathlib import Path
from errkb.store import query
print("ready", flush=True)
try:
    query([("shipped", Path(sys.argv[1]))], "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b")
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_ctrl_c_stops_a_statement(segment):
    """It raises `KeyboardInterrupt`, as everywhere."""
    with subprocess.Popen([sys.executable, "-c", SLOW, segment], stdout=subprocess.PIPE) as run:
        run.stdout.readline()
        time.sleep(1)
        os.kill(run.pid, signal.SIGINT)
        assert run.wait() == 130


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(b"x" * 5000)])
def test_a_segment_without_tables_is_named(ask, segment, damage):
    """A missing or foreign file is a fault of the knowledge base, with its place and the command that mends it."""
    damage(segment / FILE_NAME)
    with pytest.raises(KnowledgeBaseError) as caught:
        ask("SELECT 1")
    assert (caught.value.where, "errkb build" in caught.value.hint) == (str(segment / FILE_NAME), True)


def test_nothing_built_is_said(segment):
    """Without segments there is nothing to ask."""
    with pytest.raises(KnowledgeBaseError, match="no tables"):
        query([], "SELECT 1")


def test_the_documentation_lists_the_real_tables(ask):
    """docs/tables.md has every table with its columns and types, in order, and no other."""
    documented, table = {}, None
    for line in (ROOT / "docs" / "tables.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            table = documented.setdefault(line[3:], {})
        elif line.startswith("| ") and not line.startswith("| column"):
            name, kind = line.split(" | ")[:2]
            table[name.removeprefix("| ")] = kind
    real = {name: {row[0]: row[1] for row in ask(f'DESCRIBE "{name}"').rows if row[0] != "source"} for name in TABLES}
    assert documented == real
    assert [(table, list(columns)) for table, columns in documented.items()] == [(t, list(c)) for t, c in real.items()]


def test_the_examples_in_the_documentation_run(ask):
    """Each statement in docs/tables.md is answered."""
    block = re.search(r"```sql\n(.*?)```", (ROOT / "docs" / "tables.md").read_text(encoding="utf-8"), re.DOTALL)
    statements = [statement for statement in block[1].split(";") if statement.strip()]
    assert len(statements) == 2
    for statement in statements:
        ask(statement)
