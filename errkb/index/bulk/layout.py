"""Where the lines of a block are: its line feeds as bits, counted up to each 64 bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errkb.index.automaton import Automaton

    Ints = NDArray[np.integer[Any]]

__all__ = ["Joined", "Lines", "places"]

_STEP = 1 << 18
_FEED = 10
_BITS = 64


class Lines:
    """The lines of a block, from 0. The last begins after the last line feed, and may be empty."""

    def __init__(self, data: bytes) -> None:
        import numpy as np

        values = np.frombuffer(data, dtype=np.uint8)
        steps = range(0, len(data), _STEP)  # so what is made on the way stays in the cache
        bits = [np.packbits(values[at : at + _STEP] == _FEED, bitorder="little") for at in steps]
        some = sum(map(len, bits))
        bits.append(np.zeros(8 + -some % 8, dtype=np.uint8))
        self._feeds = np.concatenate(bits).view("<u8")
        counts = np.bitwise_count(self._feeds)
        self._before = np.cumsum(counts, dtype=np.int64) - counts

    def __len__(self) -> int:
        return int(self._before[-1]) + 1

    def of(self, offsets: Any) -> Ints:
        """Return the lines of offsets."""
        import numpy as np

        offsets = np.asarray(offsets)
        word = offsets >> 6
        below = (np.uint64(1) << (offsets & (_BITS - 1)).astype(np.uint64)) - np.uint64(1)
        found: Ints = self._before[word] + np.bitwise_count(self._feeds[word] & below)
        return found

    def before(self, offset: int) -> int:
        """Return how many line feeds stand before an offset."""
        return int(self.of(offset))


class Joined:
    """Pieces of a block put one after the other, `text`, with a line feed between."""

    def __init__(self, data: bytes, starts: Ints, ends: Ints) -> None:
        import numpy as np

        self.text = b"\n".join([data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)])
        self._borders = np.cumsum(ends - starts + 1)

    def origin(self, offsets: Ints) -> Ints:
        """Return the pieces that offsets into the text are in."""
        return self._borders.searchsorted(offsets, side="right")


def places(automaton: Automaton, data: bytes) -> tuple[Ints, Ints]:
    """Return what an automaton finds in a text as two arrays, literals and ends."""
    import numpy as np

    literals, ends = automaton.places(data)
    return np.frombuffer(literals, dtype=np.int64), np.frombuffer(ends, dtype=np.int64)
