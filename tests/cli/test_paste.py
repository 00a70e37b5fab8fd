"""`errkb.cli.paste`: which text is meant."""

from __future__ import annotations

import io
import sys

import pytest

from errkb.cli.paste import read_text
from errkb.errors import ErrkbError, InputError, UsageError


def test_existing_file_is_read(tmp_path, monkeypatch):
    """One argument that names a file is the file; two are a text, even if both are files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log").write_text("from the file")
    assert read_text(["log"]).value == "from the file"
    assert read_text(["log", "log"]).value == "log log"


@pytest.mark.parametrize("text", ["KeyError: 'a'", "a/b", "/var is full", "x" * 5000, "a\nb.log", "a\0b", "see a.py:3"])
def test_text_is_no_path(text):
    """A text may hold blanks, slashes, line ends and anything else."""
    assert read_text([text]).value == text


@pytest.mark.parametrize("path", ["./x", "/no/x", "~/x", "C:\\\\x", "build.log", "../x"])
def test_missing_path(path, tmp_path, monkeypatch):
    """What looks like a path must exist."""
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(InputError, match="no such file"):
        read_text([path])


def test_standard_input(monkeypatch):
    """`-` and no argument read standard input; closed standard input is an error."""
    for arguments in ([], ["-"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"piped \xff")))
        assert read_text(arguments).value == "piped \ufffd"
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="closed"):
        read_text([])


def test_contradictions():
    """A text and the clipboard at once, or a blank text, make no sense."""
    with pytest.raises(UsageError, match="not both"):
        read_text(["x"], clipboard=True)
    with pytest.raises(ErrkbError, match="empty"):
        read_text([" "])
