"""The published static dataset, read by a client that knows the contract and nothing of errkb."""

import gzip
import hashlib
import json

import pytest

from errkb.errors import DatasetError
from errkb.export import static
from tests.export.conftest import ARTICLE, EVIDENCE, VERIFIED, content_of


def client(folder):
    """Read a dataset as the contract describes it, checking every size and hash; return its parts by path."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert set(manifest) == {"schemaVersion", "datasetVersion", "counts", "files"}
    assert manifest["schemaVersion"] == 2
    parts = {}
    for entry in manifest["files"].values():
        assert entry["path"].startswith("/data/")
        data = (folder / entry["path"].removeprefix("/data/")).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (entry["bytes"], entry["sha256"])
        if entry.get("encoding") == "gzip":
            data = gzip.decompress(data)
            assert (len(data), hashlib.sha256(data).hexdigest()) == (entry["rawBytes"], entry["rawSha256"])
        parts[entry["path"]] = json.loads(data)
    files = {f"/data/{path.relative_to(folder).as_posix()}" for path in folder.rglob("*") if path.is_file()}
    assert files == {*parts, "/data/manifest.json"}
    return manifest, parts


def test_a_client_of_the_contract_reads_it(content, records, tmp_path):
    """Index, repositories, full records and articles are where the contract has them, with its keys and no others."""
    static.write(content, tmp_path / "data")
    manifest, parts = client(tmp_path / "data")
    index = parts["/data/index.json.gz"]
    assert manifest["counts"] == {"repos": 2, "errors": 3, "articles": 1}
    assert index["datasetVersion"] == manifest["datasetVersion"] == "2026-01-02T03:04:05.000Z"
    assert index["errors"][0] == {
        "id": records[0]["id"],
        "repo": "a/b",
        "slug": records[0]["slug"],
        "code": None,
        "msg": records[0]["errorMessage"],
        "pattern": records[0]["messagePattern"],
        "type": "exception",
        "cls": "ValueError",
        "tags": ["validation"],
        "sev": "error",
    }
    assert [entry["id"] for entry in index["errors"]] == [record["id"] for record in records]
    assert parts["/data/repos/a/b.json"] == records[:1]
    assert parts["/data/repos/owner/project.json"] == records[1:]
    assert [(repo["repo"], repo["errorCount"]) for repo in parts["/data/repos.json"]] == [
        ("a/b", 1),
        ("owner/project", 2),
    ]
    assert parts["/data/info/missing-values.json"] == ARTICLE
    assert [one["slug"] for one in parts["/data/info/index.json"]["articles"]] == ["missing-values"]
    assert parts["/data/sidecars/a/b.json"] == [{"id": records[0]["id"], "evidence": EVIDENCE, "verified": VERIFIED}]


def test_what_is_known_of_a_repository_is_kept(records, tmp_path):
    """A dataset that is published again keeps what only its `repos.json` says."""
    known = {"repo": "a/b", "description": "Letters.", "language": "C", "stars": 7, "sourceFiles": 3}
    static.write(content_of(records, repos=[known | {"defaultBranch": "trunk"}]), tmp_path / "data")
    repos = json.loads((tmp_path / "data" / "repos.json").read_bytes())
    assert repos[0] == {
        **known,
        "defaultBranch": "trunk",
        "analyzedSha": records[0]["analyzedSha"],
        "analyzedAt": records[0]["analyzedAt"],
        "errorCount": 1,
    }
    assert (repos[1]["description"], repos[1]["defaultBranch"]) == (None, "HEAD")


def snapshot(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_same_records_same_bytes(content, tmp_path):
    """Written twice, also over an older one, the dataset has the same bytes and the same version."""
    for name, before in (("one", None), ("two", None), ("three", tmp_path / "one")):
        static.write(content, tmp_path / name, before)
    assert snapshot(tmp_path / "one") == snapshot(tmp_path / "two") == snapshot(tmp_path / "three")


def test_the_version_only_grows(records, tmp_path):
    """A change raises the version by a millisecond where the records are no newer, and never takes it back."""
    versions = []
    before = None
    for number, kept in enumerate(
        (records, records[:2], records, [records[0] | {"analyzedAt": "2026-02-01T00:00:00Z"}])
    ):
        static.write(content_of(kept), tmp_path / str(number), before)
        before = tmp_path / str(number)
        manifest, parts = client(before)
        assert parts["/data/index.json.gz"]["datasetVersion"] == manifest["datasetVersion"]
        versions.append(manifest["datasetVersion"])
    assert versions == [
        "2026-01-02T03:04:05.000Z",
        "2026-01-02T03:04:05.001Z",
        "2026-01-02T03:04:05.002Z",
        "2026-02-01T00:00:00.000Z",
    ]


def test_nothing_located_is_published(make_record, tmp_path):
    """A located error is no full record, so it is refused by name."""
    with pytest.raises(DatasetError, match="no documentation") as caught:
        static.write(content_of([make_record() | {"documentation": None}]), tmp_path / "data")
    assert caught.value.where.startswith("owner/project/")


def test_an_article_called_index(content_of_articles, tmp_path):
    """The list of articles would be overwritten by an article of its name."""
    with pytest.raises(DatasetError, match="index"):
        static.write(content_of_articles(ARTICLE | {"slug": "index"}), tmp_path / "data")


@pytest.fixture
def content_of_articles(records):
    return lambda *articles: content_of(records, articles=articles)
