"""Every format: read back by other programs, the same bytes for the same records, complete or not there at all."""

import csv
import gzip
import io
import json
import sqlite3
from pathlib import Path

import duckdb
import pytest

from errkb.errors import InputError, UsageError
from errkb.export import FORMATS, export, exporter, format_of
from errkb.export.csv import escaped, unescaped
from errkb.export.tables import COLUMNS, VIEWS
from tests.export.conftest import ARTICLE, content_of

PLACES = {
    "jsonl": ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "folder"),
    "json": ("a.json", "a.json.gz", "folder"),
    "csv": ("a.csv", "a.csv.zst", "folder"),
    "parquet": ("a.parquet", "folder"),
    "duckdb": ("it's [a] *.duckdb",),
    "sqlite": ("a.sqlite",),
    "arrow": ("a.arrow", "folder"),
    "markdown": ("a.md", "folder"),
    "huggingface": ("folder",),
    "static": ("folder",),
}
ALL = [(form, name) for form, names in PLACES.items() for name in names]


def snapshot(place):
    """Return the bytes of a file, or of all files of a folder."""
    if place.is_file():
        return place.read_bytes()
    return {path.relative_to(place): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def optional(form, name):
    """Skip where the library is not installed."""
    if form == "arrow":
        pytest.importorskip("pyarrow")
    if name.endswith(".zst"):
        pytest.importorskip("zstandard")


def test_every_format_is_tried():
    """The table of this test and the formats there are, are the same."""
    assert tuple(PLACES) == FORMATS
    assert [exporter(name).NAME for name in FORMATS] == list(FORMATS)


@pytest.mark.parametrize(("form", "name"), ALL)
def test_same_records_same_bytes(content, tmp_path, form, name):
    """Written to two places, and once more over the first: always the same bytes, and nothing else is left behind."""
    optional(form, name)
    places = [tmp_path / "one" / name, tmp_path / "another one" / name]
    for place in [*places, places[0]]:
        export(content, form, place)
    assert snapshot(places[0]) == snapshot(places[1])
    assert [path.name for path in places[0].parent.iterdir()] == [name]


@pytest.mark.parametrize(("form", "name"), ALL)
def test_a_failure_leaves_the_old_one(content, tmp_path, form, name):
    """If the records cannot be read to the end, what was there stays, and nothing is left beside it."""
    optional(form, name)
    place = tmp_path / name
    export(content, form, place)
    before = snapshot(place)

    def broken():
        yield next(content.items())
        raise RuntimeError

    with pytest.raises(RuntimeError):
        export(content_of([], items=broken), form, place)
    assert snapshot(place) == before
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_json_lines_and_arrays(content, records, tmp_path):
    """Packed or not, they hold the records as they are."""
    for name in ("a.jsonl", "b.jsonl.gz", "c.json", "d.json.gz"):
        export(content, format_of(tmp_path / name), tmp_path / name)
    lines = (tmp_path / "a.jsonl").read_bytes()
    assert [json.loads(line) for line in lines.splitlines()] == records
    assert gzip.decompress((tmp_path / "b.jsonl.gz").read_bytes()) == lines
    assert json.loads((tmp_path / "c.json").read_bytes()) == records
    assert json.loads(gzip.decompress((tmp_path / "d.json.gz").read_bytes())) == records
    export(content, "jsonl", tmp_path / "records.gz")
    assert gzip.decompress((tmp_path / "records.gz").read_bytes()) == lines
    export(content_of([]), "json", tmp_path / "e.json")
    assert json.loads((tmp_path / "e.json").read_bytes()) == []


def test_zstandard(content, records, tmp_path):
    """`.zst` is one frame that any tool unpacks."""
    zstandard = pytest.importorskip("zstandard")
    export(content, "jsonl", tmp_path / "a.jsonl.zst")
    with zstandard.open(tmp_path / "a.jsonl.zst", "rb") as file:
        assert [json.loads(line) for line in file.read().splitlines()] == records


def test_fields(content, records, tmp_path):
    """The fields that are named, in their order."""
    from dataclasses import replace

    wanted = replace(content, fields=("repo", "id"))
    export(wanted, "csv", tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text().splitlines()[:2] == ["repo,id", f"a/b,{records[0]['id']}"]
    export(wanted, "parquet", tmp_path / "a.parquet")
    assert duckdb.sql(f"SELECT * FROM '{tmp_path / 'a.parquet'}'").columns == ["repo", "id"]
    with pytest.raises(UsageError, match="whole records"):
        export(wanted, "static", tmp_path / "data")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "|calc", "%0A", "'=1"])
