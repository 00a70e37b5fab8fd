"""The tables of a segment: made when they are first asked for, and again when they cannot be used."""

import os
import stat

import pytest

from errkb.dataset import beside, recordfile
from errkb.dataset.tables import make_tables, query, select
from errkb.errors import KnowledgeBaseError, UsageError
from errkb.store import FILE_NAME


@pytest.fixture
def segment(tmp_path, make_record_once):
    """Return a segment of two records."""
    folder = tmp_path / "segment"
    folder.mkdir()
    recordfile.write(folder, [make_record_once(), make_record_once(repo="a/b")])
    beside.write(folder, [])
    return folder


def count(segment):
    return query([("mine", segment)], "SELECT count(*) FROM records").rows


def test_made_when_they_are_asked_for(segment):
    """Then they are there, and stay."""
    assert not (segment / FILE_NAME).exists()
    assert count(segment) == [(2,)]
    made = (segment / FILE_NAME).stat()
    assert count(segment) == [(2,)]
    assert (segment / FILE_NAME).stat() == made
    assert sorted(path.name for path in segment.iterdir()) == ["beside.json", FILE_NAME, "records.bin", "records.jsonl"]


@pytest.mark.parametrize("damage", [b"", b"x" * 5000])
def test_damaged_ones_are_made_again(segment, damage):
    """Whatever stands there in their place."""
    count(segment)
    (segment / FILE_NAME).write_bytes(damage)
    assert count(segment) == [(2,)]


@pytest.mark.parametrize("name", ["records.bin", "records.jsonl", "beside.json"])
def test_a_segment_that_is_not_whole_is_named(segment, name):
    """There is nothing to make them from."""
    (segment / name).unlink()
    with pytest.raises(KnowledgeBaseError) as caught:
        count(segment)
    assert caught.value.where == str(segment / name)


def test_a_segment_that_cannot_be_written(segment, tmp_path, monkeypatch):
    """They are made in a private folder, once."""
    if os.geteuid() == 0:
        monkeypatch.setattr("errkb.dataset.tables.aside", _refused(segment))
    segment.chmod(stat.S_IRUSR | stat.S_IXUSR)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert count(segment) == count(segment) == [(2,)]
    assert not (segment / FILE_NAME).exists()
    [elsewhere] = tmp_path.glob(f"errkb-*/tables/*/{FILE_NAME}")
    assert make_tables(segment) == elsewhere.parent
    segment.chmod(0o700)


def _refused(folder):
    """Return `aside`, which may not write into a folder, as an administrator always may."""
    from errkb.export.replacing import aside

    def refusing(place):
        if place.parent == folder:
            raise PermissionError(13, "Permission denied", str(place))
        return aside(place)

    return refusing


def test_private_records_are_shown_as_people_see_them(tmp_path, make_record_once):
    """What was made up to fill a field is null."""
    entry = make_record_once()
    entry.private = {"unknown": ["documentation"], "link": None}
    recordfile.write(tmp_path, [entry, make_record_once(repo="a/b")])
    beside.write(tmp_path, [])
    sql = "SELECT documentation IS NULL, githubUrl IS NULL FROM records ORDER BY repo"
    assert query([("mine", tmp_path)], sql).rows == [(False, False), (True, False)]
    assert not list(tmp_path.glob("**/kb.jsonl"))


def test_a_condition_selects_records(segment):
    """Source and id of each that fits; it is held to what every statement is."""
    [(_, identifier)] = select([("mine", segment)], "repo = 'a/b' -- of two")
    assert query([("mine", segment)], f"SELECT repo FROM records WHERE id = '{identifier}'").rows == [("a/b",)]
    for condition in ("nothing = 1", "true); DROP VIEW records; SELECT (1"):
        with pytest.raises(UsageError):
            select([("mine", segment)], condition)
