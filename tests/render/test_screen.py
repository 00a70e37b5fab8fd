"""`errkb.render.screen`."""

from __future__ import annotations

import io
import os
import pty

import pytest

from errkb.render.screen import Screen


@pytest.fixture
def terminal():
    """A stream that is a real terminal, 40 columns wide."""
    import fcntl
    import struct
    import termios

    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    with os.fdopen(other, "w") as stream:
        yield stream
    os.close(main)


@pytest.mark.parametrize(
    ("environment", "piped", "on_terminal"),
    [
        ({}, False, True),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, False, True),
        ({"TERM": "dumb"}, False, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
    ],
)
def test_colours(terminal, environment, piped, on_terminal):
    """A terminal has colours unless NO_COLOR or TERM=dumb says no; a pipe has none unless FORCE_COLOR says so."""
    assert Screen.of(io.StringIO(), environment).colour is piped
    assert Screen.of(terminal, environment).colour is on_terminal


@pytest.mark.parametrize(
    ("columns", "expected"), [("", 100), ("72", 72), ("240", 240), ("x", 100), ("-1", 100), ("²", 100), ("3", 20)]
)
def test_width_piped(columns, expected):
    """Piped output wraps at COLUMNS, else at 100."""
    assert Screen.of(io.StringIO(), {"COLUMNS": columns}).width == expected
    assert Screen.of(None, {"COLUMNS": columns}).width == expected


def test_width_of_a_terminal(terminal):
    """The terminal's own width counts, COLUMNS before it, and prose never runs wider than 100."""
    assert Screen.of(terminal, {}).width == 40
    assert Screen.of(terminal, {"COLUMNS": "60"}).width == 60
    assert Screen.of(terminal, {"COLUMNS": "300"}).width == 100


def test_closed_stream():
    """A closed stream is like a pipe."""
    stream = io.StringIO()
    stream.close()
    assert Screen.of(stream, {}) == Screen(100, colour=False)
