"""Files that are compressed where their name ends in `.gz` or `.zst`; the same content gives the same bytes."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from errkb.errors import MissingExtraError

__all__ = ["SUFFIXES", "bare_suffix", "is_folder", "packed", "torn", "unpacked"]

SUFFIXES = (".gz", ".zst")
_CHUNK = 16 * 1024
"""Packed bytes that are unpacked at once: what they become is in memory."""


def bare_suffix(path: Path) -> str:
    """Return the suffix that tells the format: of `records.jsonl.gz` it is `.jsonl`."""
    name = Path(path.stem) if path.suffix.lower() in SUFFIXES else path
    return name.suffix.lower()


def is_folder(path: Path) -> bool:
    """Say whether an export to a path that is not there yet becomes a folder: it has no suffix."""
    return path.suffix == ""


@contextmanager
def packed(path: Path) -> Iterator[IO[bytes]]:
    """Open a new file to write to. Raises `MissingExtraError` for `.zst` without a library."""
    with path.open("wb") as file:
        if path.suffix.lower() == ".gz":  # neither name nor time of the file go into it
            with gzip.GzipFile("", "wb", 6, file, mtime=0) as zipped:
                yield zipped  # type: ignore[misc]  # it is one, but for its declaration
        elif path.suffix.lower() == ".zst":
            with _zstandard().ZstdCompressor(level=3).stream_writer(file, closefd=False) as zipped:
                yield zipped
        else:
            yield file


@contextmanager
def unpacked(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to read from, a buffer in front of what unpacks it; `EOFError` for a packed one without bytes."""
    with path.open("rb") as file:
        if path.suffix.lower() in SUFFIXES and not file.peek(1):  # a pipe cannot be read again
            raise EOFError("the file is empty, and no packed file is")
        if path.suffix.lower() == ".gz":
            with gzip.GzipFile(fileobj=file) as unzipped:
                yield io.BufferedReader(unzipped, 1024 * 1024)
        elif path.suffix.lower() == ".zst":
            yield io.BufferedReader(_Frames(file), 1024 * 1024)
        else:
            yield file


def torn(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """Return the errors that reading a file raises when it is torn, or is not what its name says, and `others`."""
    loaded = sys.modules.get("zstandard")
    return (OSError, EOFError, zlib.error, *([loaded.ZstdError] if loaded else ()), *others)


class _Frames(io.RawIOBase):
    """Reads Zstandard frames; one that is cut off is an `EOFError`, where the library's own reader just ends."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._frame = _zstandard().ZstdDecompressor().decompressobj()
        self._raw = memoryview(b"")
        self._fed = False

    def readable(self) -> bool:
        """Say that it is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer; return how many bytes that were, 0 at the end."""
        while not self._raw:
            rest = self._frame.unused_data if self._frame.eof else b""
            chunk = rest or self._file.read(_CHUNK)
            if not chunk:
                if self._fed and not self._frame.eof:
                    raise EOFError("the file ends within a frame")
                return 0
            if self._frame.eof:
                self._frame = _zstandard().ZstdDecompressor().decompressobj()
            self._raw, self._fed = memoryview(self._frame.decompress(chunk)), True
        size = min(len(buffer), len(self._raw))
        buffer[:size], self._raw = self._raw[:size], self._raw[size:]
        return size


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError as error:
        hint = "pip install 'errkb[export]', or name the file .gz"
        raise MissingExtraError("compressing with Zstandard needs a library", hint=hint) from error
    return zstandard
