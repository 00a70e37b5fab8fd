"""The gate: a few thousand 8-byte grams of which every strong pattern holds at least one.

A line without any of them can hold no strong pattern, so only lines with one go on to the anchors. Exact whatever is
chosen; the choice is about speed. It is a weighted set cover, greedy: grams that many patterns share and log text
rarely shows come first (about the root of the number of patterns are needed). Shorter grams would make a smaller set,
but were slower to scan for or no faster (measured with 3 to 8 bytes on 69,499 and 300,000 patterns).

Choosing works on arrays of all grams, about 40 bytes a byte of literal text at its peak.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errkb.index.bulk.logtext import LOG_TEXT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Grams = NDArray[np.uint64]
    Ints = NDArray[np.integer[Any]]
    Floats = NDArray[np.float32]

__all__ = ["GRAM", "Gate", "choose"]

GRAM = 8
"""Bytes of a gram; a strong literal has ten or more."""
BUCKET_BITS = 22
"""Grams are counted in this many hash buckets: a collision makes the choice a little worse, never wrong."""
RARE = 1.0
"""Weight of a gram log text never shows; one more for each occurrence in the log text."""
KEEP = 0.1
"""A gram this much worse than the best of its pattern is not considered for it."""
MAX_RATE = 40.0
"""Hits per MB of a log above which a gram is dropped for it: each costs a line's scan for the anchors."""
MAX_ADDED = 16_384
"""Literals left without a gram for which others are chosen: more would take longer than they save."""
MAX_SHOWN = 1 << 20
"""Bytes of a log that weigh the grams chosen for it."""


@dataclass(slots=True)
class Gate:
    """The grams, and which of them each unit (the literals of a pattern on one line) holds, as flat arrays.

    Unit `u` holds the grams `members[offsets[u]:offsets[u + 1]]`; `fallback(u)` is what stands for it without them.
    """

    grams: list[bytes]
    offsets: array[int]
    members: array[int]

    def adapted(self, hits: Sequence[int], sample: bytes, fallback: Sequence[bytes]) -> list[bytes]:
        """Return the grams to scan a log for, some of which, `sample`, shows gram `g` `hits[g]` times.

        Grams that occur too often are left out; units left without any get others, out of their own literal
        (`fallback[unit]`) and rare in the sample.
        """
        import numpy as np

        megabytes = len(sample) / 1e6
        counts = np.asarray(hits, dtype=np.int64)
        rate = MAX_RATE
        while True:
            dropped = counts > rate * megabytes
            if not dropped.any():
                return self.grams
            bare = {fallback[unit] for unit in self._uncovered(~dropped)}
            if len(bare) <= MAX_ADDED:
                kept = [gram for gram, out in zip(self.grams, dropped, strict=True) if not out]
                added = choose([[literal] for literal in sorted(bare)], sample[:MAX_SHOWN]).grams
                return list(dict.fromkeys([*kept, *added]))
            rate *= 4

    def _uncovered(self, alive: Any) -> list[int]:
        import numpy as np

        if not self.members:
            return []
        covered = np.logical_or.reduceat(alive[np.asarray(self.members)], np.asarray(self.offsets)[:-1])
        return [int(unit) for unit in np.flatnonzero(~covered)]


def choose(units: Iterable[Sequence[bytes]], log_text: bytes = LOG_TEXT) -> Gate:
    """Return a gate for units, each the literals (without line ends) of a pattern on one line.

    Grams weigh as much as `log_text` shows them. At least one literal of each unit must have `GRAM` bytes without NUL.
    """
    import numpy as np

    grams, owners, count = _windows(units)
    if not count:
        return Gate([], array("I", [0]), array("I"))
    scores, weights = _scores(grams, log_text)
    starts = np.searchsorted(owners, np.arange(count))
    best = np.maximum.reduceat(scores, starts)
    keep = scores >= np.maximum(KEEP * best[owners], np.finfo(np.float32).tiny)
    grams, owners, weights = grams[keep], owners[keep], weights[keep]
    order = np.argsort(grams, kind="stable")
    grams, owners, weights = grams[order], owners[order], weights[order]
    fresh = np.ones(len(grams), dtype=bool)
    fresh[1:] = (grams[1:] != grams[:-1]) | (owners[1:] != owners[:-1])
    return _cover(grams[fresh], owners[fresh], weights[fresh], count)


