"""Runs that are killed, meet each other, or have no room: what answered before answers afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from errkb.errors import KnowledgeBaseError, ReadOnlyHomeError
from errkb.kb import KnowledgeBase
from errkb.settings import Settings
from errkb.sync.source import SyncRequest

from .conftest import V1, V2, V3, said

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals, limits and rights")

RUN = "import sys; from errkb.cli import main; main()"
FULL = (
    "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
    "resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}));" + RUN
)


@pytest.fixture
def errkb(kb):
    """Return a function that starts the command line against the knowledge base."""

    def start(*arguments: str, code: str = RUN) -> subprocess.Popen[str]:
        environment = os.environ | {"ERRKB_HOME": str(kb.settings.home)}
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    return start


@pytest.mark.parametrize("after", [1, 8, 30, 61])
def test_killed_while_fetching(kb, publish, web, errkb, after):
    """Whenever a sync is killed, the old version answers, and the next run fetches only what is missing."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    publish(V2, "pump", *(f"part{number}" for number in range(60)))
    web.asked.clear()
    reached = threading.Event()

    def count(handler, _):
        if sum("/repos/" in path for path in web.asked) >= after:
            reached.set()
            time.sleep(0.2)
        return False

    web.misbehave = count
    process = errkb("sync", "there")
    assert reached.wait(60)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert said(kb, "pump") == V1
    web.misbehave = lambda *_: False
    report = kb.sync(SyncRequest("there"))
    assert said(kb, "pump") == V2
    assert report.fetched + report.kept == 62
    assert report.fetched <= 61 - after + 5  # those on their way when it was killed


def test_interrupted_while_fetching(kb, publish, web, errkb):
    """Ctrl-C ends a sync at once, without a word; the old version answers."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    publish(V2, "pump", "fan")
    reached, ended = threading.Event(), threading.Event()

    def wait(handler, _):
        if "/repos/" in handler.path:
            reached.set()
            ended.wait(60)
        return False

    web.misbehave = wait
    process = errkb("sync", "there")
    assert reached.wait(60)
    process.send_signal(signal.SIGINT)
    output = process.communicate()
    ended.set()
    assert (process.returncode, output) == (130, ("", ""))
    assert said(kb, "pump") == V1


def test_killed_while_building(kb, publish, web, errkb):
    """A version whose files are all here, but which was never built, is built by the next run."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    publish(V2, "pump")
    stop = "import os, errkb.index; errkb.index.write = lambda *_: os._exit(9);" + RUN
    process = errkb("sync", "there", code=stop)
    process.communicate()
    assert process.returncode == 9
    assert said(kb, "pump") == V1
    web.files()
    assert kb.sync(SyncRequest("there")).outcome == "new"
    assert (said(kb, "pump"), web.files()) == (V2, [])


def test_two_at_once(kb, publish, web, errkb):
    """Two runs take turns: each file is fetched once, and both say that all is well."""
    publish(V1, *(f"part{number}" for number in range(40)))
    runs = [errkb("sync", web.address, "--name", "there") for _ in range(2)]
    outcomes = [(run.communicate()[1], run.returncode) for run in runs]
    assert outcomes == [("", 0), ("", 0)]
    assert len(web.files()) == 40
    assert said(kb, "part7") == V1


@pytest.mark.parametrize("size", [100, 4096, 12_000])
def test_full_disk(kb, publish, web, errkb, size):
    """Where the room ends, the error says so with a hint; the old version answers, and a later run goes on."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    publish(V2, *(f"part{number}" for number in range(10)), "pump")
    process = errkb("sync", "there", code=FULL.format(size=size))
    _, errors = process.communicate()
    assert process.returncode == 2
    assert errors.startswith("error: ")
    assert f"{V1} stays in use" in errors
    assert "Traceback" not in errors
    assert said(kb, "pump") == V1
    assert kb.sync(SyncRequest("there")).version == V2


def test_too_little_room_is_known_before(kb, publish, web, monkeypatch):
    """What will not fit is not begun."""
    publish(V1, "pump")
    usage = shutil.disk_usage(kb.settings.home)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(KnowledgeBaseError, match="are free"):
        kb.sync(SyncRequest(web.address))
    assert web.files() == []


@contextmanager
def without_rights():
    """Give up the superuser's rights, if there are any: they would make every folder writable."""
    if os.getuid() == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(os.getuid())


def test_read_only_home(kb, publish, web):
    """What was synced answers from a home that cannot be written; a sync says what is wrong and contacts nobody."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    publish(V2, "pump")
    web.asked.clear()
    with tempfile.TemporaryDirectory() as place:
        home = Path(place) / "home"
        shutil.copytree(kb.settings.home, home)
        for path in (Path(place), *Path(place).rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        try:
            with without_rights(), KnowledgeBase.open(Settings(home)) as found:
                assert said(found, "pump") == V1
                with pytest.raises(ReadOnlyHomeError):
                    found.sync(SyncRequest("there"))
                assert said(found, "pump") == V1
        finally:
            for path in (Path(place), *Path(place).rglob("*")):
                path.chmod(0o755)
    assert web.asked == []


def test_asked_while_a_new_version_is_built(kb, publish, web):
    """Who asks while a new version is built gets the old one at once, and builds nothing itself."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    publish(V2, "pump")
    seen = []

    def ask(what, _):
        if what == "building":
            with KnowledgeBase.open(kb.settings) as other:
                seen.append((said(other, "pump"), other.warnings))

    kb.sync(SyncRequest("there"), ask)
    assert seen == [(V1, [])]
    assert said(kb, "pump") == V2


def test_damage_is_fetched_again(kb, publish, web):
    """What was damaged on this machine is found out, said, and healed by the next sync; the built version answers."""
    publish(V1, "pump", "fan")
    kb.sync(SyncRequest(web.address, name="there"))
    folder = kb.settings.home / "sync" / "there"
    for path in (folder / "objects").iterdir():
        path.write_bytes(b"x" * path.stat().st_size)
    assert said(kb, "pump") == V1
    publish(V2, "pump", "fan")
    assert kb.sync(SyncRequest("there")).version == V2
    for name in ("current.json", "server.json", f"versions/{V2.replace(':', '_')}.json"):
        (folder / name).write_text("{")
        with KnowledgeBase.open(kb.settings) as other:
            assert said(other, "pump") == V2
            other.sync(SyncRequest("there"))
            assert said(other, "pump") == V2
    publish(V3, "pump")
    kb.sync(SyncRequest("there"))
    assert said(kb, "pump") == V3


def test_a_synced_segment_moves_to_another_machine(kb, publish, web, tmp_path):
    """In a prebuilt knowledge base it answers there, whatever the processor made of its compiled literals."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    kb.build(out=tmp_path / "kb", named=["there"])
    for file in [*(tmp_path / "kb").rglob("*.hyperscan"), *(tmp_path / "kb").rglob("*.daachorse")]:
        file.write_bytes(file.read_bytes()[:-9])
    moved = Settings(tmp_path / "other", kb=tmp_path / "kb")
    for _ in range(2):  # the second finds what the first has compiled
        with KnowledgeBase.open(moved) as found:
            assert said(found, "pump") == V1
            assert found.warnings == []
