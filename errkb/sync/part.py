"""A file that is being fetched: it grows, is kept when a run ends early, and what goes wrong with it is the disk's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from errkb.dataset.home import explained

__all__ = ["Part"]


class Part:
    """A part of a file at a path; every method raises `KnowledgeBaseError` if it cannot be written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def size(self) -> int:
        """Return how many bytes are there, 0 if it is not."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def clear(self) -> None:
        """Begin anew."""
        with explained(self.path):
            self.path.unlink(missing_ok=True)

    @contextmanager
    def growing(self) -> Iterator[Callable[[bytes], int]]:
        """Yield a function that appends bytes and returns how many."""
        with explained(self.path):
            file = self.path.open("ab", buffering=0)

        def append(block: bytes) -> int:
            left = memoryview(block)
            with explained(self.path):
                while left:
                    left = left[file.write(left) or 0 :]
            return len(block)

        with file:
            yield append
