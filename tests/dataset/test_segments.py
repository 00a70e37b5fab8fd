"""Segments and the pointer to the current one."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from errkb.dataset.segments import KEPT, Segments, fingerprint, folder_size
from errkb.errors import KnowledgeBaseError, ReadOnlyHomeError


@pytest.fixture
def segments(tmp_path):
    """Return the segments of an empty home."""
    return Segments(tmp_path / "home")


def writer(text="content"):
    """Return a function that fills a segment."""

    def write(folder):
        (folder / "data.bin").write_text(text)
        (folder / "more").mkdir()
        (folder / "more" / "deep.bin").write_text("deep")

    return write


def names(segments, source="shipped"):
    return sorted(path.name for path in (segments.home / "segments" / source).iterdir())


def test_nothing_is_built_yet(segments):
    """An empty home has no segment, no size, and nothing to prune; asking makes no folder."""
    assert segments.current("shipped") is None
    assert segments.open("shipped", "f1", lambda folder: folder) is None
    assert (segments.size(), segments.prune()) == (0, 0)
    assert not segments.home.exists()


def test_a_published_segment_is_current_for_its_fingerprint(segments):
    """It is found for the state it was built for and without one, not for another state or source."""
    folder = segments.publish("shipped", "f1", "c1", writer())
    assert (folder / "data.bin").read_text() == "content"
    assert segments.current("shipped", "f1") == segments.current("shipped") == folder
    assert segments.current("shipped", "f2") is None
    assert segments.current("other") is None
    assert segments.size() == folder_size(segments.home) > 0


def must_not_build(folder):
    pytest.fail("built again")


def test_equal_content_is_not_written_twice(segments):
    """A source whose files were only touched gets its pointer renewed, without building."""
    first = segments.publish("shipped", "f1", "c1", writer())
    assert segments.publish("shipped", "f2", "c1", must_not_build) == first
    assert segments.current("shipped", "f2") == first


def test_few_segments_are_kept(segments):
    """After each publication there is the current one and one before; pruning leaves the current one."""
    for number in range(5):
        current = segments.publish("shipped", f"f{number}", f"c{number}", writer())
    assert len([name for name in names(segments) if "." not in name]) == KEPT
    assert segments.prune() == KEPT - 1
    assert segments.current("shipped", "f4") == current
    assert names(segments) == sorted([".lock", current.name, "current.json"])


def test_pruning_removes_sources_that_are_gone(segments):
    """A source that is no longer registered loses its folder, the others stay."""
    segments.publish("shipped", "f", "c", writer())
    segments.publish("mine", "f", "c", writer())
    assert segments.prune(known=["shipped"]) == 1
    assert [path.name for path in (segments.home / "segments").iterdir()] == ["shipped"]


def test_another_layout_counts_as_not_built(segments):
    """An errkb with another layout builds its own segment, even of equal content, and reads no other."""
    old = segments.publish("shipped", "f", "c", writer())
    newer = Segments(segments.home, "another layout")
    assert newer.current("shipped", "f") is None
    assert newer.publish("shipped", "f", "c", writer()) != old
    assert segments.current("shipped", "f") is None


def cut_pointer(folder, segment):
    (folder / "current.json").write_text('{"fingerprint": "f", "seg')


def odd_pointer(folder, segment):
    (folder / "current.json").write_text("[1]")


def no_pointer(folder, segment):
    (folder / "current.json").unlink()


def foreign_pointer(folder, segment):
    pointer = json.loads((folder / "current.json").read_text())
    (folder / "current.json").write_text(json.dumps(pointer | {"segment": "../../../etc"}))


def no_segment(folder, segment):
    shutil.rmtree(segment)


def missing_file(folder, segment):
    (segment / "more" / "deep.bin").unlink()


def cut_file(folder, segment):
    os.truncate(segment / "data.bin", 3)


def cut_manifest(folder, segment):
    os.truncate(segment / "segment.json", 20)


def odd_manifest(folder, segment):
    (segment / "segment.json").write_text('{"format": "1", "files": [1]}')


@pytest.mark.parametrize(
    "damage",
    [
        cut_pointer,
        odd_pointer,
        no_pointer,
        foreign_pointer,
        no_segment,
        missing_file,
        cut_file,
        cut_manifest,
        odd_manifest,
    ],
)
def test_damage_counts_as_not_built(segments, damage):
    """A torn pointer, a missing or cut file: no answer comes from it, and building again repairs it."""
    folder = segments.publish("shipped", "f", "c", writer())
    damage(folder.parent, folder)
    assert segments.current("shipped", "f") is None
    again = segments.publish("shipped", "f", "c", writer())
    assert segments.current("shipped", "f") == again
    assert (again / "more" / "deep.bin").read_text() == "deep"


def full_disk(folder):
    with (folder / "data.bin").open("wb") as file:
        file.write(b"x")
    with open("/dev/full", "wb") as file:
        file.write(b"x" * 100_000)


def crash(folder):
    raise ZeroDivisionError


@pytest.mark.parametrize(("fail", "error"), [(full_disk, KnowledgeBaseError), (crash, ZeroDivisionError)])
def test_a_failed_build_leaves_the_old_segment(segments, fail, error):
    """A full disk or an error of the writer changes nothing and leaves nothing behind."""
    old = segments.publish("shipped", "f1", "c1", writer())
    before = names(segments)
    with pytest.raises(error):
        segments.publish("shipped", "f2", "c2", fail)
    assert segments.current("shipped", "f1") == old
    assert names(segments) == before


KILLED = """
import os, signal, sys
from pathlib import Path
from errkb.dataset.segments import Segments
def write(folder):
    (folder / "data.bin").write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
