"""`errkb triage`: what cannot be read is said, and nothing that was not read passes for sound."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Process = Callable[..., subprocess.Popen[bytes]]


@pytest.mark.parametrize("given", ["missing.log", "empty", "no*.log", "binary"])
def test_nothing_could_be_read(errkb: Callable[..., Any], tmp_path: Path, given: str) -> None:
    """A gate that read nothing does not pass."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 10)
    result = errkb("triage", str(tmp_path / given))
    assert result.status == 2
    assert "error: nothing could be read" in result.err


def test_the_rest_is_read(errkb: Callable[..., Any], tmp_path: Path, message: str) -> None:
    """A file that is missing, one that is broken and one that is whole."""
    (tmp_path / "a.log").write_text(f"{message}\n")
    (tmp_path / "b.log.gz").write_bytes(gzip.compress(f"{message}\n".encode() + os.urandom(9999).hex().encode())[:-500])
    result = errkb("triage", str(tmp_path), str(tmp_path / "missing.log"))
    assert result.status == 1
    said = " ".join(result.out.split())
    assert "2 occurrences of 1 known error" in said
    assert "missing.log: not read (does not exist)" in said
    assert "b.log.gz: read in part (is cut short: its gzip has no end)" in said


def test_only_the_beginning(errkb: Callable[..., Any], tmp_path: Path, message: str) -> None:
    """`--max-bytes` reads so much of each file, and says so."""
    (tmp_path / "a.log").write_text("INFO\n" * 100 + f"{message}\n")
    result = errkb("triage", str(tmp_path), "--max-bytes", "300")
    assert result.status == 0
    assert "only its first 300 bytes were asked for" in " ".join(result.out.split())


def test_a_log_without_errors_is_fine(errkb: Callable[..., Any], tmp_path: Path) -> None:
    """Also an empty one: it was read."""
    (tmp_path / "a.log").write_text("")
    assert errkb("triage", str(tmp_path)).status == 0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_stopped_in_the_middle(process: Process, tmp_path: Path, number: signal.Signals) -> None:
    """What stood in the file before stands there still, nothing lies beside it, and no process goes on."""
    log, out = tmp_path / "a.log", tmp_path / "out" / "report.json"
    out.parent.mkdir()
    out.write_text("{}")
    log.write_bytes(b"".join(b"RuntimeError: failure of kind %x\nINFO\n" % n for n in range(300_000)))
    running = process("triage", "-j", "2", str(log), "--out", str(out), start_new_session=True)
    time.sleep(4)
    assert running.poll() is None
    running.send_signal(number)
    running.wait()
    assert running.returncode != 0
    assert out.read_text() == "{}"
    assert os.listdir(out.parent) == ["report.json"]
    for _ in range(300):
        if not _processes_of(running.pid):
            return
        time.sleep(0.1)
    pytest.fail("a process goes on")


def _processes_of(session: int) -> list[str]:
    """Return the processes of a session that still run."""
    found = []
    for state in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = state.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if fields[3] == str(session) and fields[0] != "Z":
            found.append(state.parent.name)
    return found
