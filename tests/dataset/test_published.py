"""Reading published datasets, of today and older, whole and damaged."""

import gzip
import hashlib
import json
from pathlib import Path, PurePosixPath

import pytest

from errkb.dataset.check import check
from errkb.dataset.published import Published, is_published, relative
from errkb.dataset.shapes import validate
from errkb.errors import DatasetError
from errkb.export import static
from errkb.model.content import Content, Item, encoded
from errkb.model.record import Record

FIXTURES = Path(__file__).parent / "published"


@pytest.fixture
def written(make_record, tmp_path):
    """Return the folder of a dataset with two repositories."""
    records = [make_record(repo="a/b"), make_record()]
    items = [Item(record["id"], encoded(record)) for record in records]
    static.write(Content(lambda: iter(items), "2026-01-02T03:04:05.000Z"), tmp_path / "data")
    return tmp_path / "data"


def test_what_was_written_is_read(written):
    """Index, repositories and records come back, and every file is as the manifest says."""
    dataset = Published(written)
    assert [entry["repo"] for entry in dataset.index()] == ["a/b", "owner/project"]
    assert [repo["errorCount"] for repo in dataset.repos()] == [1, 1]
    assert dataset.repo_files() == [PurePosixPath("repos/a/b.json"), PurePosixPath("repos/owner/project.json")]
    assert list(dataset.verify()) == []
    assert is_published(written)
    assert is_published(written.parent)
    assert Published(written.parent).folder == written


@pytest.mark.parametrize("folder", sorted(FIXTURES.iterdir()), ids=lambda path: path.name)
def test_older_shapes(folder):
    """Each published shape there has ever been is read, and gives the same record and the same index entry."""
    dataset = Published(folder)
    assert list(dataset.verify()) == []
    [entry] = dataset.index()
    assert (entry["cls"], entry["slug"]) == ("ValueError", "the-thing-went-wrong-in-a-way-nobody-expected")
    [repo] = dataset.repos()
    assert repo["errorCount"] == 1
    [place] = dataset.repo_files()
    [data] = json.loads(dataset.read(place))
    record, faults = validate(Record, data)
    assert faults == []
    assert check(record.to_json(), own=False) == []
    assert record.backgroundTag is None


def change(folder, name, data):
    """Replace a file and what the manifest says of it."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_bytes())
    (folder / manifest["files"][name]["path"].removeprefix("/data/")).write_bytes(data)
    manifest["files"][name] |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    path.write_text(json.dumps(manifest))


def test_damage_is_found(written):
    """A byte that changed, a file that was cut off and one that is gone are named."""
    repos = written / "repos.json"
    repos.write_bytes(repos.read_bytes().replace(b"HEAD", b"HAED"))
    one, other = written / "repos" / "a" / "b.json", written / "repos" / "owner" / "project.json"
    one.write_bytes(one.read_bytes()[:-5])
    other.unlink()
    messages = {str(finding.file.relative_to(written)): finding.message for finding in Published(written).verify()}
    assert set(messages) == {"repos.json", "repos/a/b.json", "repos/owner/project.json"}
    assert "hash" in messages["repos.json"]
    assert "bytes" in messages["repos/a/b.json"]


@pytest.mark.parametrize(
    "data",
    [gzip.compress(bytes(50_000_000)), gzip.compress(b"{}"), b"no gzip", gzip.compress(b"x" * 900)[:-9]],
    ids=["more", "less", "none", "cut off"],
)
def test_what_is_packed_is_bounded(written, data):
    """A file that unpacks to more or less than it says, or is cut off, is refused before it is parsed."""
    change(written, "index.json", data)
    with pytest.raises(DatasetError, match=r"decompressed|gzip"):
        Published(written).index()


@pytest.mark.parametrize(
    ("change_manifest", "where"),
    [
        (lambda manifest: manifest.pop("files"), "/files"),
        (lambda manifest: manifest.update(schemaVersion=3), "/schemaVersion"),
        (lambda manifest: manifest.update(extra=1), "/extra"),
        (lambda manifest: manifest["files"]["repos.json"].update(bytes="1"), "/files/repos.json/bytes"),
        (lambda manifest: manifest["files"]["repos.json"].update(path="/etc/passwd"), "/files/repos.json/path"),
    ],
)
def test_a_manifest_of_another_shape(written, change_manifest, where):
    """The message names the file and the JSON pointer."""
    path = written / "manifest.json"
    manifest = json.loads(path.read_bytes())
    change_manifest(manifest)
    path.write_text(json.dumps(manifest))
    with pytest.raises(DatasetError) as caught:
        Published(written)
    assert caught.value.where == f"{path}#{where}"


@pytest.mark.parametrize(
    "path",
    ["/data/../x", "/data//x", "/data/", "/etc/x", "data/x", "/data/a\\b", "/data/C:x", "/data/a\nb"],
)
def test_paths_that_lead_out(path):
    """A path of the manifest stays within the dataset on every system."""
    with pytest.raises(DatasetError, match="not a path"):
        relative(path)


def test_a_folder_without_a_manifest(tmp_path):
    """It is named as what cannot be read."""
    assert not is_published(tmp_path)
    with pytest.raises(DatasetError, match="cannot be read"):
        Published(tmp_path)