Segments(Path(sys.argv[1])).publish("shipped", "f2", "c2", write)
"""


def test_a_killed_build_leaves_the_old_segment_and_is_swept_later(segments):
    """The unfinished folder stays for an hour, since it might be another process at work, then goes."""
    old = segments.publish("shipped", "f1", "c1", writer())
    run = subprocess.run([sys.executable, "-c", KILLED, segments.home], check=False)
    assert run.returncode == -signal.SIGKILL
    assert segments.current("shipped", "f1") == old
    (left,) = [name for name in names(segments) if name.startswith(".build-")]
    segments.prune()
    assert left in names(segments)
    os.utime(old.parent / left, (time.time() - 4000,) * 2)
    segments.publish("shipped", "f3", "c3", writer())
    assert left not in names(segments)


BUILD = """
import sys
from pathlib import Path
from errkb.dataset.segments import Segments
segments = Segments(Path(sys.argv[1]))
for number in range(40):
    content = f"{number % 3}"
    def write(folder):
        (folder / "data.bin").write_text(content * 10_000)
    segments.publish("shipped", f"f{content}", f"c{content}", write)
    if number % 5 == 0:
        segments.prune()
"""


def test_many_processes_at_once_do_no_harm(segments):
    """While four processes publish and prune, a reader sees whole segments only, each what its pointer says."""
    runs = [subprocess.Popen([sys.executable, "-c", BUILD, segments.home]) for _ in range(4)]
    seen = set()
    while any(run.poll() is None for run in runs):
        text = segments.open("shipped", None, lambda folder: (folder / "data.bin").read_text())
        if text is not None:
            assert (len(text), len(set(text))) == (10_000, 1)
            seen.add(text[0])
    assert [run.returncode for run in runs] == [0, 0, 0, 0]
    assert seen <= {"0", "1", "2"}
    assert not [name for name in names(segments) if name.startswith(".build-")]
    assert segments.current("shipped") is not None


def test_a_reader_tries_again_when_the_segment_was_swept(segments):
    """Between reading the pointer and opening the files another process may publish and prune."""
    segments.publish("shipped", "f1", "c1", writer("old"))
    tries = []

    def opener(folder):
        tries.append(folder)
        if len(tries) == 1:
            segments.publish("shipped", "f2", "c2", writer("new"))
            segments.prune()
        return (folder / "data.bin").read_text()

    assert segments.open("shipped", None, opener) == "new"
    assert len(tries) == 2


def test_a_reader_does_not_try_for_ever(segments):
    """What cannot be opened though it is current is an error."""
    segments.publish("shipped", "f1", "c1", writer())
    with pytest.raises(FileNotFoundError):
        segments.open("shipped", None, lambda folder: (folder / "nothing").read_text())


@contextmanager
def without_rights():
    """Give up the superuser's rights, if there are any: they would make every folder writable."""
    if os.getuid() == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(os.getuid())


