"""Switching files and folders in one step."""

import subprocess
import sys

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


def test_what_a_killed_process_left_is_removed(tmp_path):
    """The next one to write there does; what a living process writes stays, and the only copy of a folder, too."""
    killed = (
        "import os, sys, pathlib\n"
        "from errkb.export.replacing import aside\n"
        "with aside(pathlib.Path(sys.argv[1])) as place:\n"
        "    place.mkdir()\n"
        "    (place / 'half').write_text('half')\n"
        "    if sys.argv[2:]: place.with_name('.old').mkdir()\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    for more in (("old",), ()):
        subprocess.run([sys.executable, "-c", killed, tmp_path / "data", *more], check=False)
    assert len(list(tmp_path.iterdir())) == 2
    with aside(tmp_path / "a.json") as living:
        living.write_text("one")
        with aside(tmp_path / "b.json") as other:
            other.write_text("two")
    left = [path for path in tmp_path.iterdir() if path.name not in {"a.json", "b.json"}]
    assert [(path / ".old").exists() for path in left] == [True]
    assert (tmp_path / "a.json").read_text() == "one"
