"""Exports of the knowledge base: what leaves, in which order, and what has changed since another time."""

import json

import pytest

from errkb.dataset import Dataset
from errkb.errors import UsageError
from errkb.exports import ExportRequest
from errkb.imports import ImportRequest
from errkb.kb import KnowledgeBase
from errkb.settings import Settings


@pytest.fixture
def kb(tmp_path):
    with KnowledgeBase.open(Settings(tmp_path / "home")) as found:
        yield found


@pytest.fixture
def mine(tmp_path, make_record, kb):
    """Return a function that makes records the source `mine`, and nothing else."""

    def write(*records):
        path = tmp_path / "mine.jsonl"
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        kb.import_(ImportRequest(path, name="mine"))

    return write


def exported(kb, tmp_path, **wanted):
    """Return the records of an export."""
    out = tmp_path / "out.jsonl"
    kb.export(out, ExportRequest(**wanted))
    return [json.loads(line) for line in out.read_text().splitlines()]


def test_all_shipped_records_in_order(kb, tmp_path):
    """By repository, slug and id, each as it is shipped."""
    found = exported(kb, tmp_path)
    assert len(found) == kb.info().records
    assert found == sorted(found, key=lambda record: (record["repo"], record["slug"], record["id"]))
    shipped = Dataset.read(kb.sources()[0].path, own=True)
    assert {json.dumps(record) for record in found} == {json.dumps(entry.record) for entry in shipped.entries}


def test_only_named_sources_leave(kb, tmp_path, mine, make_record):
    """An imported record leaves only when its source is named; its provenance says whose it is."""
    mine(make_record(repo="private/tool"))
    assert not [record for record in exported(kb, tmp_path) if record["repo"] == "private/tool"]
    assert [record["repo"] for record in exported(kb, tmp_path, repo="private/tool", named=("mine",))] == [
        "private/tool"
    ]
    kb.export(tmp_path / "tables", ExportRequest(named=("mine",)), form="jsonl")
    rows = [json.loads(line) for line in (tmp_path / "tables" / "provenance.jsonl").read_text().splitlines()]
    origins = {(row["source"], row["origin"], row["licence"]) for row in rows}
    assert origins == {("shipped", "shipped", "CC-BY-4.0"), ("mine", "foreign", None)}
    with pytest.raises(UsageError, match="no source"):
        exported(kb, tmp_path, named=("yours",))


def test_one_record_of_two_sources_is_one(kb, tmp_path, mine):
    """What is shipped and imported is exported once, from the first of them."""
    [record, *_] = exported(kb, tmp_path)
    mine(record)
    assert exported(kb, tmp_path, where=f"id = '{record['id']}'", named=("mine",)) == [record]


def test_conditions(kb, tmp_path):
    """Any SQL condition over the records; what is none, or more than one, is refused and writes nothing."""
    found = exported(kb, tmp_path, where="severity = 'critical' -- or so")
    assert found
    assert {record["severity"] for record in found} == {"critical"}
    for condition in ("nonsense", "1) UNION SELECT 'a', 'b' --", "true; DROP TABLE records", "(SELECT 1"):
        with pytest.raises(UsageError):
            exported(kb, tmp_path / "nowhere", where=condition)
    assert not (tmp_path / "nowhere").exists()


def test_since_a_version(kb, tmp_path, mine, make_record):
    """What is new or changed, and the ids that are gone; also where nothing is newer by its date."""
    same, old, gone = make_record(repo="a/a"), make_record(repo="a/b"), make_record(repo="a/c")
    new = make_record(repo="a/d")
    mine(same, old, gone)
    wanted = {"where": "source = 'mine'", "named": ("mine",)}
    first = kb.export(tmp_path / "out.jsonl", ExportRequest(**wanted))
    assert kb.export(tmp_path / "out.jsonl", ExportRequest(**wanted)).dataset_version == first.dataset_version
    mine(same, old | {"documentation": "Another meaning."}, new)
    report = kb.export(tmp_path / "out", ExportRequest(**wanted, since=first.dataset_version), form="jsonl")
    assert (report.records, report.tombstones) == (2, 1)
    assert report.dataset_version > first.dataset_version
    read = {name: (tmp_path / "out" / f"{name}.jsonl").read_text().splitlines() for name in ("records", "tombstones")}
    assert [json.loads(line)["repo"] for line in read["records"]] == ["a/b", "a/d"]
    assert [json.loads(line)["recordId"] for line in read["tombstones"]] == [gone["id"]]


def test_since_a_version_nobody_knows(kb, tmp_path):
    """Nothing is guessed: the versions known are named, those of another selection are not."""
    version = kb.export(tmp_path / "out.jsonl", ExportRequest()).dataset_version
    with pytest.raises(UsageError, match="nothing is known") as caught:
        kb.export(tmp_path / "out", ExportRequest(since="2020-01-01T00:00:00Z"), form="csv")
    assert version in caught.value.hint
    with pytest.raises(UsageError, match="nothing is known"):
        kb.export(tmp_path / "out", ExportRequest(since=version, repo="pandas-dev/pandas"), form="csv")


