"""The knowledge base builds itself, keeps what works, and says what does not."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from errkb.dataset import Dataset
from errkb.dataset.folder import place
from errkb.errors import InputError, KnowledgeBaseError, UsageError
from errkb.kb import KnowledgeBase
from errkb.settings import Settings

LINE = "ValueError: the pump went wrong in a way nobody expected"


@pytest.fixture
def home(tmp_path):
    """Return the cache folder of a fresh user."""
    return tmp_path / "home"


@pytest.fixture
def records(tmp_path, make_entry):
    """Return a folder with one private record."""
    folder = tmp_path / "records"
    Dataset([make_entry(repo="private/tool")]).write(folder)
    return folder


def open_kb(home, **options):
    """Open the knowledge base below `home`."""
    return KnowledgeBase.open(Settings(home, **options))


def repos(kb, text=LINE):
    """Return the repos of the confident answers."""
    return [found.record["repo"] for found in kb.explain(text).matches]


def test_first_question_builds_the_shipped_records(home):
    """Nothing needs to be set up: the first answer comes with the first build."""
    with open_kb(home) as kb:
        assert kb.info().records > 0
        assert [source.name for source in kb.sources()] == ["shipped"]
    assert (home / "segments" / "shipped" / "current.json").is_file()


def test_second_opening_uses_what_is_built(home):
    """Opening again builds nothing."""
    with open_kb(home) as kb:
        segment = kb.build().sources[0].segment
    with open_kb(home) as kb:
        report = kb.build()
    assert report.rebuilt == []
    assert report.sources[0].segment == segment


def test_registered_folder_is_asked_too(home, records):
    """A folder of the user's own records answers beside the shipped ones, and is gone once removed."""
    with open_kb(home) as kb:
        assert repos(kb) == []
        kb.add_source("mine", records)
        assert repos(kb) == ["private/tool"]
        kb.remove_source("mine")
        assert repos(kb) == []
    assert not (home / "segments" / "mine").exists()


def test_changed_folder_is_built_again_by_itself(home, records, make_entry):
    """A record added later answers without a command."""
    with open_kb(home) as kb:
        kb.add_source("mine", records)
    Dataset([make_entry(repo="private/other", errorMessage="quite another {x} sentence came out")]).write(records)
    with open_kb(home) as kb:
        assert repos(kb, "ValueError: quite another odd sentence came out") == ["private/other"]


def test_broken_record_is_left_out_and_said(home, records, make_entry):
    """One bad file never stops the rest."""
    (records / place(make_entry(repo="private/tool").record)).with_name("bad.json").write_text("{")
    with open_kb(home) as kb:
        report = kb.add_source("mine", records)
        assert repos(kb) == ["private/tool"]
        assert any("left out" in warning for warning in kb.warnings)
    assert [finding.file.name for finding in report.findings] == ["bad.json"]


def test_folder_that_broke_altogether_is_answered_from_its_last_build(home, records):
    """Nothing that worked is lost because something new does not."""
    with open_kb(home) as kb:
        kb.add_source("mine", records)
        assert repos(kb) == ["private/tool"]
    for path in records.rglob("*.json"):
        path.write_text("no json")
    with open_kb(home) as kb:
        assert repos(kb) == ["private/tool"]
        assert any("last build" in warning for warning in kb.warnings)


def test_missing_folder_is_answered_from_its_last_build(home, records):
    """A folder on a disk that is not mounted today still answers."""
    with open_kb(home) as kb:
        kb.add_source("mine", records)
        assert repos(kb) == ["private/tool"]
    shutil.rmtree(records)
    with open_kb(home) as kb:
        assert repos(kb) == ["private/tool"]
        assert kb.warnings


def test_prebuilt_knowledge_base_answers_and_is_never_written(home, tmp_path):
    """`build --out` makes a folder that answers elsewhere, without records and without a cache."""
    with open_kb(home) as kb:
        kb.build(out=tmp_path / "kb")
        count = kb.info().records
    before = sorted((path, path.stat().st_mtime_ns) for path in (tmp_path / "kb").rglob("*"))
    with open_kb(tmp_path / "elsewhere", kb=tmp_path / "kb") as kb:
        assert kb.info().records == count
        with pytest.raises(UsageError):
            kb.prune()
    assert sorted((path, path.stat().st_mtime_ns) for path in (tmp_path / "kb").rglob("*")) == before
    assert not (tmp_path / "elsewhere").exists()


def test_prebuilt_knowledge_base_of_another_layout_is_refused(home, tmp_path):
    """Never a wrong answer from files of another version."""
    with open_kb(home) as kb:
        kb.build(out=tmp_path / "kb")
    pointer = tmp_path / "kb" / "segments" / "shipped" / "current.json"
    pointer.write_text(json.dumps(json.loads(pointer.read_text()) | {"format": "other"}))
    with open_kb(home, kb=tmp_path / "kb") as kb, pytest.raises(KnowledgeBaseError):
        kb.info()


