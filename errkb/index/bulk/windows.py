"""From grams found to literals: the eight bytes beside a gram tell which literals may stand there.

A literal is known by its gram and a second window of eight bytes beside it, up to eight bytes further on or back. All
grams found in a block are looked up at once; where the second window fits, the first and the last eight bytes of each
literal that shares both are compared. What passes is verified as patterns are, so this need not be exact, only never
too strict. Everything is arrays: some 0.3 µs for each gram found (300,000 patterns), and no second scan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from errkb.index.bulk.gate import Gate
from errkb.index.bulk.texts import GRAM, Texts, words

if TYPE_CHECKING:
    from errkb.index.bulk.texts import Ints, Words

__all__ = ["Windows"]

BITS = 22
"""Keys are looked up first in a table of so many bits of them: most that are not there are turned away by it."""
AT_ONCE = 1 << 20
"""Pairs of a place and a literal that are compared at a time."""
_GOLDEN, _NAME = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F


class Windows:
    """Looks up literals, numbered one list after the other, by the grams of a gate and the windows beside them."""

    def __init__(self, gate: Gate, texts: Sequence[Texts]) -> None:
        import numpy as np

        self._offset = gate.offset.astype(np.int64)
        self._lengths = _joined([one.lengths for one in texts]).astype(np.int64)
        self._first = _joined([one.words(0) for one in texts])
        self._last = _joined([one.words(one.lengths - GRAM) for one in texts])
        step = gate.step.astype(np.int64)
        kinds, kind = np.unique(gate.gram.astype(np.int64) * 32 + step, return_inverse=True)
        self._steps = (kinds + 16) % 32 - 16 - GRAM
        self._named = kinds.astype(np.uint64) * np.uint64(_NAME)
        self._kinds = kinds.searchsorted(np.arange(len(gate.grams) + 1) * 32 - 16)
        self._per_gram = np.diff(self._kinds)
        keys = _keys(_beside(gate, texts), self._named[kind])
        order = np.argsort(keys, kind="stable")
        self._literals: Ints = order
        keys = keys[order]
        self._begins = np.flatnonzero(np.diff(keys, prepend=~keys[:1]) != 0)
        self._keys = keys[self._begins]
        self._counts = np.diff(self._begins, append=len(keys))
        self._likely = np.zeros(1 << BITS, dtype=bool)
        self._likely[self._keys >> np.uint64(64 - BITS)] = True

    def find(self, data: bytes, grams: Ints, ends: Ints) -> tuple[Ints, Ints]:
        """Return (literals, starts) that may stand in the data, given all grams found in it and where they end."""
        import numpy as np

        windows = words(data)
        per_gram = self._per_gram[grams]
        ends = np.repeat(ends, per_gram)
        kinds = np.repeat(self._kinds[grams] - np.cumsum(per_gram) + per_gram, per_gram) + np.arange(len(ends))
        at = ends + self._steps[kinds]
        inside = np.flatnonzero((at >= 0) & (at < len(windows)))
        keys = _keys(windows[at[inside]], self._named[kinds[inside]])
        likely = np.flatnonzero(self._likely[keys >> np.uint64(64 - BITS)])
        if not len(likely):
            return self._literals[:0], self._literals[:0]
        keys, ends = keys[likely], ends[inside[likely]]
        place = np.minimum(self._keys.searchsorted(keys), len(self._keys) - 1)
        same = np.flatnonzero(self._keys[place] == keys)
        found = list(self._compared(windows, place[same], ends[same]))
        return np.concatenate([self._literals[:0], *(literals for literals, _ in found)]), np.concatenate(
            [self._literals[:0], *(starts for _, starts in found)]
        )

    def _compared(self, windows: Words, places: Ints, ends: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Yield those literals of keys that begin and end there as they should."""
        import numpy as np

        totals = np.cumsum(self._counts[places])
        at, done = 0, 0
        while at < len(places):
            to = max(at + 1, int(totals.searchsorted(done + AT_ONCE, side="right")))
            counts = self._counts[places[at:to]]
            base = self._begins[places[at:to]] - (totals[at:to] - counts - done)
            done_now = int(totals[to - 1])
            literals = self._literals[np.repeat(base, counts) + np.arange(done_now - done)]
            starts = np.repeat(ends[at:to], counts) - GRAM - self._offset[literals]
            last = starts + self._lengths[literals] - GRAM
            inside = (starts >= 0) & (last < len(windows))
            literals, starts, last = literals[inside], starts[inside], last[inside]
            same = (windows[starts] == self._first[literals]) & (windows[last] == self._last[literals])
            yield literals[same], starts[same]
            at, done = to, done_now


def _keys(beside: Words, named: Words) -> Words:
    """Return what stands for a gram, a step and the window there, its high bits well mixed."""
    import numpy as np

    keys: Words = (beside ^ named) * np.uint64(_GOLDEN)
    return keys


def _beside(gate: Gate, texts: Sequence[Texts]) -> Words:
    """Return the second window of each literal."""
    at, found = 0, []
    for one in texts:
        upto = at + len(one)
        found.append(one.words(gate.offset[at:upto].astype("int64") + gate.step[at:upto]))
        at = upto
    beside: Words = _joined(found)
    return beside


def _joined(arrays: Sequence[Any]) -> Any:
    import numpy as np

    return np.concatenate(arrays) if arrays else np.zeros(0, dtype=np.uint64)
