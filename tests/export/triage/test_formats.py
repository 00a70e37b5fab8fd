"""`errkb.export.triage`: every format goes to a file in one step, and nothing of a log does harm there."""

import csv
import gzip
import json
from dataclasses import replace

import pyarrow.parquet
import pytest

from errkb.errors import InputError, UsageError
from errkb.export.csv import unescaped
from errkb.export.triage import FORMATS, TABLE_FORMATS, format_of, write
from errkb.export.triage.database import append_to
from errkb.export.triage.tables import COLUMNS, to_arrow, to_pandas


@pytest.fixture
def report(make_report):
    return make_report()


@pytest.mark.parametrize("form", FORMATS)
def test_written_in_one_step(report, tmp_path, form):
    """The file holds the whole, nothing lies beside it, and the same report gives the same bytes."""
    out = tmp_path / f"report.{form}"
    out.write_text("old")
    write(report, form, out)
    first = out.read_bytes()
    write(report, form, out)
    assert out.read_bytes() == first
    assert list(tmp_path.iterdir()) == [out]
    if form != "parquet":  # binary
        assert b"\x1b" not in first
        assert "\u202e".encode() not in first


@pytest.mark.parametrize("form", FORMATS)
def test_a_fault_leaves_the_old_file(report, tmp_path, form):
    """What fails in the middle leaves what was there, and nothing else."""

    class Torn(list):
        def __iter__(self):
            yield from list.__iter__(self)
            raise InputError("torn")

    out = tmp_path / f"report.{form}"
    out.write_text("old")
    torn = replace(report, occurrences=Torn(report.occurrences), verdicts=Torn(report.verdicts))
    with pytest.raises(InputError, match="torn"):
        write(torn, form, out)
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("table", COLUMNS)
@pytest.mark.parametrize("form", TABLE_FORMATS)
def test_tables(report, tmp_path, form, table):
    """Every table goes into every format of tables, and comes back as it was."""
    out = tmp_path / f"x.{form}"
    write(report, form, out, table)
    expected = to_arrow(report, table).to_pylist()
    if form == "parquet":
        assert pyarrow.parquet.read_table(out).to_pylist() == expected
    elif form == "jsonl":
        lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
        for row, wanted in zip(lines, expected, strict=True):
            assert {**row, "captures": None} == {**wanted, "captures": None} if "captures" in row else row == wanted
    else:
        with out.open(newline="", encoding="utf-8") as file:
            found = list(csv.DictReader(file))
        assert len(found) == len(expected)
        for row, wanted in zip(found, expected, strict=True):
            texts = {name: value for name, value in wanted.items() if isinstance(value, str)}
            assert {name: unescaped(row[name]) for name in texts} == texts


def test_no_formula(report, tmp_path):
    """No cell begins as a formula does, whatever the log says."""
    for sign in "=+-@\t\r|%":
        odd = [replace(one, text=f"{sign}cmd|' /C calc'!A0") for one in report.occurrences]
        write(replace(report, occurrences=odd), "csv", tmp_path / "x.csv")
        with (tmp_path / "x.csv").open(newline="", encoding="utf-8") as file:
            cells = [cell for row in csv.reader(file) for cell in row]
        assert not any(cell.startswith(tuple("=+-@\t\r|%")) for cell in cells)


def test_frames(report):
    """pandas and Arrow have the same rows; numbers are numbers, also where one is missing."""
    frame = to_pandas(report, "verdicts")
    assert len(frame) == to_arrow(report, "verdicts").num_rows == 4
    assert str(frame.dtypes["line"]) == "Int64"
    assert frame["line"].isna().sum() == 2
    assert to_pandas(replace(report, occurrences=[])).empty
    assert to_arrow(replace(report, occurrences=[])).num_rows == 0
    with pytest.raises(UsageError, match="no table"):
        to_arrow(report, "nothing")


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.html", "html"),
        ("a.sarif", "sarif"),
        ("a.sarif.json", "sarif"),
        ("a.json", "json"),
        ("a.jsonl.gz", "jsonl"),
        ("a.xml", "junit"),
        ("a.md", "markdown"),
        ("a.csv", "csv"),
        ("a.parquet", "parquet"),
        ("a.txt", None),
        ("a", None),
    ],
)
def test_format_of(tmp_path, name, form):
    """The suffix tells the format."""
    assert format_of(tmp_path / name) == form


def test_packed(report, tmp_path):
    """Text may be packed, and is then the same text."""
    write(report, "json", tmp_path / "a.json")
    write(report, "json", tmp_path / "a.json.gz")
    assert gzip.decompress((tmp_path / "a.json.gz").read_bytes()) == (tmp_path / "a.json").read_bytes()


def test_refused(report, tmp_path):
    """A folder, a format or a table there is not, and a packed Parquet file are told at once."""
    for form, out, table, message in (
        ("json", tmp_path, "events", "folder"),
        ("docx", tmp_path / "x", "events", "no format"),
        ("csv", tmp_path / "x.csv", "nothing", "no table"),
        ("parquet", tmp_path / "x.parquet.gz", "events", "not packed"),
    ):
        with pytest.raises(UsageError, match=message):
            write(report, form, out, table)
    assert list(tmp_path.iterdir()) == []


def test_database(report, tmp_path):
    """A new database is made in one step, in a folder that may not be there yet; a folder is refused."""
    path = tmp_path / "new" / "triage.duckdb"
    assert append_to(report, path).is_new
    assert not append_to(report, path).is_new
    assert list(path.parent.iterdir()) == [path]
    with pytest.raises(InputError, match="folder"):
        append_to(report, tmp_path)
