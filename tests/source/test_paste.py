"""Reading a paste: what is no paste is refused with a place and a way out."""

import io
import os
from pathlib import Path

import pytest

from errkb.errors import InputError
from errkb.settings import MAX_PASTE_BYTES
from errkb.source import read_paste

MESSAGE = b"ValueError: bad\n"


class Endless(io.RawIOBase):
    """A stream without end that counts what is read from it."""

    def __init__(self) -> None:
        self.given = 0

    def read(self, size: int = -1) -> bytes:
        """Give as much as is asked for."""
        assert size >= 0, "reading without a bound"
        self.given += size
        return b"x" * size


def test_file(tmp_path):
    """A file is read whole."""
    path = tmp_path / "error.log"
    path.write_bytes(MESSAGE)
    assert read_paste(path, None).value == MESSAGE.decode()


@pytest.mark.parametrize("path", [None, Path("-")])
def test_standard_input(path):
    """Without a path, and for `-`, standard input is read."""
    assert read_paste(path, io.BytesIO(MESSAGE)).value == MESSAGE.decode()


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b" \t\r\n\n", "empty"),
        (b"\xff\xfe", "empty"),
        (bytes(range(256)) * 40, "binary"),
        (b"\x7fELF\x02\x01\x01" + b"\0" * 400, "binary"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "compressed (gzip)"),
        (b"PK\x03\x04rest", "compressed (zip)"),
    ],
)
def test_what_is_no_paste(data, word):
    """Empty, binary and compressed input is named as such, with a hint."""
    with pytest.raises(InputError, match=word.replace("(", r"\(").replace(")", r"\)")) as raised:
        read_paste(None, io.BytesIO(data))
    assert raised.value.where == "standard input"
    assert raised.value.hint


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[31mValueError\x1b[0m: \x1b[1mbad\x1b[0m",
        b"\xff\xfe" + "ValueError: bad".encode("utf-16-le"),
        "ValueError: bad".encode("utf-16-le"),
        b"ValueError: \xff\xfe\xfd bad",
        b"progress 10%\rprogress 20%\r\n",
    ],
)
def test_odd_text_is_text(data):
    """Colour codes, UTF-16, invalid bytes and carriage returns do not make input binary."""
    assert "bad" in read_paste(None, io.BytesIO(data)).value or "progress" in read_paste(None, io.BytesIO(data)).value


def test_more_than_a_paste_is_not_read():
    """Of a stream without end only a bounded part is read before it is refused."""
    stream = Endless()
    with pytest.raises(InputError, match="larger than") as raised:
        read_paste(None, stream)
    assert stream.given <= MAX_PASTE_BYTES + 1
    assert "tail" in raised.value.hint


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda folder: folder, "is a directory"),
        (lambda folder: folder / "missing.log", "no such file"),
        (lambda folder: Path(str(folder) + "\0x"), "not a path"),
        (lambda folder: folder / ("n" * 5000), "cannot be read"),
    ],
)
def test_paths_that_cannot_be_read(tmp_path, make, word):
    """A directory, a missing file and impossible paths are named with the path and a hint."""
    with pytest.raises(InputError, match=word) as raised:
        read_paste(make(tmp_path), None)
    assert raised.value.where
    assert raised.value.hint


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="rights do not bind this user")
def test_unreadable_file(tmp_path):
    """A file without the right to read it is named."""
    path = tmp_path / "secret.log"
    path.write_bytes(MESSAGE)
    path.chmod(0)
    with pytest.raises(InputError, match="cannot be read"):
        read_paste(path, None)


def test_nothing_given():
    """Without a path and without input there is a hint what to give."""
    with pytest.raises(InputError, match="nothing to read"):
        read_paste(None, None)
