"""`errkb.reproduce.sandbox`: scripts that behave badly."""

from __future__ import annotations

import os
import socket
import sys
import textwrap
import time
from pathlib import Path
from threading import Event, Timer
from uuid import uuid4

import pytest

from errkb.dataset.script import Script
from errkb.reproduce import sandbox
from errkb.reproduce.sandbox import MOST_OUTPUT, run


@pytest.fixture
def outcome(tmp_path):
    """Run a body as `trigger` and return how it ended."""

    def of(body, *, stop=None, **limits):
        path = tmp_path / "script.py"
        path.write_text("def trigger():\n" + textwrap.indent(textwrap.dedent(body), "    "))
        folder = tmp_path / "run"
        folder.mkdir(exist_ok=True)
        script = Script(path, "0" * 64, frozenset({"trigger"}), **limits)
        return run(script, "trigger", Path(sys.executable), folder, stop or Event())

    return of


@pytest.fixture
def seconds():
    """A number of seconds nobody else sleeps, to know a process by."""
    return f"4711.{uuid4().int % 10**12:012}"


@pytest.fixture(params=["namespaces", "process group"])
def anyhow(request, monkeypatch):
    """Run with namespaces where there are some, and without."""
    if request.param == "process group":
        monkeypatch.setattr(sandbox, "_namespaces", lambda: False)
    elif not sandbox._namespaces():
        pytest.skip("no user namespaces on this machine")


def test_both_streams_in_order(outcome, anyhow):
    """Output and errors come as one text, in the order they were printed, and the status is the script's."""
    ended = outcome("import sys\nprint(1)\nprint(2, file=sys.stderr)\nprint(3)\nsys.exit(7)")
    assert (ended.output, ended.status, ended.stopped) == ("1\n2\n3\n", 7, "")


def test_hanging_script(outcome, anyhow, seconds):
    """It is ended when its time is up, with all its children."""
    ended = outcome(f"import subprocess\nprint('begun')\nsubprocess.run(['sleep', '{seconds}'])", timeout=1)
    assert (ended.output, ended.stopped) == ("begun\n", "still running after 1 seconds")
    assert gone(seconds)


def gone(seconds):
    """Return whether no process has the word in its command line; one that was killed takes a moment to end."""
    for _ in range(200):
        if not any(seconds in line for line in commands()):
            return True
        time.sleep(0.05)
    return False


def commands():
    """Return the command lines of all processes."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield path.read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue


def test_child_in_the_background(outcome, anyhow, seconds):
    """A child that outlives the script, and holds its output, does not hold up the run."""
    ended = outcome(f"import subprocess\nsubprocess.Popen(['sleep', '{seconds}'])\nprint('begun')", timeout=30)
    assert (ended.output, ended.stopped) == ("begun\n", "")
    assert gone(seconds)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_memory_eater(outcome, anyhow):
    """More memory than allowed is a MemoryError in the script, not a problem of the machine."""
    ended = outcome("held = bytearray(3 << 30)", memory=512)
    assert "MemoryError" in ended.output
    assert ended.status == 1


def test_prints_without_end(outcome, anyhow):
    """A gigabyte of output is cut off after a few megabytes, and the script is ended."""
    ended = outcome("import sys\nfor _ in range(1024):\n    sys.stdout.write('x' * (1 << 20))")
    assert ended.stopped.startswith("printed more than")
    assert len(ended.output) <= MOST_OUTPUT + (1 << 16)


def test_no_network(outcome):
    """Nothing but loopback can be reached, not even a server on this machine's own loopback."""
    if not sandbox._namespaces():
        pytest.skip("no user namespaces on this machine")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        ended = outcome(f"import socket\nsocket.create_connection(('127.0.0.1', {port}), timeout=5)")
    assert "ConnectionRefusedError" in ended.output
    away = outcome("import socket\nsocket.create_connection(('192.0.2.1', 80), timeout=5)")
    assert "Network is unreachable" in away.output


def test_own_loopback_works(outcome, anyhow):
    """A script may serve itself."""
    body = """
        import socket
        with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()[:2]):
            print("connected")
    """
    assert outcome(body).output == "connected\n"


def test_clean_surroundings(outcome, anyhow, monkeypatch):
    """Variables of the user are not passed on; home and working folder are empty."""
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    body = "import os\nprint(os.environ.get('SECRET_TOKEN'), os.listdir(), os.listdir(os.path.expanduser('~')))"
    assert outcome(body).output == "None [] []\n"


def test_permissions_are_an_ordinary_users(outcome):
    """A file without read permission cannot be read, also where the run was started by root."""
    if not sandbox._namespaces():
        pytest.skip("no user namespaces on this machine")
    ended = outcome("import os\nopen('f', 'w').close()\nos.chmod('f', 0)\nopen('f')")
    assert "PermissionError: [Errno 13]" in ended.output


def test_killed_by_a_signal(outcome, anyhow):
    """A script that kills itself has a status that is not 0."""
    assert outcome("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)").status != 0


def test_interruption(outcome, anyhow):
    """Setting `stop` ends the script at once."""
    stop = Event()
    Timer(0.5, stop.set).start()
    begun = time.monotonic()
    assert outcome("import time\ntime.sleep(60)", stop=stop).stopped == "the run was interrupted"
    assert time.monotonic() - begun < 60  # not the script's own time


def test_not_text(outcome, anyhow):
    """Bytes that are not UTF-8 do no harm."""
    assert outcome(r"import os; os.write(1, b'\xff\xfe ok')").output.endswith(" ok")


def test_frames_name_no_record(outcome):
    """The script runs as a copy, so that a path in a traceback says nothing about the record."""
    assert f"{os.sep}main.py" in outcome("1 / 0").output
