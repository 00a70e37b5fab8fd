"""`errkb run`: the command runs as if it were run by itself; what is known of its errors is told beside it."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

FIX = b"fix: Pick a draft"


def python(code: str) -> tuple[str, ...]:
    """Return a command that runs code."""
    return ("run", "--", sys.executable, "-c", f"import os, signal, sys, time\n{code}")


def raising(message: str, *, more: str = "") -> tuple[str, ...]:
    return python(f"sys.stderr.write({f'Traceback (most recent call last):{chr(10)}{message}{chr(10)}'!r})\n{more}")


def read_until(descriptor: int, wanted: bytes, seconds: float = 60) -> bytes:
    """Return what comes up to what is waited for."""
    data, end = b"", time.monotonic() + seconds
    while wanted not in data:
        ready, _, _ = select.select([descriptor], [], [], max(0, end - time.monotonic()))
        assert ready, data
        try:
            piece = os.read(descriptor, 1 << 16)
        except OSError:
            piece = b""
        if not piece:
            break
        data += piece
    return data


def test_every_byte_is_passed_on(process: Callable[..., subprocess.Popen[bytes]], tmp_path: Path) -> None:
    """Binary, partial lines, colour codes and progress bars, on both outputs, and nothing else."""
    rng = random.Random(7)  # noqa: S311
    pieces = [b"\x1b[31mred\x1b[0m", b"\r 50 %", b"\r100 %\n", b"\0\xff\xfe", rng.randbytes(300_000), b"no end"]
    path = tmp_path / "bytes"
    path.write_bytes(b"".join(pieces))
    code = f"data = open({str(path)!r}, 'rb').read()\nos.write(2, data[::-1][:60000]); sys.stdout.buffer.write(data)"
    out, err = process(*python(code)).communicate()
    data = path.read_bytes()
    assert (out, err) == (data, data[::-1][:60000])


@pytest.mark.parametrize("status", [0, 1, 2, 77, 255])
def test_the_exit_status_is_kept(process: Callable[..., subprocess.Popen[bytes]], status: int) -> None:
    """Whatever it is."""
    assert process(*python(f"sys.exit({status})")).wait() == status


@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL", "SIGSEGV", "SIGINT", "SIGPIPE"])
def test_a_death_by_signal_is_kept(process: Callable[..., subprocess.Popen[bytes]], name: str) -> None:
    """errkb dies by the same signal, so whoever started it sees the same."""
    code = (
        f"signal.signal(signal.{name}, signal.SIG_DFL)\n" * (name != "SIGKILL") + f"os.kill(os.getpid(), signal.{name})"
    )
    assert process(*python(code)).wait() == -getattr(signal, name)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1"])
def test_signals_are_passed_on(process: Callable[..., subprocess.Popen[bytes]], name: str) -> None:
    """The command decides what to do with them; it gets each once."""
    code = (
        f"got = []; signal.signal(signal.{name}, lambda *_: got.append(1)); print('ready', flush=True)\n"
        "while not got: time.sleep(0.02)\n"
        "time.sleep(0.3); sys.exit(40 + len(got))"
    )
    running = process(*python(code))
    assert running.stdout is not None
    read_until(running.stdout.fileno(), b"ready")
    running.send_signal(getattr(signal, name))
    assert running.wait() == 41


def test_the_command_has_its_usual_signals(process: Callable[..., subprocess.Popen[bytes]]) -> None:
    """Nothing is blocked or ignored that was not before (32 and 33 are those of the C library)."""
    code = (
        "(ignored,) = [line.split()[1] for line in open('/proc/self/status') if line.startswith('SigIgn')]\n"
        "print(sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])), int(ignored, 16) & 0x7fffffff)"
    )
    plain = subprocess.run([sys.executable, "-c", f"import signal\n{code}"], capture_output=True, check=True).stdout
    out, _ = process(*python(code)).communicate()
    assert out == plain


def test_a_command_that_cannot_be_started(process: Callable[..., subprocess.Popen[bytes]], tmp_path: Path) -> None:
    """126 and 127, as in a shell, and a sentence."""
    missing = process("run", "--", "no-such-command-anywhere")
    assert missing.communicate()[1].startswith(b"errkb: error: no-such-command-anywhere: there is no such command")
    assert missing.returncode == 127
    (tmp_path / "script").write_text("#!/bin/sh\n")
    assert process("run", "--", str(tmp_path / "script")).wait() == 126


def test_a_known_error_is_told_at_once_and_once(process: Callable[..., subprocess.Popen[bytes]], message: str) -> None:
    """While the command goes on, after the error, with the first fix; the same error again says nothing new."""
    again = f"sys.stdin.readline()\nsys.stderr.write({message!r} + chr(10)); time.sleep(0.6); print('end')"
    running = process(*raising(message, more=again), stdin=subprocess.PIPE)
    assert running.stderr is not None
    assert running.stdin is not None
    told = read_until(running.stderr.fileno(), b"more: errkb show 74d3fdb0bc7f5759\n")
    assert told.index(message.encode()) < told.index(b"errkb: known error in stderr, line 2") < told.index(FIX)
    out, err = running.communicate(b"\n")
    assert (out, err) == (b"end\n", message.encode() + b"\n")
    assert running.returncode == 0


def test_an_error_without_a_line_end_is_told(process: Callable[..., subprocess.Popen[bytes]], message: str) -> None:
    """The notice begins on a line of its own."""
    running = process(*python(f"sys.stderr.write({message!r}); sys.stderr.flush(); time.sleep(0.6)"))
    assert f"{message}\nerrkb: known error in stderr, line 1" in running.communicate()[1].decode()


def test_the_last_words_are_looked_at(process: Callable[..., subprocess.Popen[bytes]], message: str) -> None:
    """An error with which the command dies is told, too."""
    running = process(*raising(message, more="sys.stderr.flush(); os.kill(os.getpid(), 9)"))
    assert FIX in running.communicate()[1]
    assert running.returncode == -9


def test_nothing_is_told_of_healthy_output(process: Callable[..., subprocess.Popen[bytes]]) -> None:
    """A log that says nothing of errors is passed on as it is."""
    out, err = process(*python("for n in range(5000): print('INFO all is well', n)")).communicate()
    assert out.count(b"\n") == 5000
    assert err == b""


def test_the_order_of_both_outputs_stays(process: Callable[..., subprocess.Popen[bytes]]) -> None:
    """Where both lead to the same place."""
    code = "for n in range(300): os.write(1 + n % 2, b'%d\\n' % n)"
    out, _ = process(*python(code), stderr=subprocess.STDOUT).communicate()
    assert out == b"".join(b"%d\n" % n for n in range(300))


def test_standard_input_is_the_command_s(process: Callable[..., subprocess.Popen[bytes]]) -> None:
    """errkb does not touch it."""
    running = process(*python("print(sys.stdin.buffer.read()[::-1])"), stdin=subprocess.PIPE)
    assert running.communicate(b"abc")[0] == b"b'cba'\n"


def test_options_of_the_command_are_its_own(process: Callable[..., subprocess.Popen[bytes]]) -> None:
    """Also without `--`."""
    command = ["run", sys.executable, "-c", "import sys; print(sys.argv[1:])", "--debug", "-h", "--kb", "x"]
    assert process(*command).communicate()[0] == b"['--debug', '-h', '--kb', 'x']\n"


def test_a_reader_that_goes_away_ends_the_command(process: Callable[..., subprocess.Popen[bytes]]) -> None:
    """It gets SIGPIPE, as it would by itself, and nothing is said about it."""
    running = process("run", "--", "yes")
    assert running.stdout is not None
    assert running.stdout.read(4) == b"y\ny\n"
    running.stdout.close()
    assert running.wait() == -signal.SIGPIPE
    assert running.stderr is not None
    assert running.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_a_full_disk_is_said(process: Callable[..., subprocess.Popen[bytes]]) -> None:
    """The command cannot write any more, and why is told."""
    with Path("/dev/full").open("wb") as full:
        running = process("run", "--", "yes", stdout=full)
        err = running.communicate()[1]
    assert b"its output could not be passed on: No space left on device" in err
    assert running.returncode == -signal.SIGPIPE


def test_what_lingers_is_passed_on(process: Callable[..., subprocess.Popen[bytes]]) -> None:
    """Something the command left running writes to the same output: it is waited for, and that is said."""
    running = process("run", "--", "sh", "-c", "(sleep 8; echo late) & echo early; exit 3")
    out, err = running.communicate()
    assert out == b"early\nlate\n"
    assert b"something it started still writes" in err
    assert running.returncode == 3


def test_killing_errkb_leaves_no_command_that_writes(process: Callable[..., subprocess.Popen[bytes]]) -> None:
    """After SIGKILL the command gets SIGPIPE when it writes."""
    code = "print(os.getpid(), flush=True)\nwhile True: time.sleep(0.05); print('x', flush=True)"
    running = process(*python(code))
    assert running.stdout is not None
    number = int(read_until(running.stdout.fileno(), b"\n").split()[0])
    running.kill()
    running.wait()
    for _ in range(200):
        state = Path(f"/proc/{number}/stat")
        if not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return
        time.sleep(0.05)
    os.kill(number, signal.SIGKILL)
    pytest.fail("the command goes on")


def test_a_broken_knowledge_base_does_not_matter(
    process: Callable[..., subprocess.Popen[bytes]], message: str, tmp_path: Path
) -> None:
    """The command runs to its end all the same."""
    running = process(*raising(message, more="time.sleep(0.5); print('end')"), env={"ERRKB_KB": str(tmp_path)})
    out, err = running.communicate()
    assert (out, running.returncode) == (b"end\n", 0)
    assert b"errkb: its output is not looked at any more: " in err


def test_much_output_and_a_slow_reader(process: Callable[..., subprocess.Popen[bytes]]) -> None:
    """Nothing is lost, and nothing piles up."""
    line = b"ERROR something failed: RuntimeError: no luck\n"
    code = f"for _ in range(300): sys.stdout.buffer.write({line!r} * 3000)"
    running = process(*python(code))
    assert running.stdout is not None
    size = 0
    while piece := os.read(running.stdout.fileno(), 1 << 20):
        size += len(piece)
        if size < 1 << 20:
            time.sleep(0.01)
    peak = Path(f"/proc/{running.pid}/status").read_text() if running.poll() is None else ""
    assert size == 300 * 3000 * len(line)
    for entry in peak.splitlines():
        if entry.startswith("VmHWM"):
            assert int(entry.split()[1]) < 400_000


def on_terminal(
    process: Callable[..., subprocess.Popen[bytes]], *arguments: str
) -> tuple[subprocess.Popen[bytes], int]:
    """Start errkb with a terminal as standard output and standard error; return the other end, too."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 33, 77, 0, 0))
    running = process(*arguments, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    return running, ours


def test_on_a_terminal_the_command_has_one(process: Callable[..., subprocess.Popen[bytes]], message: str) -> None:
    """Of the same size; what it prints arrives as it would, and the notice between its lines."""
    size = "print(sys.stdout.isatty(), sys.stderr.isatty(), tuple(os.get_terminal_size(1)), flush=True)"
    code = f"{size}\nprint({message!r}, flush=True)"
    code += "\nsignal.signal(signal.SIGUSR1, lambda *_: sys.exit(3))\nwhile True: time.sleep(1)"
    running, terminal = on_terminal(process, *python(code))
    data = read_until(terminal, b"more: errkb show 74d3fdb0bc7f5759\r\n")
    running.send_signal(signal.SIGUSR1)
    assert running.wait() == 3
    os.close(terminal)
    assert data.startswith(b"True True (77, 33)\r\n" + message.encode() + b"\r\nerrkb: known error")
    assert data.count(b"errkb: known error") == 1


def test_a_terminal_that_changes_its_size(process: Callable[..., subprocess.Popen[bytes]]) -> None:
    """The command is told."""
    code = (
        "signal.signal(signal.SIGWINCH, lambda *_: os.write(1, repr(tuple(os.get_terminal_size(1))).encode()))\n"
        "print('ready', flush=True)\nwhile True: time.sleep(1)"
    )
    running, terminal = on_terminal(process, *python(code))
    read_until(terminal, b"ready")
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 10, 40, 0, 0))
    running.send_signal(signal.SIGWINCH)
    assert b"(40, 10)" in read_until(terminal, b"(40, 10)")
    os.close(terminal)
