"""What stands where in a records folder."""

import pytest

from errkb.dataset.folder import scan


def touch(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}")


def rules(found, root):
    return {(finding.rule, finding.file.relative_to(root).as_posix()) for finding in found.findings}


def test_records_with_sidecars_and_articles(records):
    """Files are put together by slug, in order of their names; other files and hidden ones are passed over."""
    for name in ("b/r/z.json", "a/r/y.json", "a/r/y.evidence.json", "a/r/y.verified.json", "_info/m.json"):
        touch(records / name)
    for name in ("README.md", "a/r/notes.txt", "a/r/.y.json.x.tmp", ".git/r/x.json", "a/.hidden/x.json"):
        touch(records / name)
    found = scan(records)
    assert [(files.repo, files.slug, sorted(files.sidecars)) for files in found.records] == [
        ("a/r", "y", ["evidence", "verified"]),
        ("b/r", "z", []),
    ]
    assert found.articles == [records / "_info" / "m.json"]
    assert found.findings == []


@pytest.mark.parametrize("name", ["x.json", "a/x.json", "a/r/x.y.json", "a/r/x.evidence.old.json", "a/r/deep/x.json"])
def test_a_file_where_none_belongs(records, name):
    """JSON at another depth, of another name, or a folder too deep is a finding."""
    touch(records / name)
    found = scan(records)
    assert {rule for rule, _ in rules(found, records)} == {"file-place"}
    assert not [files for files in found.records if files.record]


def test_a_sidecar_without_its_record(records):
    """An orphan is named."""
    touch(records / "a/r/x.evidence.json")
    assert rules(scan(records), records) == {("orphan-sidecar", "a/r/x.evidence.json")}


def test_links_out_of_the_folder_are_not_followed(records, tmp_path):
    """A linked file, a linked folder and a link to itself are findings; a link within the folder is read."""
    outside = tmp_path / "outside"
    touch(outside / "r" / "x.json")
    touch(records / "a/r/y.json")
    (records / "a/r/x.json").symlink_to(outside / "r" / "x.json")
    (records / "b").symlink_to(outside)
    (records / "a/r/loop.json").symlink_to(records / "a/r/loop.json")
    (records / "c").symlink_to(records / "a")
    found = scan(records)
    assert {name for rule, name in rules(found, records) if rule == "symlink"} >= {"a/r/x.json", "b", "a/r/loop.json"}
    assert [(files.repo, files.slug) for files in found.records] == [("a/r", "y"), ("c/r", "y")]


def test_the_folder_itself_may_be_a_link(records, tmp_path):
    """Only links below the folder are looked at."""
    touch(records / "a/r/y.json")
    (tmp_path / "link").symlink_to(records)
    assert [files.slug for files in scan(tmp_path / "link").records] == ["y"]


def test_a_missing_folder_is_an_error(tmp_path):
    """There is nothing to look through."""
    with pytest.raises(FileNotFoundError):
        scan(tmp_path / "nowhere")
