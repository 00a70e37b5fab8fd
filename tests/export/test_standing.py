"""An export takes the place of an export, and of nothing else."""

import json
import os
from pathlib import Path

import pytest

from errkb.errors import DatasetError, InputError, UsageError
from errkb.export import export
from tests.export.conftest import content_of
from tests.export.test_formats import ALL, PLACES, optional, snapshot

FOLDERS = [form for form, names in PLACES.items() if "folder" in names]
MINE = {
    "project": {"README.md": "mine", "src/a.py": "pass"},
    "card": {"README.md": "---\nlicense: mit\n---\n# My data\n", "data/records.parquet": "x"},
    "clone": {"README.md": "# Error records\n", ".git/HEAD": "ref: refs/heads/main"},
    "website": {"manifest.json": '{"name": "app", "start_url": "/"}', "index.html": "<p>"},
    "other manifest": {"manifest.json": '{"schemaVersion": 2, "files": {}}', "repos.json": "[]"},
    "strange manifest": {"manifest.json": "[" * 100_000},
    "archive": {"records/1999.txt": "years of work"},
    "table": {"records.csv": "a,b\r\n"},
    "empty folders": {"records": None, "README.md": "x"},
}


def lay(folder, files):
    """Write files, and a folder where the text is `None`."""
    for name, text in files.items():
        path = folder / name
        (path if text is None else path.parent).mkdir(parents=True, exist_ok=True)
        if text is not None:
            path.write_text(text)


@pytest.mark.parametrize("form", FOLDERS)
@pytest.mark.parametrize("kind", MINE)
def test_a_folder_with_the_name_of_a_mark_stays(content, tmp_path, form, kind):
    """What only has a name in common with an export is not replaced."""
    optional(form, "folder")
    lay(tmp_path / "mine", MINE[kind])
    before = sorted(tmp_path.rglob("*")), snapshot(tmp_path)
    with pytest.raises(InputError, match="something else"):
        export(content, form, tmp_path / "mine")
    assert (sorted(tmp_path.rglob("*")), snapshot(tmp_path)) == before


@pytest.mark.parametrize("form", FOLDERS)
@pytest.mark.parametrize(
    "beside",
    [".git/HEAD", "CNAME", "manifest.json.minisig", "records/notes.md", "data/mine.csv", "info/mine.json", "empty/"],
)
def test_what_lies_beside_an_export_stays(content, tmp_path, form, beside):
    """A file, a link or an empty folder put into an export is named, and nothing is replaced."""
    optional(form, "folder")
    place = tmp_path / "folder"
    export(content, form, place)
    lay(place, {beside.rstrip("/"): None if beside.endswith("/") else "mine"})
    before = snapshot(place)
    with pytest.raises(InputError, match="something else") as caught:
        export(content, form, place)
    assert caught.value.where == str(place / beside)
    assert snapshot(place) == before


def test_a_link_in_an_export_stays(content, tmp_path):
    """Also under a name that the export has itself."""
    place = tmp_path / "folder"
    export(content, "jsonl", place)
    (place / "records.jsonl").rename(tmp_path / "elsewhere")
    (place / "records.jsonl").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="something else"):
        export(content, "jsonl", place)
    assert (place / "records.jsonl").is_symlink()


@pytest.mark.parametrize("form", FOLDERS)
@pytest.mark.parametrize("other", FOLDERS)
def test_an_export_takes_the_place_of_an_export(content, tmp_path, form, other):
    """In whichever format the older one is; also of one without records."""
    optional(form, "folder")
    optional(other, "folder")
    place = tmp_path / "folder"
    export(content_of([]) if form == other else content, other, place)
    export(content, form, place)
    export(content, form, tmp_path / "new")
    if form != "static":  # its version grows
        assert snapshot(place) == snapshot(tmp_path / "new")


def test_partitions_are_replaced(records, content, tmp_path):
    """A folder that is cut up is an export, too."""
    export(content_of(records, partition=("severity", "repo")), "parquet", tmp_path / "out")
    export(content, "csv", tmp_path / "out")
    assert (tmp_path / "out" / "records.csv").exists()


@pytest.mark.parametrize(("form", "name"), ALL)
def test_files_of_other_kinds_stay(content, tmp_path, form, name):
    """A file without suffix is not replaced, and neither is what is no file at all."""
    optional(form, name)
    (tmp_path / "Makefile").write_text("all:")
    with pytest.raises((InputError, UsageError)):
        export(content, form, tmp_path / "Makefile")
    assert (tmp_path / "Makefile").read_text() == "all:"
    os.mkfifo(tmp_path / name)
    with pytest.raises(InputError, match="neither a file nor a folder"):
        export(content, form, tmp_path / name)
    assert (tmp_path / name).is_fifo()


