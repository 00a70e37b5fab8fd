"""Bytes one after the other: what is common to files, packed files and members of archives."""

from __future__ import annotations

import io
import os
from typing import Any, BinaryIO, Protocol

__all__ = ["Bytes", "Meter", "RawFile", "Seekable", "StreamError", "peek", "reason_of"]


class StreamError(Exception):
    """A stream cannot be read further; what was read before it counts. The message is for the reader."""


class Bytes(Protocol):
    """A stream of bytes."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes, at least one, or none at the end. Raises `StreamError`."""
        ...

    def close(self) -> None:
        """Let go of what it stands on."""
        ...


class Meter:
    """How much of the files has been read, as they stand on the disk."""

    def __init__(self) -> None:
        self.done = 0


class RawFile:
    """A file as it stands on the disk, read without a buffer, as long as it was when it was opened.

    What is written to it meanwhile belongs to the next reading: a log that grows faster than it is read has no end.
    """

    def __init__(self, file: BinaryIO, meter: Meter, size: int | None) -> None:
        self.file, self._meter = file, meter
        self._left = self.size = size
        self.remark: str | None = None
        """What happened to the file while it was read."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes."""
        if self._left is not None:
            size = min(size, self._left)
        if not size:
            self._look()
            return b""
        try:
            data = self.file.read(size)
        except (OSError, ValueError) as error:
            raise StreamError(f"cannot be read: {reason_of(error)}") from error
        if self._left is not None:
            if not data:
                raise StreamError(f"was cut short while it was read: {self._left:,} bytes are gone")
            self._left -= len(data)
        self._meter.done += len(data)
        return data or b""

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def _look(self) -> None:
        """Say what has become of the file when it has been read."""
        try:
            state = os.fstat(self.file.fileno())
        except (OSError, ValueError):
            return
        if self.size is not None and state.st_size > self.size:
            self.remark = f"grew while it was read: the last {state.st_size - self.size:,} bytes are not in"
        elif state.st_nlink == 0:
            self.remark = "was removed while it was read"


class Seekable(io.RawIOBase):
    """A file in which one can go back, read through a meter."""

    def __init__(self, file: BinaryIO, meter: Meter) -> None:
        self._file, self._meter = file, meter

    def readable(self) -> bool:
        """Return `True`."""
        return True

    def seekable(self) -> bool:
        """Return `True`."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read into a buffer."""
        data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        self._meter.done += len(data)
        return len(data)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a place."""
        return self._file.seek(offset, whence)

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()


class _Replayed:
    """A stream of which the beginning has been read already; a fault met then comes where it was."""

    def __init__(self, head: bytes, rest: Bytes, fault: StreamError | None) -> None:
        self._head, self._rest, self._fault = head, rest, fault

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes, of the head first."""
        if self._head:
            taken, self._head = self._head[:size], self._head[size:]
            return taken
        if self._fault is not None:
            raise self._fault
        return self._rest.read(size)

    def close(self) -> None:
        """Close the rest."""
        self._rest.close()


def peek(stream: Bytes, size: int) -> tuple[bytes, Bytes]:
    """Return the first bytes of a stream, and the stream as it was; fewer only where it ends or fails."""
    pieces: list[bytes] = []
    fault = None
    try:
        while size and (data := stream.read(size)):
            pieces.append(data)
            size -= len(data)
    except StreamError as error:
        fault = error
    head = b"".join(pieces)
    return head, _Replayed(head, stream, fault)


def reason_of(error: Exception) -> str:
    """Return what an error of the system says, without its number and path."""
    return (getattr(error, "strerror", None) or str(error)).lower()