def _windows(units: Iterable[Sequence[bytes]]) -> tuple[Grams, Ints, int]:
    """Return every gram of every unit as an integer, and its unit, in order of the units."""
    import numpy as np

    text, lengths, owner_of = bytearray(), array("q"), array("q")
    count = 0
    for unit in units:
        for literal in unit:
            if len(literal) >= GRAM:
                text += literal
                lengths.append(len(literal))
                owner_of.append(count)
        count += 1
    sizes = np.asarray(lengths, dtype=np.int64)
    whole = np.ones(len(text), dtype=bool)  # does a gram begin here that ends within its literal?
    ends = np.cumsum(sizes)
    for back in range(1, GRAM):
        whole[ends - back] = False
    owners = np.repeat(np.asarray(owner_of, dtype=np.int32), sizes)
    data = bytes(text) + bytes(GRAM)
    grams = np.empty(len(text), dtype=np.uint64)
    for shift in range(GRAM):
        part = np.frombuffer(data, dtype="<u8", count=(len(data) - shift) // GRAM, offset=shift)
        grams[shift::GRAM] = part[: len(grams[shift::GRAM])]
    whole &= ~_holds_nul(grams)
    return grams[whole], owners[whole], count


def _holds_nul(grams: Grams) -> Any:
    """The old trick: borrow from a zero byte."""
    import numpy as np

    low, high = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
    return ((grams - low) & ~grams & high) != 0


def _buckets(grams: Grams) -> Ints:
    import numpy as np

    mixed = (grams * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - BUCKET_BITS)
    return mixed.astype(np.int32)


def _scores(grams: Grams, log_text: bytes) -> tuple[Floats, Floats]:
    """Return of each gram how many share it by weight, and the weight: how often log text shows it."""
    import numpy as np

    shown, _, _ = _windows([[log_text]])
    weights = np.bincount(_buckets(shown), minlength=1 << BUCKET_BITS).astype(np.float32)
    buckets = _buckets(grams)
    counts = np.bincount(buckets, minlength=1 << BUCKET_BITS).astype(np.float32)
    own = RARE + weights[buckets]
    return counts[buckets] / own, own


def _cover(grams: Grams, owners: Ints, weights: Floats, count: int) -> Gate:
    """Greedy weighted set cover over (gram, owner) pairs sorted by gram.

    Lazy: what a gram still covers only shrinks, so one whose renewed score is still the highest is the next.
    """
    import numpy as np

    first = np.ones(len(grams), dtype=bool)
    first[1:] = grams[1:] != grams[:-1]
    begins = np.flatnonzero(first)
    ends = np.append(begins[1:], len(grams))
    gram_weight = weights[begins]
    score = (ends - begins) / gram_weight
    several = np.flatnonzero(ends - begins > 1)
    queue = [(-float(score[n]), int(n)) for n in several[np.argsort(-score[several], kind="stable")]]
    opened = np.ones(count, dtype=bool)
    chosen: list[int] = []
    while queue:
        bound, n = queue[0]
        members = owners[begins[n] : ends[n]]
        left = int(np.count_nonzero(opened[members]))
        renewed = -left / float(gram_weight[n])
        if left > 1 and (renewed <= bound or len(queue) == 1 or renewed <= min(entry[0] for entry in queue[1:3])):
            chosen.append(n)
            opened[members] = False
            heapq.heappop(queue)
        elif left > 1:
            heapq.heapreplace(queue, (renewed, n))
        else:
            heapq.heappop(queue)
    gram_of = np.cumsum(first) - 1
    chosen += _own_grams(opened, owners, gram_of, gram_weight)
    return _gate(grams[begins], chosen, gram_of, owners, count)


def _own_grams(opened: Any, owners: Ints, gram_of: Ints, weights: Floats) -> list[int]:
    """Return for each unit still open the rarest of its grams."""
    import numpy as np

    pairs = np.flatnonzero(opened[owners])
    order = pairs[np.lexsort((weights[gram_of[pairs]], owners[pairs]))]
    lead = np.ones(len(order), dtype=bool)
    lead[1:] = owners[order[1:]] != owners[order[:-1]]
    return [int(n) for n in np.unique(gram_of[order[lead]])]


def _gate(distinct: Grams, chosen: list[int], gram_of: Ints, owners: Ints, count: int) -> Gate:
    import numpy as np

    place = np.full(len(distinct), -1, dtype=np.int64)
    place[chosen] = np.arange(len(chosen))
    held = place[gram_of]
    pairs = np.flatnonzero(held >= 0)
    pairs = pairs[np.argsort(owners[pairs], kind="stable")]
    members = held[pairs].astype(np.uint32)
    offsets = np.searchsorted(owners[pairs], np.arange(count + 1)).astype(np.uint32)
    return Gate(
        [int(gram).to_bytes(GRAM, "little") for gram in distinct[chosen]],
        array("I", offsets.tobytes()),
        array("I", members.tobytes()),
    )
