"""The registry of sources."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from errkb.dataset.sources import SHIPPED, Sources, shipped_records
from errkb.errors import InputError, KnowledgeBaseError, UsageError


@pytest.fixture
def sources(tmp_path):
    """Return the registry of an empty home."""
    return Sources(tmp_path / "home")


@pytest.fixture
def folder(tmp_path):
    """Return a folder to register."""
    path = tmp_path / "a folder"
    path.mkdir()
    return path


def test_the_shipped_records_are_always_there(sources):
    """Without a registry there is one source; asking makes no folder."""
    assert [(source.name, source.kind, source.path) for source in sources.list()] == [
        (SHIPPED, "shipped", shipped_records())
    ]
    assert not sources.path.parent.exists()


def test_shipped_records_are_found():
    """They stand beside the package in a checkout, inside it in a wheel."""
    assert (shipped_records() / "README.md").is_file()


def test_sources_come_and_go(sources, folder, monkeypatch):
    """A folder is registered with its full path, listed by name, and forgotten; it is not touched."""
    monkeypatch.chdir(folder.parent)
    assert sources.add("mine", Path(folder.name)).path == folder
    sources.add("another", folder)
    assert [source.name for source in sources.list()] == [SHIPPED, "another", "mine"]
    sources.remove("another")
    assert [(source.name, source.kind, source.path) for source in sources.list()][1:] == [("mine", "folder", folder)]
    assert folder.is_dir()


@pytest.mark.parametrize("name", ["", "A", "a b", "../x", "a/b", ".x", "-a", "a--b", "é", "a" * 65, "a\n", "\x1b[31m"])
def test_a_name_can_be_a_folder(sources, folder, name):
    """Other names are refused, in a message that is safe to print."""
    with pytest.raises(UsageError) as caught:
        sources.add(name, folder)
    assert caught.value.message.isprintable()


def test_refused_changes_leave_the_registry(sources, folder):
    """A name that is taken or unknown, the shipped source and a missing folder change nothing."""
    sources.add("mine", folder)
    before = sources.path.read_bytes()
    for refused in (
        lambda: sources.add("mine", folder),
        lambda: sources.add(SHIPPED, folder),
        lambda: sources.remove("other"),
        lambda: sources.remove(SHIPPED),
    ):
        with pytest.raises(UsageError):
            refused()
    with pytest.raises(InputError):
        sources.add("new", folder / "nowhere")
    assert sources.path.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"format": 9, "sources": []}',
        '{"format": 1, "sources": [{"name": "a"}]}',
        '{"format": 1, "sources": [{"name": "../a", "path": "/x"}]}',
        '{"format": 1, "sources": 5}',
        "\ufeff{}",
    ],
)
def test_a_damaged_registry_is_never_overwritten(sources, folder, text):
    """Reading and changing it fail with its place; its content stays for the user to mend."""
    sources.path.parent.mkdir()
    sources.path.write_text(text)
    for action in (sources.list, lambda: sources.add("mine", folder), lambda: sources.remove("mine")):
        with pytest.raises(KnowledgeBaseError) as caught:
            action()
        assert caught.value.where == str(sources.path)
    assert sources.path.read_text() == text


def test_a_name_that_is_not_utf8_comes_back(sources, tmp_path):
    """Folders may have names that are no text."""
    folder = Path(str(tmp_path) + "/\udcff")
    folder.mkdir()
    sources.add("odd", folder)
    assert sources.list()[1].path == folder
    json.loads(sources.path.read_text(encoding="utf-8"))


ADD = """
import sys
from pathlib import Path
from errkb.dataset.sources import Sources
for number in range(15):
    Sources(Path(sys.argv[1])).add(f"{sys.argv[2]}-{number}", Path(sys.argv[3]))
"""


def test_simultaneous_changes_are_all_kept(sources, folder):
    """Four processes that add sources lose none."""
    home = sources.path.parent
    runs = [subprocess.Popen([sys.executable, "-c", ADD, home, f"p{number}", folder]) for number in range(4)]
    assert [run.wait() for run in runs] == [0, 0, 0, 0]
    assert len(sources.list()) == 61
