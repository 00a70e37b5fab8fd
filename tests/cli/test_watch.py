"""`errkb watch`: files as they are written, and standard input as it comes; each known error is told once."""

from __future__ import annotations

import gzip
import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

TOLD = b"more: errkb show 74d3fdb0bc7f5759\n"
Process = Callable[..., subprocess.Popen[bytes]]


class Reader:
    """Reads what a process says, up to something, or for a while."""

    def __init__(self, running: subprocess.Popen[bytes]) -> None:
        assert running.stderr is not None
        self._descriptor = running.stderr.fileno()

    def until(self, wanted: bytes, seconds: float = 60) -> bytes:
        """Return what is said up to something."""
        data, end = b"", time.monotonic() + seconds
        while wanted not in data:
            ready, _, _ = select.select([self._descriptor], [], [], max(0.0, end - time.monotonic()))
            assert ready, data
            piece = os.read(self._descriptor, 1 << 16)
            assert piece, data
            data += piece
        return data

    def is_silent(self, seconds: float) -> bool:
        """Tell whether nothing is said for a while."""
        return not select.select([self._descriptor], [], [], seconds)[0]

    def silence(self) -> None:
        """Expect that nothing is said."""
        assert self.is_silent(1.0), os.read(self._descriptor, 1 << 16)


def append(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


def test_standard_input_is_passed_on(process: Process, message: str) -> None:
    """Byte for byte; what is known is told on standard error, once."""
    data = b"\xff\0binary\n" + f"{message}\nand on\n{message}".encode()
    out, err = process("watch", stdin=subprocess.PIPE).communicate(data)
    assert out == data
    assert err.startswith(b"errkb: known error in standard input, line 2: vllm-project/vllm")
    assert err.count(TOLD) == 1


def test_quiet_passes_nothing_on(process: Process, message: str) -> None:
    """`--quiet` tells only."""
    out, err = process("watch", "-q", stdin=subprocess.PIPE).communicate(message.encode())
    assert out == b""
    assert err.count(TOLD) == 1


def test_it_is_told_while_the_input_goes_on(process: Process, message: str) -> None:
    """After a moment of silence; the input is still open."""
    running = process("watch", stdin=subprocess.PIPE)
    assert running.stdin is not None
    running.stdin.write(message.encode() + b"\n")
    running.stdin.flush()
    assert Reader(running).until(TOLD)
    running.stdin.close()
    assert running.wait() == 0


def test_an_error_that_comes_in_pieces_is_one(process: Process, message: str) -> None:
    """A traceback with pauses in it, and a message cut within a word."""
    running = process("watch", "-q", stdin=subprocess.PIPE)
    assert running.stdin is not None
    text = f'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\n{message}\n'.encode()
    for at in range(0, len(text), 60):
        running.stdin.write(text[at : at + 60])
        running.stdin.flush()
        time.sleep(0.3)
    running.stdin.close()
    assert Reader(running).until(TOLD).count(b"known error") == 1


def test_an_error_in_a_flood_is_told(process: Process, message: str) -> None:
    """Without any pause, among megabytes, at the border of the pieces that are looked at, with its line."""
    flood = b"INFO all is well with the request number twelve\n" * 100_000
    err = process("watch", "-q", stdin=subprocess.PIPE).communicate(flood + message.encode() + b"\n" + flood)[1]
    assert b"known error in standard input, line 100,001" in err


def test_a_file_is_followed(process: Process, message: str, tmp_path: Path) -> None:
    """From its end on; what stands in it already is not told."""
    path = tmp_path / "app.log"
    path.write_text(f"{message}\n")
    running = process("watch", str(path))
    reader = Reader(running)
    reader.silence()
    while reader.is_silent(0.5):  # until it has begun
        append(path, f"{message}\n")
    assert f"known error in {path}, line".encode() in reader.until(TOLD)
    running.send_signal(signal.SIGINT)
    assert running.wait() == 130


def test_whole_reads_what_is_there(process: Process, message: str, tmp_path: Path) -> None:
    """`--whole` begins at the beginning; UTF-16 is read as what it is."""
    path = tmp_path / "app.log"
    path.write_bytes(f"INFO\r\n{message}\r\n".encode("utf-16"))
    assert b"line 2:" in Reader(process("watch", "--whole", str(path))).until(TOLD)


def rename(path: Path) -> None:
    """As logrotate does."""
    path.rename(path.with_suffix(".log.1"))
    path.write_text("")


def truncate(path: Path) -> None:
    """As `copytruncate` does."""
    path.with_suffix(".log.1.gz").write_bytes(gzip.compress(path.read_bytes()))
    os.truncate(path, 0)


def remove(path: Path) -> None:
    """Removed, and made anew after a while."""
    path.unlink()
    time.sleep(0.6)
    path.write_text("")


@pytest.mark.parametrize("rotate", [rename, truncate, remove], ids=lambda rotate: rotate.__name__)
def test_a_file_is_followed_through_rotation(
    process: Process, message: str, tmp_path: Path, rotate: Callable[[Path], None]
) -> None:
    """What is written after it is seen, too; lines count from the beginning of the new file."""
    path = tmp_path / "app.log"
    path.write_text("INFO\n" * 1000)
    reader = Reader(process("watch", "--whole", str(path)))
    append(path, "INFO\n")
    time.sleep(0.6)
    rotate(path)
    append(path, f"INFO new\n{message}\n")
    assert b"line 2:" in reader.until(TOLD)


def test_the_last_words_before_a_rotation_are_read(process: Process, message: str, tmp_path: Path) -> None:
    """What was written to the old file just before it was moved."""
    path = tmp_path / "app.log"
    path.write_text("INFO\n")
    reader = Reader(process("watch", "--whole", str(path)))
    time.sleep(1.5)
    append(path, f"{message}\n")
    path.rename(tmp_path / "app.log.1")
    path.write_text("INFO\n")
    reader.until(TOLD)


def test_a_file_that_is_not_there_yet(process: Process, message: str, tmp_path: Path) -> None:
    """It is waited for, and read from its beginning."""
    path = tmp_path / "later.log"
    reader = Reader(process("watch", str(path)))
    assert reader.until(b"\n") == f"errkb: {path}: waiting for it: no such file or directory\n".encode()
    path.write_text(f"{message}\n")
    assert b"it is there\n" in reader.until(TOLD)


def test_several_files_tell_a_record_once(process: Process, message: str, tmp_path: Path) -> None:
    """Whichever has it first."""
    first, second = tmp_path / "a.log", tmp_path / "b.log"
    for path in (first, second):
        path.write_text(f"{message}\n")
    reader = Reader(process("watch", "--whole", str(first), str(second)))
    reader.until(TOLD)
    reader.silence()


def test_a_reader_that_goes_away_ends_it(process: Process) -> None:
    """`my-service | errkb watch | head -1`: the service gets SIGPIPE."""
    service = subprocess.Popen(["yes"], stdout=subprocess.PIPE)
    running = process("watch", stdin=service.stdout)
    assert service.stdout is not None
    service.stdout.close()
    assert running.stdout is not None
    assert running.stdout.read(4) == b"y\ny\n"
    running.stdout.close()
    assert running.wait() == 0
    assert service.wait() == -signal.SIGPIPE


def test_nothing_to_watch(process: Process) -> None:
    """Without a file or a pipe there is nothing to do, and that is said."""
    ours, theirs = pty.openpty()
    running = process("watch", stdin=theirs)
    assert running.communicate()[1].startswith(b"error: there is nothing to watch\nhint: errkb watch FILE")
    assert running.returncode == 2
    os.close(ours)
    os.close(theirs)
