"""Writing the tables of a segment."""

import datetime
import subprocess
import sys

import duckdb
import pytest

from errkb.dataset import Dataset
from errkb.errors import KnowledgeBaseError
from errkb.model.record import Record
from errkb.store import FILE_NAME, TABLES, query
from errkb.store.tables import sidecar_rows
from tests.store.conftest import write


def rows(segment, sql):
    return query([("shipped", segment)], sql).rows


def test_records_hold_every_field_of_the_contract(segment, dataset):
    """Each value comes back as it was, lists as lists, the date as a time."""
    assert list(TABLES["records"]) == list(Record.model_fields)
    table = query([("shipped", segment)], "SELECT * EXCLUDE source FROM records")
    expected = [
        entry.record | {"analyzedAt": datetime.datetime.fromisoformat(entry.record["analyzedAt"][:-1])}
        for entry in dataset.entries
    ]
    assert [dict(zip(table.columns, row, strict=True)) for row in table.rows] == expected


def test_what_stands_beside_a_record_is_in_the_companion_tables(segment, dataset):
    """Sites, aliases with their pattern, lines, captures, former ids, verification, articles, tags and meta."""

    def beside(table, columns):
        where = f"WHERE recordId = '{dataset.entries[0].record['id']}'"
        return rows(segment, f"SELECT {columns} FROM {table} {where} ORDER BY 1")

    assert beside("tags", "tag") == [("type-error",), ("validation",)]
    assert beside("evidence", "package, importName, ecosystem, function, notReproduced") == [
        ("project", "proj", "pypi", "start", None)
    ]
    assert beside("sites", "filePath, lineNumber, function") == [("project/other.py", 3, None)]
    assert beside("aliases", "errorMessage, messagePattern, versions") == [
        ("the {thing} failed", "the (.+?) failed", "<2.0")
    ]
    assert beside("evidence_lines", "kind, position, text, reason") == [
        ("negative", 1, "the fan went well", "a healthy line"),
        ("positive", 1, "ValueError: the fan went wrong", None),
    ]
    assert beside("captures", "position, name, value") == [(1, "thing", "fan")]
    assert beside("former_ids", "formerId") == [("00000000000000ff",)]
    assert rows(segment, "SELECT packages, verifiedAt, fix FROM verifications") == [
        ({"project": "1.0"}, datetime.datetime(2026, 1, 2, 3, 4, 5, 500_000), "works")
    ]
    assert rows(segment, "SELECT slug, commonCauses, guideSlugs, errorCount FROM articles") == [
        ("missing-values", [{"cause": "no value", "detail": "none was given"}], [], 1)
    ]
    assert dict(rows(segment, "SELECT key, value FROM meta")) == {
        "datasetVersion": "2026-01-02T03:04:05.000Z",
        "schemaVersion": "2",
        "records": "3",
    }


def test_a_value_a_column_cannot_hold_is_null(tmp_path, dataset):
    """A line number beyond 32 bits and a date that is none lose their place, not the row."""
    dataset.entries[0].evidence["sites"][0]["lineNumber"] = 2**40
    dataset.entries[0].verified["verifiedAt"] = "2026-99-99T00:00:00Z"
    write(tmp_path, dataset)
    assert rows(tmp_path, "SELECT filePath, lineNumber FROM sites LIMIT 1") == [("project/other.py", None)]
    assert rows(tmp_path, "SELECT verifiedAt, fix FROM verifications") == [(None, "works")]


def test_an_empty_dataset_has_empty_tables(tmp_path):
    """All tables are there."""
    write(tmp_path, Dataset())
    assert rows(tmp_path, "SELECT count(*) FROM records") == [(0,)]
    assert len(rows(tmp_path, "SHOW TABLES")) == len(TABLES)


def test_many_rows_arrive_in_several_batches(tmp_path, make_entry):
    """More text than one batch holds is written whole, in the order of the entries."""
    entries = [make_entry(errorMessage=f"message number {number}", documentation="x" * 200_000) for number in range(60)]
    write(tmp_path, Dataset(entries))
    assert rows(tmp_path, "SELECT id FROM records") == [(entry.record["id"],) for entry in entries]
    assert rows(tmp_path, "SELECT DISTINCT length(documentation) FROM records") == [(200_000,)]


def test_rows_have_the_columns_of_their_table(dataset):
    """No row holds a key that its table does not have."""
    for entry in dataset.entries:
        for table, row in sidecar_rows(entry.record["id"], entry.evidence, entry.verified):
            assert set(row) <= set(TABLES[table])


LIMITED = """
import resource, sys
from pathlib import Path
from errkb.dataset.tables import make_tables
from errkb.errors import KnowledgeBaseError
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    make_tables(Path(sys.argv[1]), anew=True)
except KnowledgeBaseError as error:
    print(error, error.hint)
"""


def test_a_full_disk_is_a_sentence(segment):
    """Where a file cannot grow, the error says so and names it; what was there before is still there."""
    before = sorted(path.name for path in segment.iterdir())
    run = subprocess.run([sys.executable, "-c", LIMITED, segment], check=True, capture_output=True, text=True)
    assert "cannot be written" in run.stdout
    assert str(segment / FILE_NAME) in run.stdout
    assert ".errkb-" not in run.stdout
    assert sorted(path.name for path in segment.iterdir()) == before
    assert rows(segment, "SELECT count(*) FROM records") == [(3,)]
    assert "is there space left" in run.stdout


def test_tables_can_be_read_by_many_at_once(segment):
    """Readers do not shut each other out."""
    with (
        duckdb.connect(segment / FILE_NAME, read_only=True) as one,
        duckdb.connect(segment / FILE_NAME, read_only=True),
    ):
        assert one.execute("SELECT count(*) FROM records").fetchall() == [(3,)]
        assert rows(segment, "SELECT count(*) FROM records") == [(3,)]


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="needs file names that are not UTF-8")
def test_a_folder_whose_name_is_not_utf_8_is_a_clear_error(tmp_path, dataset):
    """DuckDB cannot open it; the error says what to do."""
    folder = tmp_path / "home\udcff"
    folder.mkdir()
    with pytest.raises(KnowledgeBaseError, match="cannot be written here") as caught:
        write(folder, dataset)
    assert "ERRKB_HOME" in caught.value.hint
    with pytest.raises(KnowledgeBaseError, match="cannot be opened"):
        query([("shipped", folder)], "SELECT 1")
