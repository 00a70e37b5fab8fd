"""`errkb.cli.edge` and `errkb.cli.output`: errors, exit statuses and streams of a real process."""

from __future__ import annotations

import os
import pty
import signal

import pytest
import typer
from typer.main import get_command

from errkb.cli import app, edge


def test_usage_error(errkb):
    """A wrong option or value is one error, one hint and exit status 2."""
    for arguments in (
        ["explain", "--nonsense"],
        ["explain", "x", "--limit", "0"],
        ["show"],
        ["explain", "x", "-f", "xml"],
    ):
        result = errkb(*arguments)
        assert (result.status, result.out) == (2, ""), arguments
        first, second = result.err.splitlines()
        assert first.startswith("error: "), arguments
        assert second.startswith(f"hint: errkb {arguments[0]} --help"), arguments


def test_control_sequences_in_errors(errkb):
    """What an error quotes cannot steer the terminal."""
    result = errkb("explain", "./\x1b[31mno\u202e.log")
    assert result.status == 2
    assert not set(result.err) & set("\x1b\u202e")


def test_internal_error(monkeypatch, capsys):
    """Whatever goes wrong, the reader gets a sentence, a way to report it and exit status 2; `--debug` has the rest."""
    broken = typer.Typer(add_completion=False)

    @broken.command()
    def fail(debug: bool = False) -> None:
        raise ZeroDivisionError("by \x1b[31mzero")

    monkeypatch.setattr(app, "command", lambda: get_command(broken))
    assert edge.run([]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: internal error: ZeroDivisionError: by zero\nhint: please report it")
    assert edge.run(["--debug"]) == 2
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_debug_shows_the_traceback(errkb):
    """`--debug` before or after the command adds the traceback to any error."""
    for arguments in (["--debug", "explain", "./no.log"], ["explain", "./no.log", "--debug"]):
        result = errkb(*arguments)
        assert result.err.startswith("Traceback (most recent call last)")
        assert "\nerror: ./no.log: no such file\n" in result.err
    assert "Traceback" not in errkb("explain", "--", "--debug").err


def test_reader_goes_away(process, message):
    """`| head` ends the output quietly, and the exit status is the usual one."""
    for form in ("text", "json"):
        running = process("explain", "--full", "-f", form, message)
        running.stdout.close()
        error = running.stderr.read()
        assert (running.wait(), error) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_full_disk(process, message):
    """An answer that cannot be written is an error."""
    with open("/dev/full", "wb") as full:
        running = process("explain", message, stdout=full)
        error = running.stderr.read()
    assert running.wait() == 2
    assert error.startswith(b"error: cannot write the output: No space left on device")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_full_disk_of_the_help(process):
    """What fails outside of errkb is no fault of errkb's, whoever writes."""
    with open("/dev/full", "wb") as full:
        running = process("--help", stdout=full)
        error = running.stderr.read()
    assert running.wait() == 2
    assert error.startswith(b"error: No space left on device")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_closed_output(process, environment, message):
    """Without any standard output the command fails with a sentence, not a traceback."""
    running = process("explain", message, stdout=None, preexec_fn=lambda: os.close(1))
    error = running.stderr.read()
    assert running.wait() == 2
    assert error == b"error: standard output is closed\n"


def test_output_is_utf_8_everywhere(process, message):
    """The answer does not depend on the locale."""
    out, error = process(
        "explain", message, env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ).communicate()
    assert " · " in out.decode("utf-8")
    assert error == b""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_interrupt(process, tmp_path):
    """Ctrl-C ends the command with 130 and without a traceback."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    running = process("explain", str(fifo))
    with open(fifo, "wb"):  # from here on the command waits for the text
        running.send_signal(signal.SIGINT)
        error = running.stderr.read()
    assert (running.wait(), error) == (130, b"")


def test_nothing_to_read_on_a_terminal(process):
    """`errkb explain` alone, on a terminal, says how to give a text instead of waiting."""
    main, other = pty.openpty()
    running = process("explain", stdin=other)
    os.close(other)
    error = running.stderr.read()
    os.close(main)
    assert running.wait() == 2
    assert error.startswith(b"error: there is nothing to read\nhint: errkb explain ")


def test_colours_on_a_terminal_only(process, message):
    """Piped output has no escape sequences unless FORCE_COLOR asks for them."""
    assert b"\x1b" not in process("explain", message).communicate()[0]
    assert b"\x1b[" in process("explain", message, env={"FORCE_COLOR": "1"}).communicate()[0]
