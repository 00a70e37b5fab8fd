"""Files that are compressed where their name ends in `.gz` or `.zst`; the same content gives the same bytes."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from errkb.errors import MissingExtraError

__all__ = ["SUFFIXES", "bare_suffix", "packed", "unpacked"]

SUFFIXES = (".gz", ".zst")


def bare_suffix(path: Path) -> str:
    """Return the suffix that tells the format: of `records.jsonl.gz` it is `.jsonl`."""
    name = Path(path.stem) if path.suffix.lower() in SUFFIXES else path
    return name.suffix.lower()


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
    """Open a file to read from, a buffer in front of what unpacks it."""
    import io

    with path.open("rb") as file:
        if path.suffix.lower() == ".gz":
            with gzip.GzipFile(fileobj=file) as unzipped:
                yield io.BufferedReader(unzipped, 1024 * 1024)
        elif path.suffix.lower() == ".zst":
            with _zstandard().ZstdDecompressor().stream_reader(file, read_across_frames=True) as unzipped:
                yield io.BufferedReader(unzipped, 1024 * 1024)
        else:
            yield file


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError as error:
        hint = "pip install 'errkb[export]', or name the file .gz"
        raise MissingExtraError("compressing with Zstandard needs a library", hint=hint) from error
    return zstandard
