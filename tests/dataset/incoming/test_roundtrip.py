"""What is written is read back as it was, in every format that carries all fields."""

import copy
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errkb import Dataset
from errkb.dataset.derive import complete
from errkb.model.record import Record
from errkb.model.report import Entry
from tests.beside import ARTICLE, EVIDENCE, VERIFIED

PLACES = {
    "jsonl": ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "folder"),
    "json": ("a.json", "a.json.gz", "folder"),
    "csv": ("a.csv", "a.csv.gz", "folder"),
    "parquet": ("a.parquet", "folder"),
    "duckdb": ("a.duckdb",),
    "sqlite": ("a.sqlite",),
    "arrow": ("a.arrow", "folder"),
    "huggingface": ("folder",),
    "static": ("folder",),
}
ALL = [(form, name) for form, names in PLACES.items() for name in names]
WHOLE = [(form, name) for form, name in ALL if name == "folder" or form in {"duckdb", "sqlite"}]
"""Those that hold what stands beside the records, too."""

SLOW = [("parquet", "folder"), ("huggingface", "folder"), ("duckdb", "a.duckdb")]

ANY = st.characters(exclude_categories=["Cs"])
TEXT = st.one_of(
    st.text(ANY, max_size=40),
    st.sampled_from(
        ["\x00", "=1+1", "'", "''", '"', ",", "\r\n", "\r", "\ufeff", "\u2028", "null", "[]", "\\", '\\":', " "]
    ),
)
FULL = TEXT.filter(bool) | st.sampled_from(["x" * 200_000, "\U0001f600" * 40_000, 'a"\\\n' * 20_000])
PATHS = st.text(ANY, min_size=1, max_size=12).map(
    lambda text: "src/" + "".join(char for char in text if char.isprintable() and char != "\\") + "a.py"
)
TAGS = st.lists(st.from_regex(r"[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,3}){0,2}", fullmatch=True), max_size=3)


@st.composite
def records(draw):
    """Return a record that keeps the contract, with any text in any field that holds text."""
    message = draw(FULL)
    found = complete(
        {
            "repo": draw(st.sampled_from(["owner/project", "a/b", "имя/проект", "a.b_c/d-e"])),
            "errorCode": draw(st.none() | TEXT),
            "errorMessage": message,
            "errorType": draw(st.sampled_from(["exception", "http", "panic"])),
            "errorClass": draw(st.none() | TEXT),
            "httpStatus": draw(st.none() | st.integers(100, 599)),
            "severity": draw(st.sampled_from(["critical", "info"])),
            "filePath": draw(PATHS.filter(lambda path: ".." not in path.split("/") and "//" not in path)),
            "lineNumber": draw(st.none() | st.integers(1, 2**31 - 40)),
            "documentation": draw(FULL),
            "triggerScenarios": draw(FULL),
            "commonSituations": draw(FULL),
            "solutions": draw(st.lists(FULL, max_size=3)),
            "exampleFix": draw(st.none() | TEXT),
            "handlingStrategy": draw(st.none() | st.just("retry")),
            "validationCode": draw(st.none() | TEXT),
            "typeGuard": draw(st.none() | TEXT),
            "tryCatchPattern": draw(st.none() | TEXT),
            "preventionTips": draw(st.lists(FULL, max_size=2)),
            "tags": draw(TAGS),
            "backgroundTag": draw(st.none() | st.just("missing-values")),
            "analyzedSha": "0123456789abcdef0123456789abcdef01234567",
            "analyzedAt": draw(
                st.sampled_from(["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.5Z", "2026-01-02T03:04:05.123456789Z"])
            ),
        }
    )
    return {key: found[key] for key in Record.model_fields}


def optional(form, name):
    """Skip where the library is not installed."""
    if form == "arrow":
        pytest.importorskip("pyarrow")
    if name.endswith(".zst"):
        pytest.importorskip("zstandard")


def distinct(found):
    """Return the records that have id and slug for themselves, in the order in which a dataset has them."""
    by_id = {record["id"]: record for record in found}
    by_slug = {(*record["repo"].split("/"), record["slug"]): record for record in by_id.values()}
    return [record for _, record in sorted(by_slug.items())]


@pytest.mark.parametrize(("form", "name"), [pair for pair in ALL if pair not in SLOW])
@settings(max_examples=8)
@given(found=st.lists(records(), max_size=3))
def test_records_come_back(form, name, found):
    """Any record: all of Unicode, NUL, line ends, quotes, very long texts, null and empty kept apart."""
    comes_back(form, name, found)


@pytest.mark.parametrize(("form", "name"), SLOW)
@settings(max_examples=3)
@given(found=st.lists(records(), max_size=3))
def test_records_come_back_from_many_tables(form, name, found):
    """The same, tried less often, since DuckDB writes every table by itself."""
    comes_back(form, name, found)


def comes_back(form, name, found):
    """Write records, read them, and compare."""
    optional(form, name)
    found = distinct(found)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / name
        Dataset([Entry(record) for record in found]).write(place, form)
        back = Dataset.read(place)
    assert back.findings == []
    assert [entry.record for entry in back.entries] == found


@pytest.mark.parametrize(("form", "name"), WHOLE)
def test_what_stands_beside_comes_back(make_record, tmp_path, form, name):
    """Evidence, verifications and articles, whether in tables or as they are."""
    optional(form, name)
    entries = [
        Entry(make_record(), copy.deepcopy(EVIDENCE), copy.deepcopy(VERIFIED)),
        Entry(make_record(errorMessage="nothing stands beside this one")),
    ]
    dataset = Dataset(entries, [copy.deepcopy(ARTICLE)])
    dataset.write(tmp_path / name, form)
    back = Dataset.read(tmp_path / name)
    assert back.findings == []
    by_id = {entry.record["id"]: (entry.evidence, entry.verified) for entry in back.entries}
    assert by_id == {entry.record["id"]: (entry.evidence, entry.verified) for entry in entries}
    assert back.articles == [ARTICLE]


def test_partitions_come_back(make_record, tmp_path):
    """A folder of Parquet that is cut up is read as one."""
    from dataclasses import replace

    from errkb.export import export

    made = [make_record(), make_record(repo="a/b")]
    dataset = Dataset([Entry(record) for record in made])
    export(replace(dataset.content(), partition=("repo",)), "parquet", tmp_path / "out")
    back = Dataset.read(tmp_path / "out")
    assert sorted(entry.record["id"] for entry in back.entries) == sorted(record["id"] for record in made)
    assert back.findings == []


def test_a_records_folder_comes_back(make_record, tmp_path):
    """Without a format, it is a folder of one file a record."""
    dataset = Dataset([Entry(make_record())])
    dataset.write(str(tmp_path / "records"))
    assert Dataset.read(str(tmp_path / "records")).entries[0].record == make_record()
