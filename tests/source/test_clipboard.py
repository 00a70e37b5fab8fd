"""The clipboard is read through whatever the desktop offers; where nothing does, the extra is named."""

import os
import sys

import pytest

from errkb.errors import InputError, MissingExtraError
from errkb.source import read_clipboard

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")


@pytest.fixture
def desktop(tmp_path, monkeypatch):
    """A search path with nothing but what a test puts there, and no pyperclip."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "pyperclip", None)

    def offer(name: str, script: str) -> None:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    return offer


@pytest.mark.parametrize("name", ["pbpaste", "wl-paste", "xclip", "xsel"])
def test_command_of_the_desktop(desktop, name):
    """The first known command that is installed gives the text."""
    desktop(name, "echo 'ValueError: bad'")
    assert read_clipboard().value == "ValueError: bad\n"


def test_nothing_there(desktop):
    """Without a command and without pyperclip the extra to install is named."""
    with pytest.raises(MissingExtraError) as raised:
        read_clipboard()
    assert "errkb[clipboard]" in raised.value.hint


@pytest.mark.parametrize(("script", "word"), [("exit 1", "cannot read"), ("true", "empty")])
def test_clipboard_that_gives_nothing(desktop, script, word):
    """A command that fails and an empty clipboard are input errors."""
    desktop("xclip", script)
    with pytest.raises(InputError, match=word):
        read_clipboard()
