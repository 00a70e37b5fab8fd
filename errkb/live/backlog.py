"""What has been read and not been looked at yet: bounded, between the threads that read and the one that looks."""

from __future__ import annotations

from collections import deque
from threading import Condition
from time import monotonic

__all__ = ["Backlog"]

MOST = 8 << 20
"""Bytes that may wait."""
MOST_AT_END = 1 << 20
"""Bytes of writers that did not wait that are still looked at when they have ended: the last ones say the most."""


class Backlog:
    """Pieces of text by source, in the order in which they came.

    A writer that must not wait loses what does not fit; the others wait for room.
    """

    def __init__(self, most: int = MOST) -> None:
        self._pieces: deque[tuple[str, bytes]] = deque()
        self._held = 0
        self._most = most
        self._writers = 0
        self._hurried = False
        self._changed = Condition()
        self.lost = 0
        """Bytes that did not fit."""

    def open(self) -> None:
        """Announce a writer."""
        with self._changed:
            self._writers += 1

    def close(self) -> None:
        """End a writer."""
        with self._changed:
            self._writers -= 1
            while self._writers <= 0 and self._hurried and self._held > MOST_AT_END:
                self.lost += self._taken()
            self._changed.notify_all()

    def put(self, source: str, data: bytes, *, wait: bool) -> None:
        """Add what a source wrote; nothing says that it begins anew."""
        with self._changed:
            self._hurried = self._hurried or not wait
            while wait and self._held > self._most:
                self._changed.wait()
            if self._held > self._most:
                self.lost += len(data)
                return
            self._pieces.append((source, data))
            self._held += len(data)
            self._changed.notify_all()

    def get(self, until: float | None) -> tuple[str, bytes] | None:
        """Return the next piece, `None` when it is `until` (monotonic) or all writers have ended."""
        with self._changed:
            while not self._pieces and self._writers > 0:
                left = None if until is None else until - monotonic()
                if left is not None and left <= 0:
                    return None
                self._changed.wait(left)
            if not self._pieces:
                return None
            piece = self._pieces[0]
            self._taken()
            self._changed.notify_all()
            return piece

    def _taken(self) -> int:
        """Take the next piece away; return its size."""
        size = len(self._pieces.popleft()[1])
        self._held -= size
        return size

    @property
    def ended(self) -> bool:
        """Tell whether nothing more comes."""
        with self._changed:
            return not self._pieces and self._writers <= 0
