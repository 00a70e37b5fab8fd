"""The gate: a few thousand 8-byte grams of which every strong literal holds one that is known.

Text without any of them can hold no strong literal; where one stands, the window beside it tells which literals may
(`errkb.index.bulk.windows`). Exact whatever is chosen; the choice is about speed. It is a weighted set cover, greedy:
grams that many literals share and log text rarely shows come first (about the root of the number of literals are
needed). Shorter grams would make a smaller set, but were slower to scan for or no faster (measured with 3 to 8 bytes on
69,499 and 300,000 patterns).

Choosing works on arrays of all windows, about 40 bytes a byte of literal text at its peak.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from errkb.index.bulk.logtext import LOG_TEXT
from errkb.index.bulk.texts import GRAM, Texts, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from errkb.index.bulk.texts import Ints, Words

    Floats = NDArray[np.float32]

__all__ = ["MAX_SHOWN", "STEPS", "Gate", "adapted", "choose", "joined"]

BUCKET_BITS = 22
"""Grams are counted in this many hash buckets: a collision makes the choice a little worse, never wrong."""
RARE = 1.0
"""Weight of a gram log text never shows; one more for each occurrence in the log text."""
KEEP = 0.1
"""A gram this much worse than the best of its literal is not considered for it."""
STEPS = (8, -8, 4, -4, 2, -2, 1, -1)
"""How far from its gram the second window of a literal may lie; one of them fits into any of `LEAST` bytes."""
MAX_RATE = 5.0
"""Occurrences in a MB of a log above which a gram is dropped for it: each costs a microsecond."""
MAX_MOVED = 16_384
"""Literals for which others are chosen: more would take longer than they save."""
MAX_SHOWN = 1 << 18
"""Bytes of a log that weigh the grams chosen for it."""
LIKELY_BITS = 20
_STEP = 1 << 18
_GOLDEN = 0x9E3779B97F4A7C15


@dataclass(slots=True)
class Gate:
    """The grams as numbers, and of each literal the gram that stands for it.

    Literal `n` holds `grams[gram[n]]` at its offset `offset[n]`, and has eight bytes at `offset[n] + step[n]`, too.
    """

    grams: Words
    gram: Ints
    offset: Ints
    step: Ints

    @property
    def texts(self) -> list[bytes]:
        """Return the grams as bytes."""
        return [int(gram).to_bytes(GRAM, "little") for gram in self.grams]


def choose(texts: Texts, log_text: bytes = LOG_TEXT, given: Words | None = None) -> Gate:
    """Return a gate for literals of `LEAST` bytes or more, without NUL.

    Grams weigh as much as `log_text` shows them; those `given` are scanned for anyhow, and come first in the answer.
    """
    import numpy as np

    known = np.zeros(0, dtype=np.uint64) if given is None else given
    grams, owners, offsets = texts.windows()
    weights = _weights(grams, log_text)
    held = _members(grams, known)
    bare = np.ones(len(texts), dtype=bool)
    bare[owners[held >= 0]] = False
    open_ = bare[owners]
    chosen = np.concatenate([known, _chosen(grams[open_], owners[open_], weights[open_], len(texts))])
    held = _members(grams, chosen)
    pairs = np.flatnonzero(held >= 0)
    options = _Options(held[pairs], owners[pairs], offsets[pairs], weights[pairs])
    gram, offset, step = options.least_shared(texts)
    used = np.arange(len(chosen)) < len(known)
    used[gram] = True
    return Gate(chosen[used], (np.cumsum(used) - 1)[gram].astype(np.uint32), offset, step)


def joined(gates: Sequence[Gate]) -> Gate:
    """Return the gate of several lists of literals, numbered one list after the other."""
    import numpy as np

    gates = gates or [choose(Texts.of([]))]
    grams, number = np.unique(np.concatenate([gate.grams for gate in gates]), return_inverse=True)
    starts = np.cumsum([0, *(len(gate.grams) for gate in gates)])
    gram = [number[gate.gram + start] for gate, start in zip(gates, starts[:-1], strict=True)]
    return Gate(
        grams,
        np.concatenate(gram).astype(np.uint32),
        np.concatenate([gate.offset for gate in gates]),
        np.concatenate([gate.step for gate in gates]),
    )


def adapted(gate: Gate, text: Callable[[int], bytes], sample: bytes) -> Gate:
    """Return the gate for a log that begins like `sample`; `text` gives a literal.

    Grams that stand there too often are dropped; the literals they stood for get others, rare in the sample.
    """
    import numpy as np

    counts = _occurrences(gate.grams, sample)
    rate = MAX_RATE * len(sample) / 1e6
    while (bare := np.flatnonzero((counts > rate)[gate.gram])).size > MAX_MOVED:
        rate *= 2
    if not bare.size:
        return gate
    kept = np.flatnonzero(counts <= rate)
    texts = Texts.of([text(literal) for literal in bare.tolist()])
    moved = choose(texts, sample[:MAX_SHOWN], gate.grams[kept])
    place = np.zeros(len(gate.grams), dtype=np.uint32)
    place[kept] = np.arange(len(kept))
    made = Gate(moved.grams, place[gate.gram], gate.offset.copy(), gate.step.copy())
    made.gram[bare], made.offset[bare], made.step[bare] = moved.gram, moved.offset, moved.step
    return made


def _occurrences(grams: Words, text: bytes) -> Ints:
    """Return how often each gram stands in a text."""
    import numpy as np

    counts = np.zeros(len(grams), dtype=np.int64)
    windows = words(text)
    for at in range(0, len(windows), _STEP):
        found = _members(windows[at : at + _STEP], grams)
        counts += np.bincount(found[found >= 0], minlength=len(grams))
    return counts


@dataclass(slots=True)
class _Options:
    """Pairs of a literal and one of the grams in it: the gram's number, the literal, the offset, the weight."""

    held: Ints
    owners: Ints
    offsets: Ints
    weights: Floats

    def least_shared(self, texts: Texts) -> tuple[Ints, Ints, Ints]:
        """Return of each literal the gram, offset and step that it shares with the fewest others."""
        import numpy as np

        before, after = self.offsets, texts.lengths[self.owners] - GRAM - self.offsets
        forward = np.select([after >= step for step in STEPS[::2]], STEPS[::2], 0)
        backward = np.select([before >= -step for step in STEPS[1::2]], STEPS[1::2], 0)
        step = np.concatenate([forward, backward]).astype(np.int8)
        pair = np.concatenate([np.arange(len(self.held))] * 2)[step != 0]
        step = step[step != 0]
        owners = self.owners[pair]
        beside = texts.subset(owners).words(self.offsets[pair] + step)
        named = self.held[pair].astype(np.uint64) * np.uint64(17) + step.view(np.uint8)
        cost = _shared(beside * np.uint64(3) + named) * self.weights[pair] / np.abs(step)
        order = np.lexsort((cost, owners))
        best = order[np.searchsorted(owners[order], np.arange(len(texts)))]
        return (
            self.held[pair[best]].astype(np.uint32),
            self.offsets[pair[best]].astype(np.uint32),
            step[best],
        )