@pytest.fixture
def read_only():
    """Return a home with one segment in which nobody can write, but everybody read."""
    with tempfile.TemporaryDirectory() as place:
        segments = Segments(Path(place) / "home")
        segments.publish("shipped", "f", "c", writer())
        folders = [path for path in (Path(place), *Path(place).rglob("*")) if path.is_dir()]
        for path in folders:
            path.chmod(0o555)
        yield segments
        for path in folders:
            path.chmod(0o755)


def test_a_read_only_home_is_read_and_told_apart(read_only):
    """Its segments can be used; publishing and pruning raise the error that says why."""
    with without_rights():
        folder = read_only.current("shipped", "f")
        assert (folder / "data.bin").read_text() == "content"
        for source in ("shipped", "mine"):
            with pytest.raises(ReadOnlyHomeError):
                read_only.publish(source, "f2", "c2", writer())
        with pytest.raises(ReadOnlyHomeError):
            read_only.publish("shipped", "f2", "c", writer())
        with pytest.raises(ReadOnlyHomeError):
            Segments(read_only.home.parent / "new").publish("shipped", "f", "c", writer())


@pytest.fixture
def tree(tmp_path):
    """Return a small records folder."""
    folder = tmp_path / "tree"
    (folder / "owner" / "repo").mkdir(parents=True)
    (folder / "owner" / "repo" / "a.json").write_text("{}")
    (folder / "owner" / "repo" / "a.evidence.json").write_text("{}")
    return folder


def grown(tree):
    (tree / "owner/repo/a.json").write_text("{ }")


def touched(tree):
    os.utime(tree / "owner/repo/a.json", ns=(1, 1))


def added(tree):
    (tree / "b.json").write_text("{}")


def removed(tree):
    (tree / "owner/repo/a.evidence.json").unlink()


def renamed(tree):
    (tree / "owner/repo/a.json").rename(tree / "owner/repo/b.json")


@pytest.mark.parametrize("change", [grown, touched, added, removed, renamed])
def test_a_change_shows_in_the_fingerprint(tree, change):
    """Size, time, names and number of JSON files count."""
    before = fingerprint(tree)
    assert fingerprint(tree) == before
    change(tree)
    assert fingerprint(tree) != before


def test_what_is_no_record_does_not_change_the_fingerprint(tree):
    """Other files and hidden folders are passed over; the place of the folder does not count."""
    before = fingerprint(tree)
    (tree / "README.md").write_text("x")
    (tree / ".git").mkdir()
    (tree / ".git" / "x.json").write_text("x")
    assert fingerprint(tree) == before
    assert fingerprint(tree.rename(tree.with_name("elsewhere"))) == before


def test_links_are_not_followed_by_the_fingerprint(tree, tmp_path):
    """A link to itself, to nothing, to a parent folder and out of the folder neither fail nor lead anywhere."""
    (tree / "loop.json").symlink_to("loop.json")
    (tree / "nothing.json").symlink_to("nowhere")
    (tree / "owner" / "up").symlink_to("..")
    (tree / "owner" / "out").symlink_to(tmp_path)
    before = fingerprint(tree)
    (tmp_path / "new.json").write_text("{}")
    assert fingerprint(tree) == before


def test_a_missing_folder_has_no_fingerprint(tmp_path):
    """The caller decides what that means."""
    with pytest.raises(FileNotFoundError):
        fingerprint(tmp_path / "nowhere")


@pytest.mark.parametrize("at", [0, 3, -1])
def test_a_changed_byte_is_found_out(segments, at):
    """A file of the right size with other bytes is an error that names it."""
    folder = segments.publish("shipped", "f", "c", writer())
    path = folder / "data.bin"
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    with pytest.raises(KnowledgeBaseError, match="damaged") as caught:
        segments.open("shipped", "f", lambda folder: folder)
    assert caught.value.where == str(path)


def test_a_changed_byte_of_the_manifest_is_found_out(segments):
    """A checksum for a file that is not there is damage too."""
    folder = segments.publish("shipped", "f", "c", writer())
    manifest = json.loads((folder / "segment.json").read_text())
    manifest["checksums"]["data.bim"] = manifest["checksums"].pop("data.bin")
    (folder / "segment.json").write_text(json.dumps(manifest))
    with pytest.raises(KnowledgeBaseError, match="damaged"):
        segments.open("shipped", "f", lambda folder: folder)
