"""docs/triage.md is true: tables have the columns it lists, its queries run, formats and options are all there."""

import re
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from errkb.cli.app import command
from errkb.export.triage import FORMATS, format_of
from errkb.export.triage.database import append_to
from errkb.store.triage import TABLES

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "triage.md").read_text(encoding="utf-8")
QUERIES, *_, JOINED = re.findall(r"```sql\n(.*?)```", TEXT, re.DOTALL)


def test_tables():
    """Each table with each column and its type, in order."""
    section = TEXT.partition("## Tables")[2].partition("## A database")[0]
    listed = {}
    for part in section.split("### ")[1:]:
        rows = re.findall(r"^\| (\w+) \| ([A-Z(, )]+) \|", part, re.MULTILINE)
        listed[part.split("\n")[0]] = dict(rows)
    assert listed == TABLES
    assert [list(columns) for columns in listed.values()] == [list(columns) for columns in TABLES.values()]


@pytest.fixture
def database(make_report, tmp_path):
    """A database of two nights."""
    path = tmp_path / "triage.duckdb"
    append_to(make_report(), path)
    later = make_report(dataset_version="2026-03-01T00:00:00Z")
    later.totals.last = "2026-03-02T10:31:00Z"
    later.unknown.append(type(later.unknown[0])(**{**_fields(later.unknown[1]), "key": "unknown:00000000000000aa"}))
    append_to(later, path)
    return path


def _fields(error):
    return {name: getattr(error, name) for name in error.__slots__}


def test_queries(database):
    """Five examples run as written, and have an answer."""
    queries = [query for query in QUERIES.split(";") if query.strip()]
    assert len(queries) == 5
    with closing(duckdb.connect(str(database), read_only=True)) as connection:
        answers = [connection.execute(query).fetchall() for query in queries]
    struck, days, failures, new, values = answers
    assert struck[0][2:] == (5, 2)
    assert days[0][1:] == (8, 8)
    assert {row[0] for row in failures} == {
        "the {thing} went wrong in a way nobody expected",
        "worker {rank} died, see above",
    }
    assert [row[0] for row in new] == ["unknown:00000000000000aa"]
    assert values[0][1:] == ({"thing": "pump"}, 5)


def test_join_with_the_dataset(database, make_record, tmp_path):
    """The keys are those of an exported dataset."""
    from errkb.dataset import Dataset
    from errkb.model.report import Entry

    Dataset([Entry(make_record())]).write(tmp_path / "errkb.duckdb")
    query = JOINED.replace("'errkb.duckdb'", f"'{tmp_path / 'errkb.duckdb'}'")
    with closing(duckdb.connect(str(database), read_only=True)) as connection:
        for statement in query.split(";")[:2]:
            found = connection.execute(statement).fetchall()
    assert found == [("owner/project", "error", 5)]


def test_formats():
    """Every format is in the table, with suffixes that stand for it."""
    section = TEXT.partition("## Formats")[2].partition("Every file")[0]
    rows = [row.split("|")[1:3] for row in section.splitlines() if row.startswith("| `")]
    assert {name for names, _ in rows for name in re.findall(r"`(\w+)`", names)} == set(FORMATS)
    for names, suffixes in rows:
        for suffix in re.findall(r"`(\.[\w.]+)`", suffixes):
            assert format_of(Path(f"x{suffix}")) == names.strip(" `")


def test_options():
    """Every option of the command is spoken of."""
    root = command()
    context = root.make_context("errkb", [], resilient_parsing=True)
    found = root.get_command(context, "triage")
    params = found.get_params(found.make_context("triage", [], context, resilient_parsing=True))
    options = {max(one.opts, key=len) for one in params if one.opts[0].startswith("-")}
    assert {option for option in options - {"--kb", "--debug", "--help"} if option not in TEXT} == set()
