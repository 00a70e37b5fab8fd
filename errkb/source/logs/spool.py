"""Streams kept on the disk, in one file without a name that is gone when it is closed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, BinaryIO, NamedTuple, cast

from errkb.source.logs.streams import Bytes, StreamError, reason_of

__all__ = ["Spool", "spooled"]

_IN_MEMORY = 8 << 20
_BLOCK = 1 << 20


class _Kept(NamedTuple):
    start: int
    stop: int
    fault: str | None


class Spool:
    """Streams by number, to be read again and again; a fault comes where it was."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115
        self._kept: dict[int, _Kept] = {}

    def keep(self, number: int, stream: Bytes) -> None:
        """Keep what a stream gives; where the disk is full, what fits."""
        start = stop = self._file.seek(0, 2)
        fault = None
        try:
            while data := stream.read(_BLOCK):
                self._file.write(data)
                stop += len(data)
        except StreamError as error:
            fault = str(error)
        except OSError as error:
            fault = f"cannot be kept on the disk: {reason_of(error)}"
        self._kept[number] = _Kept(start, stop, fault)

    def open(self, number: int) -> Bytes:
        """Return what was kept of a stream."""
        if number not in self._kept:
            raise StreamError("is not there any more")
        return _Reading(self._file, *self._kept[number])

    def close(self) -> None:
        """Remove everything."""
        self._file.close()


class _Reading:
    def __init__(self, file: IO[bytes], start: int, stop: int, fault: str | None) -> None:
        self._file, self._at, self._stop, self._fault = file, start, stop, fault

    def read(self, size: int, /) -> bytes:
        if self._at >= self._stop and self._fault is not None:
            raise StreamError(self._fault)
        self._file.seek(self._at)
        data = self._file.read(min(size, self._stop - self._at))
        self._at += len(data)
        return data

    def close(self) -> None:
        """The file belongs to the spool."""


@contextmanager
def spooled(stream: Bytes) -> Iterator[BinaryIO]:
    """Give a copy of the rest of a stream as a file. Raises `StreamError` where the disk is full."""
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
        try:
            while data := stream.read(_BLOCK):
                file.write(data)
        except OSError as error:
            raise StreamError(f"cannot be unpacked on the disk: {reason_of(error)}") from error
        file.seek(0)
        yield cast("BinaryIO", file)
