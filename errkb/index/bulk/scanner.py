"""The scan of a block: gate -> windows -> verifier, and the weak patterns beside it.

One pass over the text looks for the grams of the gate; all else is done where one stands, so Python touches about one
line in a hundred of a healthy log.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from errkb.index.automaton import Automaton, Backend, available, compile_literals
from errkb.index.bulk.candidates import Found, Verifier
from errkb.index.bulk.everywhere import Everywhere
from errkb.index.bulk.gate import MAX_SHOWN, Gate, adapted, choose
from errkb.index.bulk.layout import Lines, places
from errkb.index.bulk.logtext import LOG_TEXT
from errkb.index.bulk.plan import Plan
from errkb.index.bulk.source import BulkSource
from errkb.index.bulk.texts import LEAST, Texts
from errkb.index.bulk.weak import WeakPatterns, begins_message, marks
from errkb.index.bulk.windows import Windows

if TYPE_CHECKING:
    from errkb.index.bulk.layout import Ints

__all__ = ["PROBE", "BulkScanner", "Hit", "hits", "moved"]

PROBE = 1 << 20
"""Bytes of a log from which its gate is tuned."""
MIN_PROBE = 1 << 18
"""Less than this says too little about a log."""
CROWDED = 8_000
"""Grams found in a MB above which the gate is tuned anew: the log has become another."""
PATIENCE = 128 << 20
"""Bytes scanned with a gate before it is tuned anew."""


class Hit(NamedTuple):
    """A pattern on a line, from 1; spans are byte offsets in the log, (-1, -1) for a group that took no part."""

    line: int
    pattern: int
    start: int
    end: int
    groups: tuple[tuple[int, int], ...]


class BulkScanner:
    """Finds every pattern of a source on every line. Not to be shared between threads.

    `classes` are class names known of the weak patterns (`errkb.index.bulk.weak`); `everywhere` looks for those, and
    for the empty ones, on every line.
    """

    def __init__(
        self,
        source: BulkSource,
        plan: Plan,
        *,
        classes: Iterable[bytes] = (),
        everywhere: bool = False,
        backend: Backend | None = None,
    ) -> None:
        self.plan = plan
        self.backend = backend or available()
        self.context = plan.context
        self._strong = Verifier(source, plan.strong)
        self._caseless = Verifier(source, plan.caseless)
        self._caseless_lengths = Texts.of(plan.caseless.all()).lengths
        self._lower: Automaton = compile_literals(plan.caseless.all(), self.backend)
        self._weak = WeakPatterns(source, plan.weak, self.backend)
        self._marks = marks(classes) if plan.weak else []
        self._everywhere = Everywhere(source, plan, self.backend) if everywhere else None
        self._gate: _Gate | None = None
        self._scanned = 0

    @classmethod
    def of(
        cls,
        source: BulkSource,
        *,
        classes: Iterable[bytes] = (),
        everywhere: bool = False,
        backend: Backend | None = None,
    ) -> BulkScanner:
        """Return a scanner of patterns whose plan is not at hand."""
        return cls(source, Plan.build(source), classes=classes, everywhere=everywhere, backend=backend)

    def tune(self, sample: bytes) -> _Gate:
        """Choose the gate for a log from its first `PROBE` bytes or fewer; what is found does not depend on it."""
        gate = self.plan.gate
        if len(sample) >= MIN_PROBE:
            gate = adapted(gate, self.plan.strong.text, sample)
        shown = sample[:MAX_SHOWN] or LOG_TEXT
        self._gate = _Gate(gate, self.plan.strong.texts(), self._marks, self.backend, shown)
        self._scanned = 0
        return self._gate

    def scan(self, block: bytes, first_line: int = 1, *, offset: int = 0, core: int | None = None) -> Iterator[Hit]:
        """Return the hits of whole lines in order of line, then pattern.

        `first_line` is the number of the first line and `offset` where the block begins in the log, to which spans are
        relative. Only hits whose first line begins before `core` are given; what follows is looked at by templates of
        several lines.
        """
        found, _ = self.search(block, len(block) if core is None else core)
        return hits(found, first_line, offset)

    def search(self, data: bytes, core: int) -> tuple[list[Found], int]:
        """Return (line, pattern, place) of the hits, lines counted from 0, and how many line feeds the core has.

        Nothing made here refers to itself, so looking for garbage meanwhile would be in vain.
        """
        return self.search_in(data, core, Lines(data))

    def search_in(self, data: bytes, core: int, lines: Lines) -> tuple[list[Found], int]:
        """The same, given where the lines of the data are."""
        import gc

        collecting = gc.isenabled()
        gc.disable()
        try:
            return self._search(data, core, lines)
        finally:
            if collecting:
                gc.enable()

    def _search(self, data: bytes, core: int, lines: Lines) -> tuple[list[Found], int]:
        found: list[Found] = []
        literals, starts, messages = self._passed(data)
        self._strong.verify(data, lines, literals, starts, found)
        if len(self.plan.caseless):
            literals, ends = places(self._lower, data.lower())
            self._caseless.verify(data, lines, literals, ends - self._caseless_lengths[literals], found)
        if self._everywhere:
            self._everywhere.find(data, lines, found)
        elif messages:
            self._weak.find(data, lines, messages, found)
        count = lines.before(core)
        first = count + (core > 0 and core == len(data) and data[core - 1] != 10)  # lines that begin before `core`
        hits = [hit for hit in found if hit[0] < first]
        hits.sort()  # no two have line and pattern in common
        return hits, count

    def _passed(self, data: bytes) -> tuple[Ints, Ints, list[int]]:
        """Return what passes the gate; tune it anew if too much stands before it."""
        gate = self._gate or self.tune(b"")
        found, crowd = gate.find(data)
        self._scanned += len(data)
        if crowd * 1e6 > CROWDED * len(data) and self._scanned > PATIENCE:
            self.tune(data[:PROBE])
        return found


class _Gate:
    """The grams of a gate and the marks before messages, all looked for at once.

    Of a mark one rare gram is looked for: some longer literals among the grams slow the scan by a sixth.
    """

    def __init__(self, gate: Gate, texts: Iterable[Texts], marks: list[bytes], backend: Backend, shown: bytes) -> None:
        import numpy as np

        self.gate = gate
        self._windows = Windows(gate, list(texts))
        self._grams = len(gate.grams)
        self._marks: dict[bytes, list[tuple[bytes, int]]] = defaultdict(list)
        long = [mark for mark in marks if len(mark) >= LEAST]
        rare = choose(Texts.of(long), shown).texts if long else []
        for mark in marks:
            gram = next((gram for gram in rare if gram in mark), mark)
            self._marks[gram].append((mark, len(mark) - mark.index(gram) - len(gram)))
        self._texts = list(dict.fromkeys([*gate.texts, *self._marks]))
        self._automaton = compile_literals(self._texts, backend)
        self._marked = np.array([text in self._marks for text in self._texts], dtype=bool)

    def find(self, data: bytes) -> tuple[tuple[Ints, Ints, list[int]], int]:
        """Return (literals, starts) that may stand in the data, where on any line a message may begin; and how many
        grams were found."""
        grams, ends = places(self._automaton, data)
        messages: set[int] = set()
        marked = self._marked[grams].nonzero()[0]
        for gram, end in zip(grams[marked].tolist(), ends[marked].tolist(), strict=True):
            for mark, rest in self._marks[self._texts[gram]]:
                if begins_message(data, mark, end + rest):
                    messages.add(end + rest)
        own = (grams < self._grams).nonzero()[0]
        literals, starts = self._windows.find(data, grams[own], ends[own])
        return (literals, starts, sorted(messages)), len(grams)


def hits(found: list[Found], line: int, offset: int) -> Iterator[Hit]:
    """Yield the hits of a block that begins at a line and an offset of a log, counted from the log's beginning."""
    for on, number, (start, end, groups) in found:
        spans = tuple([(a + offset, b + offset) if a >= 0 else (a, b) for a, b in groups]) if groups else ()
        yield Hit(on + line, number, start + offset, end + offset, spans)


def moved(group: tuple[int, int], by: int) -> tuple[int, int]:
    """Return the span of a group counted from elsewhere; that of one that took no part stays."""
    return group if group[0] < 0 else (group[0] + by, group[1] + by)
