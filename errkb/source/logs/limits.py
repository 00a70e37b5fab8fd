"""How much is read of what strangers packed; every limit can be set."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(slots=True, frozen=True)
class Limits:
    """Where reading stops, so that a hostile archive costs neither the disk nor the day.

    `ratio`: a file that unpacks to more than so many times its size is read no further, once `free` bytes have come
    out of it. The highest ratio of gzip is 1,032 and that of text is far below, so what is over it was made to be.
    """

    max_bytes: int | None = None
    """Bytes of text read of each log, from its beginning."""
    ratio: int = 500
    free: int = 256 << 20
    unpacked: int = 1 << 40
    """Bytes that may come out of one packed file."""
    members: int = 200_000
    """Files in an archive, those of archives in it too."""
