"""Literals where they lie in a buffer, each by its place and its length, and their eight-byte windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.integer[Any]]
    Words = NDArray[np.uint64]

__all__ = ["GRAM", "LEAST", "Texts", "words"]

GRAM = 8
"""Bytes of a window."""
LEAST = 10
"""Bytes of the shortest strong literal."""


def words(data: Any) -> Words:
    """Return the eight bytes at each offset of a buffer as a number, without copying."""
    import numpy as np

    return np.ndarray(shape=(max(0, len(data) - GRAM + 1),), dtype="<u8", buffer=data, strides=(1,))


@dataclass(slots=True)
class Texts:
    """Literals of `GRAM` bytes or more: number `n` is `buffer[at[n]:at[n] + lengths[n]]`."""

    buffer: Any
    at: Ints
    lengths: Ints

    @classmethod
    def of(cls, texts: Sequence[bytes]) -> Texts:
        """Return literals put one after the other."""
        import numpy as np

        lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
        return cls(b"".join(texts), np.cumsum(lengths) - lengths, lengths)

    def __len__(self) -> int:
        return len(self.at)

    def text(self, number: int) -> bytes:
        """Return a literal."""
        start = int(self.at[number])
        return bytes(self.buffer[start : start + int(self.lengths[number])])

    def subset(self, numbers: Ints) -> Texts:
        """Return some of the literals, in this order."""
        return Texts(self.buffer, self.at[numbers], self.lengths[numbers])

    def words(self, offsets: Any) -> Words:
        """Return of each literal the eight bytes at its own offset."""
        import numpy as np

        if not len(self.at):
            return np.zeros(0, dtype=np.uint64)
        found: Words = words(self.buffer)[self.at + offsets]
        return found

    def windows(self) -> tuple[Words, Ints, Ints]:
        """Return every eight bytes of every literal in order, the literal they are of, and their offset in it."""
        import numpy as np

        counts = self.lengths - GRAM + 1
        ends = np.cumsum(counts)
        total = int(ends[-1]) if len(ends) else 0
        owners = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        offsets = np.arange(total, dtype=np.int64) - np.repeat(ends - counts, counts)
        found = words(self.buffer)[offsets + self.at[owners]] if total else np.zeros(0, dtype=np.uint64)
        return found, owners, offsets.astype(np.int32)
