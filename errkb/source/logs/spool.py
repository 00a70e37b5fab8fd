"""A stream as a file in which one can go back: on the disk, without a name, gone when it is closed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from errkb.source.logs.streams import Bytes, StreamError, reason_of

__all__ = ["spooled"]

_IN_MEMORY = 8 << 20
_BLOCK = 1 << 20


@contextmanager
def spooled(stream: Bytes) -> Iterator[BinaryIO]:
    """Give a copy of the rest of a stream. Raises `StreamError` where the disk is full."""
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
        try:
            while data := stream.read(_BLOCK):
                file.write(data)
        except OSError as error:
            raise StreamError(f"cannot be unpacked on the disk: {reason_of(error)}") from error
        file.seek(0)
        yield cast("BinaryIO", file)
