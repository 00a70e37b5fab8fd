"""`Dataset`: reading and writing a records folder."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.dataset import Dataset
from errkb.dataset.canonical import dumps, write_text
from errkb.dataset.folder import sidecar
from errkb.errors import DatasetError, InputError
from errkb.model.published import Article
from errkb.model.record import Record
from errkb.model.timestamps import EPOCH


def rules(dataset):
    return [(finding.rule, finding.file.name, finding.pointer) for finding in dataset.findings]


def test_reads_records_sidecars_and_articles(records, put, evidence, article):
    """Entries hold plain dicts in contract order, ordered by repo and slug, with what stands beside them."""
    put(evidence=evidence)
    put(repo="another/project", analyzedAt="2026-05-06T07:08:09.5Z")
    write_text(records / "_info" / "missing-values.json", dumps(Article.model_validate(article)))
    dataset = Dataset.read(records, own=True, source="mine")
    assert dataset.findings == []
    assert [entry.record["repo"] for entry in dataset.entries] == ["another/project", "owner/project"]
    assert all(list(entry.record) == list(Record.model_fields) for entry in dataset.entries)
    assert [entry.source for entry in dataset.entries] == ["mine", "mine"]
    assert dataset.entries[1].evidence == evidence
    assert dataset.articles == [article]
    assert dataset.dataset_version == "2026-05-06T07:08:09.500Z"


def test_an_empty_folder_is_an_empty_dataset(records):
    """No records, no findings, and a version older than every other."""
    dataset = Dataset.read(records)
    assert (dataset.entries, dataset.findings, dataset.dataset_version) == ([], [], EPOCH)


@pytest.mark.parametrize("make", [None, lambda path: path.write_text("x")])
def test_what_is_no_folder_is_an_error(tmp_path, make):
    """A missing folder and a file are one sentence with the place and a hint."""
    path = tmp_path / "records"
    if make:
        make(path)
    with pytest.raises((DatasetError, InputError)) as caught:
        Dataset.read(path)
    assert (caught.value.where, bool(caught.value.hint)) == (str(path), True)


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (b"{", "invalid-json"),
        (b"\xff", "not-utf8"),
        (b"[]", "wrong-type"),
        (b'{"a": 1, "a": 2}', "duplicate-key"),
        (b'"' + b"x" * (1 << 20) + b'"', "too-large"),
    ],
)
def test_one_bad_file_never_stops_the_rest(records, put, data, rule):
    """A file that is no record is left out and named with its rule; the others are read."""
    put()
    bad = records / "owner" / "project" / "bad.json"
    bad.write_bytes(data)
    dataset = Dataset.read(records)
    assert len(dataset.entries) == 1
    assert (rule, "bad.json") in [(found, file) for found, file, _ in rules(dataset)]


def test_a_record_with_a_fault_is_left_out(records, put):
    """Shape and rules between fields count alike; a warning leaves the record in."""
    for number, change in enumerate([{"severity": "bad"}, {"id": "0" * 16}, {"messagePattern": "a fan|the fan"}]):
        path = put(errorMessage=f"message number {number}")
        path.write_text(json.dumps(json.loads(path.read_text()) | change))
    dataset = Dataset.read(records)
    assert rules(dataset) == [
        ("wrong-value", "message-number-0.json", "/severity"),
        ("id", "message-number-1.json", "/id"),
        ("pattern-foreign", "message-number-2.json", "/messagePattern"),
    ]
    assert [entry.record["slug"] for entry in dataset.entries] == ["message-number-2"]
    assert Dataset.read(records, own=True).entries == []


@pytest.mark.parametrize(("kind", "data"), [("evidence", "{"), ("evidence", "{}"), ("verified", '{"fix": 1}')])
def test_a_bad_sidecar_leaves_its_record_in(records, put, kind, data):
    """The sidecar is left out and named."""
    path = put()
    sidecar(path, kind).write_text(data)
    dataset = Dataset.read(records)
    assert [(entry.evidence, entry.verified) for entry in dataset.entries] == [(None, None)]
    assert {finding.file for finding in dataset.findings} == {sidecar(path, kind)}


def test_a_file_stands_where_its_record_says(records, put, article):
    """A record in the folder of another repo or under another name, and an article likewise, are left out."""
    path = put()
    shutil.copytree(path.parent, records / "owner" / "fork")
    path.rename(path.with_name("other.json"))
    write_text(records / "_info" / "wrong.json", dumps(Article.model_validate(article)))
    dataset = Dataset.read(records)
    assert dataset.entries == dataset.articles == []
    assert rules(dataset) == [
        ("file-place", path.name, "/repo"),
        ("file-place", "other.json", "/slug"),
        ("file-place", "wrong.json", "/slug"),
    ]


def test_a_moved_record_keeps_its_slug(records, put, evidence):
    """A slug with six characters of a former id stays right."""
    path = put(evidence=evidence | {"formerIds": ["abcdef0123456789"]})
    slug = f"{path.stem}-abcdef"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"slug": slug}))
    for file in (path, sidecar(path, "evidence")):
        file.rename(file.with_name(file.name.replace(path.stem, slug)))
    assert Dataset.read(records, own=True).findings == []


def test_of_two_records_with_one_id_the_first_stays(records, put):
    """The other one is a finding with its full path."""
    path = put()
    record = json.loads(path.read_text())
    slug = f"{record['slug']}-{record['id'][:6]}"
    path.with_name(f"{slug}.json").write_text(json.dumps(record | {"slug": slug}))
    dataset = Dataset.read(records)
    assert len(dataset.entries) == 1
    assert [(finding.rule, finding.file) for finding in dataset.findings] == [
        ("duplicate-id", path.with_name(f"{slug}.json"))
    ]


@given(data=st.binary(max_size=200), kind=st.sampled_from(["", ".evidence", ".verified"]))
def test_no_bytes_end_in_a_traceback(records, put, data, kind):
    """Whatever a file holds, the record beside it is read and the file is a finding."""
    put()
    slug = "other" if not kind else "the-thing-went-wrong-in-a-way-nobody-expected"
    (records / "owner" / "project" / f"{slug}{kind}.json").write_bytes(data)
    dataset = Dataset.read(records)
    assert len(dataset.entries) == 1
    assert {finding.file.name for finding in dataset.findings} == {f"{slug}{kind}.json"}
    (records / "owner" / "project" / f"{slug}{kind}.json").unlink()


def test_an_unreadable_file_is_a_finding(records, put):
    """A named pipe in place of a record does not hang the reader."""
    put()
    os.mkfifo(records / "owner" / "project" / "pipe.json")
    dataset = Dataset.read(records)
    assert rules(dataset) == [("unreadable", "pipe.json", "")]


def test_written_and_read_again_it_is_the_same(records, put, evidence, article, tmp_path):
    """A copy has the same entries, articles and content key, and is written byte for byte the same."""
    put(evidence=evidence)
    write_text(records / "_info" / "missing-values.json", dumps(Article.model_validate(article)))
    dataset = Dataset.read(records)
    dataset.write(tmp_path / "copy")
    copy = Dataset.read(tmp_path / "copy")
    assert (copy.entries, copy.articles, copy.content_key) == (dataset.entries, dataset.articles, dataset.content_key)
    files = {path.relative_to(records) for path in records.rglob("*.json")}
    assert files == {path.relative_to(tmp_path / "copy") for path in (tmp_path / "copy").rglob("*.json")}
    assert all((records / file).read_bytes() == (tmp_path / "copy" / file).read_bytes() for file in files)


def test_writing_what_is_there_touches_nothing(records, put):
    """A file of the same content keeps its time stamp, so nothing is built again."""
    path = put()
    os.utime(path, (1, 1))
    Dataset.read(records).write(records)
    assert path.stat().st_mtime == 1


def test_content_key_depends_on_content_alone(records, put, evidence, article):
    """Layout and key order do not count; a record, a sidecar and an article do."""
    path = put()
    keys = [Dataset.read(records).content_key]
    path.write_text(json.dumps(dict(reversed(json.loads(path.read_text()).items()))))
    assert Dataset.read(records).content_key == keys[0]
    put(evidence=evidence)
    keys.append(Dataset.read(records).content_key)
    put(evidence=evidence, severity="critical")
    keys.append(Dataset.read(records).content_key)
    write_text(records / "_info" / "missing-values.json", dumps(Article.model_validate(article)))
    keys.append(Dataset.read(records).content_key)
    assert len(set(keys)) == len(keys)


def test_importing_the_package_does_not_import_pydantic():
    """`Dataset` loads on first use; segments, sources and record files open without pydantic and duckdb."""
    code = (
        "import sys, errkb.dataset, errkb.dataset.segments, errkb.dataset.sources, errkb.dataset.recordfile;"
        "sys.exit(bool({'pydantic', 'duckdb', 'jsonschema', 'tempfile'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
