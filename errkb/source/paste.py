"""Reading one paste from a file or from standard input, never more of it than a paste can be."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from errkb.errors import InputError
from errkb.model.text import Text
from errkb.settings import MAX_PASTE_BYTES
from errkb.source.decode import decode, utf16_without_mark

__all__ = ["check_paste", "read_paste"]

_STDIN = Path("-")
_SAMPLE = 64 * 1024
_BINARY_SHARE = 0.1
"""More control bytes than this and it is no text; logs full of colour codes stay below (escape itself is allowed)."""
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\r\f\b\x1b") + b"\x7f"
_MAGIC = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}


def read_paste(path: Path | None, stdin: BinaryIO | None) -> Text:
    """Return the text of a file, or of standard input where `path` is `None` or `-`.

    Raises `InputError` where there is nothing to read, it cannot be opened, or it is no paste (`check_paste`).
    """
    if path is None or path == _STDIN:
        if stdin is None:
            raise InputError("nothing to read", hint="Give a file, pipe the error in, or use --clipboard.")
        return _checked(_read(stdin, "standard input"), "standard input")
    where = str(path)
    try:
        if path.is_dir():
            raise InputError("is a directory", where=where, hint="Give the log file itself.")
        with path.open("rb") as file:
            return _checked(_read(file, where), where)
    except FileNotFoundError as error:
        hint = "Check the path; to explain a message given as text, pipe it in."
        raise InputError("no such file", where=where, hint=hint) from error
    except ValueError as error:  # an embedded NUL
        raise InputError("not a path", where=where.replace("\0", "\\0"), hint="Check the path.") from error
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", where=where, hint="Check its rights.") from error


def check_paste(data: bytes, where: str) -> None:
    """Raise `InputError` for what is empty, too large or binary."""
    if len(data) > MAX_PASTE_BYTES:
        limit = MAX_PASTE_BYTES // (1024 * 1024)
        hint = "Cut out the part around the error, e.g. `tail -n 2000 FILE | errkb explain -`."
        raise InputError(f"larger than {limit} MB, too much for one paste", where=where, hint=hint)
    for magic, name in _MAGIC.items():
        if data.startswith(magic):
            raise InputError(f"is compressed ({name})", where=where, hint="Unpack it first.")
    sample = data[:_SAMPLE]
    if not sample.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")) and not utf16_without_mark(sample):
        controls = len(sample) - len(sample.translate(None, _CONTROLS))
        if controls > len(sample) * _BINARY_SHARE:
            raise InputError("is binary, not text", where=where, hint="Give the log or the error message as text.")


def _checked(data: bytes, where: str) -> Text:
    check_paste(data, where)
    text = decode(data)
    if not text.value.strip("\0 \t\r\n\f\v\ufeff"):
        raise InputError("is empty", where=where, hint="Paste the error message with the lines before it.")
    return text


def _read(file: BinaryIO, where: str) -> bytes:
    try:
        return file.read(MAX_PASTE_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", where=where) from error