def test_no_cell_is_a_formula(text):
    """A cell never begins with what a spreadsheet computes, and the text comes back."""
    assert escaped(text)[0] == "'"
    assert unescaped(escaped(text)) == text


def test_null_and_empty():
    """An empty cell is null; an empty text is not."""
    assert (escaped(None), unescaped("")) == ("", None)
    assert unescaped(escaped("")) == ""


def test_csv_is_read_by_the_standard_library(content, records, tmp_path):
    """One row a record, columns in the order of the contract, lists as JSON."""
    export(content, "csv", tmp_path / "a.csv")
    text = (tmp_path / "a.csv").read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert list(rows[0]) == list(records[0])
    assert [unescaped(row["errorMessage"]) for row in rows] == [record["errorMessage"] for record in records]
    assert [json.loads(row["solutions"]) for row in rows] == [record["solutions"] for record in records]


def test_parquet(content, records, tmp_path):
    """DuckDB reads the records as they are, lists as lists."""
    export(content, "parquet", tmp_path / "a.parquet")
    relation = duckdb.sql(f"SELECT * FROM '{tmp_path / 'a.parquet'}'")
    assert relation.columns == list(records[0])
    assert [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()] == records


def test_partitions(records, tmp_path):
    """A folder for each value; the column is in the files as well."""
    export(content_of(records, partition=("repo",)), "parquet", tmp_path / "out")
    folder = tmp_path / "out" / "records"
    assert sorted(path.name for path in folder.iterdir()) == ["repo=a%2Fb", "repo=owner%2Fproject"]
    rows = duckdb.sql(f"SELECT id, repo FROM read_parquet('{folder}/*/*.parquet') ORDER BY repo, id").fetchall()
    assert rows == sorted(((record["id"], record["repo"]) for record in records), key=lambda row: (row[1], row[0]))
    with pytest.raises(UsageError, match="parquet"):
        export(content_of(records, partition=("repo",)), "csv", tmp_path / "csv")


def test_the_database_can_be_attached(content, records, tmp_path):
    """All tables and views are there, as docs/export.md shows it."""
    path = tmp_path / "kb.duckdb"
    export(content, "duckdb", path)
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{path}' AS kb (READ_ONLY)")
        rows = connection.execute("SELECT * FROM kb.records").fetchall()
        assert [list(row) for row in rows] == [list(record.values()) for record in records]
        names = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        assert names == set(COLUMNS) - {"tombstones"}
        for view in VIEWS:
            assert connection.execute(f"SELECT count(*) FROM kb.{view}").fetchone() > (0,)
        [aliased] = connection.execute("SELECT errorMessage FROM kb.wordings WHERE versions IS NOT NULL").fetchall()
        assert aliased == ("the {thing} failed",)
        assert connection.execute("SELECT packages['project'] FROM kb.verifications").fetchall() == [("1.0",)]
        assert connection.execute("SELECT DISTINCT licence FROM kb.provenance").fetchall() == [("CC-BY-4.0",)]


def test_sqlite(content, records, tmp_path):
    """The standard library reads tables and views; lists are JSON."""
    export(content, "sqlite", tmp_path / "a.sqlite")
    with sqlite3.connect(tmp_path / "a.sqlite") as connection:
        rows = connection.execute("SELECT errorMessage, solutions FROM records").fetchall()
        assert [(text, json.loads(fixes)) for text, fixes in rows] == [
            (record["errorMessage"], record["solutions"]) for record in records
        ]
        for view in VIEWS:
            assert connection.execute(f"SELECT count(*) FROM {view}").fetchone() > (0,)
        assert connection.execute("SELECT value FROM meta WHERE key = 'datasetVersion'").fetchall() == [
            (content.dataset_version,)
        ]