def test_private_records_leave_when_they_are_named(tmp_path):
    """Then with what the contract wants filled, so that others can read them."""
    folder = tmp_path / ".errkb"
    folder.mkdir()
    (folder / "errors.toml").write_text(
        '[[error]]\nmessage = "the pump of {plant} is off"\nmeaning = "No power."\nfixes = ["Switch it on."]\n'
    )
    with KnowledgeBase.open(Settings(tmp_path / "home", private=(folder,), user=folder)) as kb:
        assert not [record for record in exported(kb, tmp_path) if record["repo"].startswith("private/")]
        [record] = exported(kb, tmp_path, where="source = 'private'", named=("private",))
        assert record["documentation"] == "No power."
        assert Dataset.read(tmp_path / "out.jsonl").findings == []


def test_a_home_that_cannot_be_written(kb, tmp_path, monkeypatch):
    """The export is written all the same, and says that it is not remembered."""

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("errkb.dataset.ledger.write_text", refuse)
    report = kb.export(tmp_path / "out.jsonl", ExportRequest())
    assert report.records
    assert "not remembered" in report.warnings[0]


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv.gz", "out.sqlite", "folder", "data"])
def test_a_selection_that_fits_nothing_overwrites_nothing(kb, tmp_path, name):
    """What is there stays, byte for byte, and the report says why; where nothing is, nothing is written."""
    form = {"folder": "parquet", "data": "static"}.get(name)
    place = tmp_path / "there" / name
    assert kb.export(place, ExportRequest(repo="vllm-project/vllm"), form=form).records
    before = {path: path.read_bytes() for path in place.parent.rglob("*") if path.is_file()}
    for out in (place, tmp_path / "nowhere" / name):
        report = kb.export(out, ExportRequest(where="1=0"), form=form)
        assert (report.records, report.warnings) == (0, ("no record fits: nothing is written",))
    assert {path: path.read_bytes() for path in place.parent.rglob("*") if path.is_file()} == before
    assert not (tmp_path / "nowhere").exists()


def test_nothing_has_changed(kb, tmp_path):
    """An export since a version that is still the newest leaves the last one alone."""
    version = kb.export(tmp_path / "out.jsonl", ExportRequest()).dataset_version
    report = kb.export(tmp_path / "delta", ExportRequest(since=version), form="csv")
    assert (report.records, report.tombstones, report.dataset_version) == (0, 0, version)
    assert "nothing has changed" in report.warnings[0]
    assert not (tmp_path / "delta").exists()


@pytest.mark.parametrize("form", ["static", "jsonl", "markdown", "huggingface"])
def test_the_version_reported_is_the_one_written(kb, tmp_path, mine, make_record, form):
    """Also where the one that stood there raises it; changes since it can be asked for."""
    wanted = {"where": "source = 'mine'", "named": ("mine",)}
    first, second = make_record(repo="a/a"), make_record(repo="a/b")
    read = {
        "static": lambda folder: json.loads((folder / "manifest.json").read_text())["datasetVersion"],
        "jsonl": lambda folder: json.loads((folder / "meta.jsonl").read_text().splitlines()[0])["value"],
    }.get(form, lambda folder: (folder / "README.md").read_text().split("Dataset version: ")[1][:24])
    for records in ((first,), (first, second), (second,)):
        mine(*records)
        for place in (tmp_path / "data", tmp_path / "data", tmp_path / "other"):
            report = kb.export(place, ExportRequest(**wanted), form=form)
            assert report.dataset_version == read(place)
        since = ExportRequest(
            **wanted, since=kb.export(tmp_path / "data", ExportRequest(**wanted), form=form).dataset_version
        )
        assert kb.export(tmp_path / "delta", since, form="csv").records == 0


def test_the_version_that_stood_there_counts(kb, tmp_path, mine, make_record):
    """An older selection over a newer one gets a later version, and that is the one reported and remembered."""
    mine(make_record(repo="a/new"), make_record(repo="a/old"))
    versions = []
    for repo in ("a/new", "a/old"):
        wanted = {"where": "source = 'mine'", "repo": repo, "named": ("mine",)}
        report = kb.export(tmp_path / "data", ExportRequest(**wanted), form="static")
        written = json.loads((tmp_path / "data" / "manifest.json").read_text())["datasetVersion"]
        assert report.dataset_version == written
        versions.append(written)
        since = ExportRequest(**wanted, since=written)
        assert kb.export(tmp_path / "delta", since, form="csv").warnings
    assert versions[1] > versions[0]
