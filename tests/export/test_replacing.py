"""Switching files and folders in one step."""

import pytest

from errkb.export.replacing import aside


def test_a_file_takes_the_place_of_another(tmp_path):
    """After the body the new file is there and nothing else."""
    place = tmp_path / "deep" / "a.json"
    for text in ("one", "two"):
        with aside(place) as temporary:
            assert temporary.name.endswith("a.json")
            temporary.write_text(text)
            assert not place.exists() or place.read_text() == "one"
        assert place.read_text() == text
    assert [path.name for path in place.parent.iterdir()] == ["a.json"]


@pytest.mark.parametrize("exchanges", [True, False])
def test_a_folder_takes_the_place_of_another(tmp_path, monkeypatch, exchanges):
    """A folder that is not empty is replaced as a whole, whether or not the system can exchange two."""
    if not exchanges:
        monkeypatch.setattr("errkb.export.replacing._exchanged", lambda *_: False)
    place = tmp_path / "data"
    for name in ("old", "new"):
        with aside(place) as temporary:
            temporary.mkdir()
            (temporary / name).write_text(name)
    assert [path.name for path in place.rglob("*")] == ["new"]
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_a_failure_changes_nothing(tmp_path):
    """What was half written is removed, what was there stays."""
    place = tmp_path / "data"
    place.mkdir()
    (place / "old").write_text("old")

    def fail():
        with aside(place) as temporary:
            temporary.mkdir()
            (temporary / "new").write_text("new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert [path.name for path in tmp_path.rglob("*")] == ["data", "old"]
