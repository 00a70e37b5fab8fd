"""Where the lines of a block are, as an array of the places of its line feeds; offsets turn into lines by bisection."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from errkb.index.bulk.verify import line_end

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.integer[Any]]

__all__ = ["Joined", "Lines", "pairs"]

_STEP = 1 << 18
_FEED = 10


class Lines:
    """The lines of a block, from 0. The last begins after the last line feed, and may be empty."""

    def __init__(self, data: bytes) -> None:
        import numpy as np

        self._data = data
        values = np.frombuffer(data, dtype=np.uint8)
        steps = range(0, len(data), _STEP)  # so what is made on the way stays in the cache
        feeds = [np.flatnonzero(values[at : at + _STEP] == _FEED) + at for at in steps]
        self._edges: Ints = np.concatenate([[-1], *feeds, [len(data)]])
        self._feeds = self._edges[1:-1]

    def __len__(self) -> int:
        return len(self._feeds) + 1

    def of(self, offsets: Any) -> Ints:
        """Return the lines of offsets."""
        found: Ints = self._feeds.searchsorted(offsets)
        return found

    def before(self, offset: int) -> int:
        """Return how many line feeds stand before an offset."""
        return int(self._feeds.searchsorted(offset))

    def bounds(self, lines: Ints) -> tuple[Ints, Ints]:
        """Return where lines begin and where their line feeds are."""
        return self._edges[lines] + 1, self._edges[lines + 1]

    def start(self, line: int) -> int:
        """Return where a line begins."""
        return int(self._edges[line]) + 1

    def text_bounds(self, lines: Ints) -> tuple[list[int], list[int]]:
        """Return where the texts of lines begin and end, line ends left out."""
        starts, feeds = self.bounds(lines)
        begins, data = starts.tolist(), self._data
        return begins, [line_end(data, start, feed) for start, feed in zip(begins, feeds.tolist(), strict=True)]

    def joined(self, lines: Ints) -> Joined:
        """Return some lines one after the other."""
        return Joined(self._data, lines, *self.bounds(lines))


class Joined:
    """Lines of a block put one after the other, `text`, with a line feed between."""

    def __init__(self, data: bytes, lines: Ints, starts: Ints, ends: Ints) -> None:
        import numpy as np

        self.text = b"\n".join([data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)])
        self._lines, self._starts = lines, starts
        self._borders = np.cumsum(ends - starts + 1)
        self._shift = starts - (self._borders - (ends - starts + 1))

    def origin(self, offsets: Ints) -> tuple[Ints, Ints]:
        """Return the lines of the block and the offsets into it of offsets into the text."""
        place = self._borders.searchsorted(offsets, side="right")
        return self._lines[place], offsets + self._shift[place]


def pairs(found: list[tuple[int, int]]) -> tuple[Ints, Ints]:
    """Return what an automaton found as two arrays, literals and ends."""
    import numpy as np

    flat = np.fromiter(chain.from_iterable(found), dtype=np.int64, count=2 * len(found))
    return flat[::2], flat[1::2]