def test_arrow(content, records, tmp_path):
    """pyarrow maps the file."""
    ipc = pytest.importorskip("pyarrow.ipc")
    export(content, "arrow", tmp_path / "a.arrow")
    with ipc.open_file(str(tmp_path / "a.arrow")) as reader:
        assert reader.read_all().to_pylist() == records


def test_pandas_and_polars(content, records, tmp_path):
    """Both read Parquet; polars reads JSON Lines, pandas CSV, too."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    for name in ("a.parquet", "a.jsonl", "a.csv"):
        export(content, format_of(Path(name)), tmp_path / name)
    ids = [record["id"] for record in records]
    assert pandas.read_parquet(tmp_path / "a.parquet")["id"].tolist() == ids
    assert pandas.read_csv(tmp_path / "a.csv")["id"].tolist() == ids
    assert polars.read_parquet(tmp_path / "a.parquet")["id"].to_list() == ids
    assert polars.read_ndjson(tmp_path / "a.jsonl")["solutions"].to_list() == [one["solutions"] for one in records]


def test_load_dataset(content, records, tmp_path):
    """`datasets` reads the folder by its card: the records by default, other tables by name."""
    datasets = pytest.importorskip("datasets")
    export(content, "huggingface", tmp_path / "out")
    cache = str(tmp_path / "cache")
    loaded = datasets.load_dataset(str(tmp_path / "out"), split="train", cache_dir=cache)
    assert loaded.to_list() == records
    aliases = datasets.load_dataset(str(tmp_path / "out"), "aliases", split="train", cache_dir=cache)
    assert aliases["errorMessage"][:] == ["the {thing} failed"]


def test_the_card_has_a_head(content, tmp_path):
    """The head of the card names every file of the folder."""
    export(content, "huggingface", tmp_path / "out")
    head = (tmp_path / "out" / "README.md").read_text().split("---\n")[1]
    assert "license: cc-by-4.0" in head
    named = {json.loads(line.split(": ", 1)[1]) for line in head.splitlines() if "data_files" in line}
    files = {f"data/{path.name}" for path in (tmp_path / "out" / "data").iterdir()}
    assert {name.replace("*", "00000") for name in named} == files


def test_shards(records, tmp_path, monkeypatch):
    """Records beyond the size of a shard go into the next one."""
    monkeypatch.setattr("errkb.export.huggingface.SHARD", 2)
    export(content_of(records), "huggingface", tmp_path / "out")
    shards = sorted((tmp_path / "out" / "data").glob("records-*.parquet"))
    assert [duckdb.sql(f"SELECT count(*) FROM '{path}'").fetchall()[0][0] for path in shards] == [2, 1]


def test_markdown(content, records, tmp_path):
    """A page a record and an article, and a list that links to all of them."""
    export(content, "markdown", tmp_path / "out")
    contents = (tmp_path / "out" / "README.md").read_text()
    pages = {str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.md")} - {"README.md"}
    assert all(f"({page})" in contents for page in pages)
    assert pages == {f"{record['repo']}/{record['slug']}.md" for record in records} | {f"_info/{ARTICLE['slug']}.md"}
    export(content, "markdown", tmp_path / "a.md")
    assert records[1]["documentation"].split("`")[0] in (tmp_path / "a.md").read_text()


def test_tombstones(records, tmp_path):
    """What is gone since a version has a table of its own."""
    changed = content_of(records, since="2026-01-01T00:00:00.000Z", tombstones=["f" * 16])
    export(changed, "jsonl", tmp_path / "out")
    assert (tmp_path / "out" / "tombstones.jsonl").read_text() == f'{{"recordId":"{"f" * 16}"}}\n'
    with pytest.raises(UsageError, match="several tables"):
        export(changed, "jsonl", tmp_path / "a.jsonl")


def test_other_folders_stay(content, tmp_path):
    """A folder that is not an export is never replaced."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    with pytest.raises(InputError, match="something else"):
        export(content, "csv", tmp_path / "mine")
    assert (tmp_path / "mine" / "thesis.txt").exists()


@pytest.mark.parametrize(
    ("form", "name"), [("parquet", "a.parquet.gz"), ("pickle", "a.pickle"), ("duckdb", "."), ("static", "file")]
)
def test_combinations_without_sense(content, tmp_path, form, name):
    """They are refused before anything is written."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError):
        export(content, form, tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