def _buckets(grams: Words) -> tuple[Ints, int]:
    """Return the hash bucket of each gram, and the number of buckets."""
    import numpy as np

    bits = min(BUCKET_BITS, max(12, len(grams).bit_length() + 2))
    return ((grams * np.uint64(_GOLDEN)) >> np.uint64(64 - bits)).astype(np.int32), 1 << bits


def _shared(grams: Words) -> Ints:
    """Return of each gram how often it is there, or more."""
    import numpy as np

    buckets, count = _buckets(grams)
    counts: Ints = np.bincount(buckets, minlength=count)[buckets]
    return counts


def _members(grams: Words, among: Words) -> Ints:
    """Return of each gram its place in `among`, -1 if it is not there."""
    import numpy as np

    found = np.full(len(grams), -1, dtype=np.int32)
    if not len(among):
        return found
    shift = np.uint64(64 - LIKELY_BITS)
    likely = np.zeros(1 << LIKELY_BITS, dtype=bool)
    likely[(among * np.uint64(_GOLDEN)) >> shift] = True
    some = np.flatnonzero(likely[(grams * np.uint64(_GOLDEN)) >> shift])
    order = np.argsort(among)
    place = order[np.minimum(np.searchsorted(among, grams[some], sorter=order), len(among) - 1)]
    same = among[place] == grams[some]
    found[some[same]] = place[same]
    return found


def _weights(grams: Words, log_text: bytes) -> Floats:
    """Return of each gram how often log text shows it, and a little for the rest."""
    import numpy as np

    shown, counts = np.unique(words(log_text), return_counts=True)
    place = _members(grams, shown)
    weights = np.full(len(grams), RARE, dtype=np.float32)
    weights[place >= 0] += counts[place[place >= 0]]
    return weights


def _chosen(grams: Words, owners: Ints, weights: Floats, count: int) -> Words:
    """Return grams of which each literal that has any holds one."""
    import numpy as np

    if not len(grams):
        return grams
    scores = _shared(grams) / weights
    first = np.flatnonzero(np.diff(owners, prepend=-1))
    best = np.repeat(np.maximum.reduceat(scores, first), np.diff(first, append=len(owners)))
    keep = scores >= KEEP * best
    grams, owners, weights = grams[keep], owners[keep], weights[keep]
    order = np.argsort(grams, kind="stable")
    grams, owners, weights = grams[order], owners[order], weights[order]
    fresh = np.ones(len(grams), dtype=bool)
    fresh[1:] = (grams[1:] != grams[:-1]) | (owners[1:] != owners[:-1])
    return _cover(grams[fresh], owners[fresh], weights[fresh], count)


def _cover(grams: Words, owners: Ints, weights: Floats, count: int) -> Words:
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
    return grams[begins[chosen]]


def _own_grams(opened: Any, owners: Ints, gram_of: Ints, weights: Floats) -> list[int]:
    """Return for each literal still open the rarest of its grams."""
    import numpy as np

    pairs = np.flatnonzero(opened[owners])
    order = pairs[np.lexsort((weights[gram_of[pairs]], owners[pairs]))]
    lead = np.ones(len(order), dtype=bool)
    lead[1:] = owners[order[1:]] != owners[order[:-1]]
    return [int(n) for n in np.unique(gram_of[order[lead]])]