def test_a_folder_with_a_suffix_is_no_file(content, tmp_path):
    """What would be a file does not take its place."""
    (tmp_path / "a.csv").mkdir()
    with pytest.raises(UsageError, match="folder"):
        export(content, "csv", tmp_path / "a.csv")


def test_a_manifest_that_names_more_is_no_licence(content, tmp_path):
    """A file is not an export's because a manifest says so: its name has to be one that an export writes."""
    place = tmp_path / "folder"
    export(content, "static", place)
    manifest = json.loads((place / "manifest.json").read_text())
    manifest["files"]["x"] = {"path": "/data/index.html"}
    lay(place, {"manifest.json": json.dumps(manifest), "index.html": "<p>"})
    with pytest.raises(InputError, match="something else"):
        export(content, "static", place)


@pytest.mark.parametrize(("form", "name"), ALL)
def test_a_link_stays_and_what_it_leads_to_is_replaced(content, tmp_path, form, name):
    """Whatever the name of that is; a link to nowhere is told as such."""
    optional(form, name)
    link, place = tmp_path / "links" / name, tmp_path / "there" / "data.d"
    link.parent.mkdir()
    export(content_of([]), form, tmp_path / "there" / name)
    (tmp_path / "there" / name).rename(place)
    link.symlink_to(place)
    export(content, form, link)
    export(content, form, tmp_path / "new" / name)
    assert link.is_symlink()
    assert form == "static" or snapshot(place) == snapshot(tmp_path / "new" / name)
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["data.d"]
    for target in (tmp_path / "nowhere", link):
        link.unlink()
        link.symlink_to(target)
        with pytest.raises(InputError, match="leads nowhere"):
            export(content, form, link)


@pytest.mark.parametrize("form", FOLDERS)
@pytest.mark.parametrize("name", [".", "..", "../here", "/"])
def test_the_folder_you_are_in_stays(content, tmp_path, monkeypatch, form, name):
    """It is not pulled away from under who stands in it, be it empty."""
    optional(form, "folder")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(InputError, match="the folder you are in"):
        export(content, form, Path(name))
    assert [path.name for path in tmp_path.rglob("*")] == ["here"]


@pytest.mark.parametrize(("form", "name"), ALL)
def test_a_full_disk_is_told_and_leaves_nothing(make_record, tmp_path, form, name):
    """The file that was asked for is named, what was there stays, and nothing lies beside it."""
    optional(form, name)
    resource = pytest.importorskip("resource")
    records = [make_record(errorMessage=f"{number} is wrong: {os.urandom(600).hex()}") for number in range(200)]
    place = tmp_path / name
    export(content_of(records[:1]), form, place)
    before = snapshot(place)
    limit = 512 if (form, name) == ("markdown", "folder") else 96 * 1024  # its files are small
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limits[1]))
    try:
        with pytest.raises(DatasetError) as caught:
            export(content_of(records), form, place)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (caught.value.where, caught.value.hint) == (str(place), "is there space left on the disk?")
    assert ".errkb-" not in caught.value.message
    assert snapshot(place) == before
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="everything can be written by root")
def test_a_place_that_cannot_be_written(content, tmp_path):
    """The place that was asked for is named, not what is written beside it."""
    (tmp_path / "closed").mkdir(mode=0o500)
    with pytest.raises(DatasetError, match="cannot be written") as caught:
        export(content, "csv", tmp_path / "closed" / "a.csv")
    assert caught.value.where == str(tmp_path / "closed" / "a.csv")


def test_a_place_below_a_file(content, tmp_path):
    """It is named, with what to do."""
    (tmp_path / "file").write_text("")
    with pytest.raises(DatasetError, match="cannot be written") as caught:
        export(content, "csv", tmp_path / "file" / "a.csv")
    assert (caught.value.where, bool(caught.value.hint)) == (str(tmp_path / "file" / "a.csv"), True)


@pytest.mark.parametrize("form", ["duckdb", "sqlite"])
def test_a_database_is_a_file_with_a_suffix(content, tmp_path, form):
    """A path without one is refused at once, not only when there is something to replace."""
    with pytest.raises(UsageError, match="without suffix") as caught:
        export(content, form, tmp_path / "kb")
    assert str(tmp_path / f"kb.{form}") in caught.value.hint
    assert not list(tmp_path.iterdir())
