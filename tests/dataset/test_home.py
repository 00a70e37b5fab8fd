"""The folder of the knowledge base."""

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from errkb.dataset.home import explained, fallback_home, locked
from errkb.errors import KnowledgeBaseError, ReadOnlyHomeError


@pytest.mark.parametrize("code", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_read_only_place_is_told_apart(tmp_path, code):
    """The caller can go elsewhere; the user is told how."""
    with pytest.raises(ReadOnlyHomeError) as caught, explained(tmp_path):
        raise OSError(code, os.strerror(code), str(tmp_path / "x"))
    assert caught.value.where == str(tmp_path / "x")
    assert "ERRKB_HOME" in caught.value.hint


def test_a_full_disk_is_named(tmp_path):
    """The device that is always full gives a sentence with the place and a way out."""
    with pytest.raises(KnowledgeBaseError) as caught, explained(tmp_path), open("/dev/full", "wb") as file:
        file.write(b"x" * 100_000)
    assert "No space left" in caught.value.message
    assert (caught.value.where, "free some space" in caught.value.hint) == (str(tmp_path), True)


def test_any_other_failure_is_a_sentence(tmp_path):
    """A file where a folder should be."""
    (tmp_path / "home").write_text("")
    with pytest.raises(KnowledgeBaseError) as caught, explained(tmp_path):
        (tmp_path / "home" / "segments").mkdir(parents=True)
    assert not isinstance(caught.value, ReadOnlyHomeError)


ADD_ONE = """
import sys
from pathlib import Path
from errkb.dataset.home import locked
counter = Path(sys.argv[1])
for _ in range(100):
    with locked(counter.with_name(".lock")):
        counter.write_text(str(int(counter.read_text()) + 1))
"""


def test_a_lock_is_held_by_one_process_at_a_time(tmp_path):
    """Four processes that add to one number lose no addition."""
    counter = tmp_path / "counter"
    counter.write_text("0")
    runs = [subprocess.Popen([sys.executable, "-c", ADD_ONE, counter]) for _ in range(4)]
    assert [run.wait() for run in runs] == [0, 0, 0, 0]
    assert counter.read_text() == "400"


def test_a_lock_is_free_after_an_error(tmp_path):
    """An exception inside lets go of it."""
    with pytest.raises(KeyError), locked(tmp_path / "a" / ".lock"):
        raise KeyError
    with locked(tmp_path / "a" / ".lock"):
        pass


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """Make a folder of the test the system's temporary one; return the fallback's path in it."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path / f"errkb-{os.getuid()}"


def test_the_fallback_is_private(temporary):
    """It is made for the user alone and found again."""
    assert fallback_home() == fallback_home() == temporary
    assert temporary.stat().st_mode & 0o777 == 0o700


def open_to_others(path: Path) -> None:
    path.mkdir()
    path.chmod(0o755)


def linked(path: Path) -> None:
    (path.parent / "real").mkdir(mode=0o700)
    path.symlink_to(path.parent / "real")


def of_someone_else(path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only the superuser can give a folder away")
    path.mkdir(mode=0o700)
    os.chown(path, 12345, 12345)


@pytest.mark.parametrize("plant", [open_to_others, linked, of_someone_else, Path.touch])
def test_a_planted_fallback_is_refused(temporary, plant):
    """A folder others can enter, a link, a folder of someone else and a file are not used."""
    plant(temporary)
    with pytest.raises(KnowledgeBaseError) as caught:
        fallback_home()
    assert (caught.value.where, "ERRKB_HOME" in caught.value.hint) == (str(temporary), True)