@pytest.mark.parametrize("what", ["missing", "empty"])
def test_folder_that_is_no_knowledge_base_is_refused(home, tmp_path, what):
    """`--kb` of the wrong folder says so."""
    folder = tmp_path / what
    if what == "empty":
        folder.mkdir()
    with open_kb(home, kb=folder) as kb, pytest.raises(KnowledgeBaseError):
        kb.explain(LINE)


def test_build_never_writes_into_a_folder_with_something_else(home, tmp_path):
    """`--out` of a folder in use is refused."""
    (tmp_path / "file").write_text("precious")
    with open_kb(home) as kb, pytest.raises(InputError):
        kb.build(out=tmp_path)
    assert (tmp_path / "file").read_text() == "precious"


def test_forced_build_makes_a_new_segment(home):
    """`--force` builds even what has not changed, and the old segment is swept in the end."""
    with open_kb(home) as kb:
        old = kb.build().sources[0].segment
        time.sleep(0.01)
        report = kb.build(force=True)
        assert report.rebuilt == ["shipped"]
        assert report.sources[0].segment != old
        assert kb.prune() > 0
        assert kb.info().records > 0


def nothing_left(data):
    return bytes(len(data))


def one_bit(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :]


@pytest.mark.parametrize("damage", [nothing_left, one_bit])
@pytest.mark.parametrize("name", ["records.bin", "index.bin"])
def test_damaged_segment_is_built_again(home, records, name, damage):
    """A file of a segment that is damaged but has its size is found out when it is opened, said, and made again."""
    with open_kb(home) as kb:
        kb.add_source("mine", records)
        assert repos(kb) == ["private/tool"]
    file = next((home / "segments" / "mine").glob(f"*/{name}"))
    file.write_bytes(damage(file.read_bytes()))
    with open_kb(home) as kb:
        assert repos(kb) == ["private/tool"]
        assert any("built again" in warning for warning in kb.warnings)
    with open_kb(home) as kb:
        assert repos(kb) == ["private/tool"]
        assert kb.warnings == []


@pytest.mark.parametrize("damage", [nothing_left, one_bit, lambda data: data[:-99], lambda data: data[:0], None])
def test_compiled_literals_that_do_not_fit_are_compiled_again(home, records, tmp_path, damage):
    """A prebuilt knowledge base that moved to another machine answers there, whatever stands in its caches."""
    with open_kb(home) as kb:
        kb.add_source("mine", records)
        kb.build(out=tmp_path / "kb", named=["mine"])
    for file in [*(tmp_path / "kb").rglob("*.hyperscan"), *(tmp_path / "kb").rglob("*.daachorse")]:
        if damage is None:
            file.unlink()
        else:
            file.write_bytes(damage(file.read_bytes()))
    with open_kb(home, kb=tmp_path / "kb") as kb:
        assert repos(kb) == ["private/tool"]
        assert kb.warnings == []


def test_home_that_is_a_file_is_a_clear_error(tmp_path):
    """A cache folder that cannot be one names the place and the way out."""
    (tmp_path / "file").write_text("")
    with open_kb(tmp_path / "file") as kb, pytest.raises(KnowledgeBaseError) as caught:
        kb.explain(LINE)
    assert caught.value.hint


def run(home, code, **options):
    """Run Python code in a process of its own, the knowledge base below `home`."""
    environment = os.environ | {"ERRKB_HOME": str(home)}
    return subprocess.Popen([sys.executable, "-c", code], env=environment, stderr=subprocess.PIPE, text=True, **options)


ASK = "from errkb.cli import main; import sys; sys.argv = ['errkb', 'info']; main()"


def test_processes_that_build_at_once_do_no_harm(home):
    """Four first runs at the same time all answer, and one segment is left."""
    processes = [run(home, ASK, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [(process.communicate()[1], process.returncode) for process in processes] == [("", 0)] * 4
    folders = [path for path in (home / "segments" / "shipped").iterdir() if path.is_dir()]
    assert len(folders) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("delay", [0.2, 0.5, 0.8, 1.2])
def test_killed_build_leaves_a_usable_home(home, delay):
    """Whenever the first build is killed, the next run answers."""
    process = run(home, ASK, stdout=subprocess.DEVNULL)
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with open_kb(home) as kb:
        assert kb.info().records > 0


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
def test_full_disk_is_a_clear_error_and_loses_nothing(home):
    """When no byte can be written any more the error says so, and the old segment still answers afterwards."""
    with open_kb(home) as kb:
        count = kb.info().records
    full = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096));"
        "from errkb.cli import main; import sys; sys.argv = ['errkb', 'build', '--force']; main()"
    )
    process = run(home, full, stdout=subprocess.DEVNULL)
    _, errors = process.communicate()
    assert process.returncode == 2
    assert "error:" in errors
    assert "hint:" in errors
    assert "Traceback" not in errors
    with open_kb(home) as kb:
        assert kb.info().records == count
