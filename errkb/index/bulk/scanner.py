"""The scan of a block: gate -> anchors -> verifier, and the weak patterns beside it.

Only lines that hold a literal of the gate are looked through for anchors, only lines with an anchor are
verified, so Python touches about one line in a hundred of a healthy log.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from errkb.index.automaton import Automaton, Backend, available, compile_literals
from errkb.index.bulk.candidates import Finder, Found
from errkb.index.bulk.everywhere import Everywhere
from errkb.index.bulk.gate import GRAM, MAX_SHOWN, choose
from errkb.index.bulk.layout import Lines, pairs
from errkb.index.bulk.logtext import LOG_TEXT
from errkb.index.bulk.plan import Plan
from errkb.index.bulk.source import BulkSource
from errkb.index.bulk.weak import WeakPatterns, begins_message, marks

if TYPE_CHECKING:
    from errkb.index.bulk.layout import Ints

__all__ = ["PROBE", "BulkScanner", "Hit", "hits", "moved"]

PROBE = 8 << 20
"""Bytes of a log from which its gate is tuned."""
MIN_PROBE = 1 << 20
"""Less than this says too little about a log; it is scanned without a gate, which costs no more than tuning one."""
DENSE = 0.4
"""Share of the bytes on lines that pass the gate above which the gate does not pay."""


class Hit(NamedTuple):
    """A pattern on a line, from 1; spans are byte offsets in the log, (-1, -1) for a group that took no part."""

    line: int
    pattern: int
    start: int
    end: int
    groups: tuple[tuple[int, int], ...]


class BulkScanner:
    """Finds every pattern of a source on every line. Not to be shared between threads.

    `strong` are the compiled strong literals of the plan, if they are at hand. `classes` are class names known of the
    weak patterns (`errkb.index.bulk.weak`); `everywhere` looks for those, and for the empty ones, on every line.
    """

    def __init__(
        self,
        source: BulkSource,
        plan: Plan,
        *,
        strong: Automaton | None = None,
        classes: Iterable[bytes] = (),
        everywhere: bool = False,
        backend: Backend | None = None,
    ) -> None:
        self.plan = plan
        self.backend = backend or available()
        self._strong = Finder(source, plan.strong, strong or compile_literals(plan.strong.texts, self.backend))
        self._caseless = Finder(source, plan.caseless, compile_literals(plan.caseless.texts, self.backend))
        self._weak = WeakPatterns(source, plan.weak, self.backend)
        self._marks = marks(classes) if plan.weak else []
        self._everywhere = Everywhere(source, plan, self.backend) if everywhere else None
        self.context = plan.context
        self._gate = _Gate([], self._marks, self.backend)
        self._probe: Automaton | None = None

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

    def tune(self, sample: bytes) -> None:
        """Choose the gate for a log from its first `PROBE` bytes or fewer; what is found does not depend on it."""
        grams = self.plan.gate.grams
        if len(sample) < MIN_PROBE or not grams:
            self._gate = _Gate([], self._marks, self.backend)
            return
        import numpy as np

        if self._probe is None:
            self._probe = compile_literals(grams, self.backend)
        found = pairs(self._probe.find(sample))
        hits = np.bincount(found[0], minlength=len(grams))
        adapted = self.plan.gate.adapted(hits.tolist(), sample, self.plan.fallback())
        gate = _Gate(adapted, self._marks, self.backend, sample[:MAX_SHOWN])
        some = sample[:MAX_SHOWN]
        lines = Lines(some)
        flagged, _ = gate.find(some, lines)
        starts, ends = lines.bounds(flagged)
        dense = int((ends - starts).sum()) > DENSE * len(some)
        self._gate = _Gate([], self._marks, self.backend) if dense else gate

    def scan(self, block: bytes, first_line: int = 1, *, offset: int = 0, core: int | None = None) -> Iterator[Hit]:
        """Return the hits of whole lines in order of line, then pattern.

        `first_line` is the number of the first line and `offset` where the block begins in the log, to which spans are
        relative. Only hits whose first line begins before `core` are given; what follows is looked at by templates of
        several lines.
        """
        found, _ = self.search(block, len(block) if core is None else core)
        return hits(found, first_line, offset)

    def search(self, data: bytes, core: int) -> tuple[list[Found], int]:
        """Return (line, pattern, place) of the hits, lines counted from 0, and how many line feeds the core has."""
        lines = Lines(data)
        found: list[Found] = []
        flagged, messages = self._gate.find(data, lines)
        self._strong.find(data, lines, flagged if self._gate.grams else None, found)
        if self.plan.caseless.texts:
            self._caseless.find(data, lines, None, found, data.lower())
        if self._everywhere:
            self._everywhere.find(data, lines, found)
        elif messages:
            self._weak.find(data, lines, messages, found)
        count = lines.before(core)
        first = count + (core > 0 and core == len(data) and data[core - 1] != 10)  # lines that begin before `core`
        hits = [hit for hit in found if hit[0] < first]
        hits.sort()  # no two have line and pattern in common
        return hits, count


def hits(found: list[Found], line: int, offset: int) -> Iterator[Hit]:
    """Yield the hits of a block that begins at a line and an offset of a log, counted from the log's beginning."""
    for on, number, (start, end, groups) in found:
        spans = tuple([moved(group, offset) for group in groups]) if groups else ()
        yield Hit(on + line, number, start + offset, end + offset, spans)


def moved(group: tuple[int, int], by: int) -> tuple[int, int]:
    """Return the span of a group counted from elsewhere; that of one that took no part stays."""
    return group if group[0] < 0 else (group[0] + by, group[1] + by)


class _Gate:
    """The grams that pass a line on, and the marks after which a message may begin, as one automaton.

    Of a mark one rare gram is looked for: some longer literals among the grams slow the scan by a sixth.
    """

    def __init__(self, grams: list[bytes], marks: list[bytes], backend: Backend, sample: bytes = LOG_TEXT) -> None:
        import numpy as np

        self.grams = grams
        self._marks: dict[bytes, list[tuple[bytes, int]]] = defaultdict(list)
        rare = choose([[mark] for mark in marks if len(mark) >= GRAM], sample).grams
        for mark in marks:
            gram = next((gram for gram in rare if gram in mark), mark)
            self._marks[gram].append((mark, len(mark) - mark.index(gram) - len(gram)))
        self._texts = list(dict.fromkeys([*grams, *self._marks]))
        self._automaton = compile_literals(self._texts, backend)
        self._is_mark = np.array([text in self._marks for text in self._texts], dtype=bool)
        self._passes = np.arange(len(self._texts)) < len(grams)

    def find(self, data: bytes, lines: Lines) -> tuple[Ints, list[int]]:
        """Return the lines that pass, and where on any line a message may begin."""
        import numpy as np

        found = self._automaton.find(data)
        if not found:
            return np.zeros(0, dtype=np.int64), []
        literals, ends = pairs(found)
        marked = self._is_mark[literals]
        messages: set[int] = set()
        for literal, end in zip(literals[marked].tolist(), ends[marked].tolist(), strict=True):
            for mark, rest in self._marks[self._texts[literal]]:
                if begins_message(data, mark, end + rest):
                    messages.add(end + rest)
        passing = lines.of(ends[self._passes[literals]] - 1)
        passing.sort()
        return passing[np.flatnonzero(np.diff(passing, prepend=-1))], sorted(messages)
