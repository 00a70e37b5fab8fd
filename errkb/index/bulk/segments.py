"""The templates of segments looked for in a log all at once: one pass, whatever the number of segments.

Templates and anchors are those of the match indexes, numbered one segment after the other in the order given; shipped,
synced, harvested and private segments are scanned in the same way.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from errkb.index.automaton import Backend
from errkb.index.bulk.blocks import Read
from errkb.index.bulk.files import scan_file, scan_stream
from errkb.index.bulk.gate import joined
from errkb.index.bulk.plan import Plan, Sorting
from errkb.index.bulk.scanner import BulkScanner
from errkb.index.bulk.source import Parts
from errkb.index.bulk.stored import kept_gate, texts_of
from errkb.index.bulk.texts import Texts
from errkb.index.bulk.wanted import Literals
from errkb.index.reading import Index, open_index
from errkb.index.template import Template

__all__ = ["Sighting", "Templates", "open_segments", "scanner", "sightings"]


class Sighting(NamedTuple):
    """A template on a line of a log.

    `line` counts from 1 and is the line the match begins on; `start`, `end` and the span of each placeholder in
    `groups` are byte offsets from the beginning of the log, (-1, -1) for a group of a free-form regex that took no
    part. `template.id` is the id of the record, `template.names` are the names of the placeholders.
    """

    template: Template
    line: int
    start: int
    end: int
    groups: tuple[tuple[int, int], ...]


def sightings(indexes: Sequence[Index], log: Path | Read, *, processes: int = 1) -> Iterator[Sighting]:
    """Yield what stands in a log of the templates of open segments, in order of line, then segment, then template.

    `log` is a file, or a function that returns at most so many bytes and none at the end. Only a regular file of more
    than 32 MB is scanned by several processes.
    """
    templates = Templates(indexes)
    if not isinstance(log, Path):
        hits = scan_stream(scanner(indexes), log)
    elif processes == 1:
        hits = scan_file(log, partial(scanner, indexes))
    else:
        for index in indexes:
            kept_gate(index)  # so that not every process has to choose it
        hits = scan_file(log, partial(open_segments, [index.folder for index in indexes]), processes=processes)
    for line, number, start, end, groups in hits:
        yield Sighting(templates.template(number), line, start, end, groups)


def open_segments(folders: Sequence[Path], *, backend: Backend | None = None) -> BulkScanner:
    """Return the bulk scan of the segments in folders. Raises `KnowledgeBaseError` if an index is missing or torn."""
    return scanner([open_index(folder, backend) for folder in folders], backend=backend)


def scanner(indexes: Sequence[Index], *, everywhere: bool = False, backend: Backend | None = None) -> BulkScanner:
    """Return the bulk scan of open segments; `everywhere` is that of `BulkScanner`."""
    templates = Templates(indexes)
    plan = _plan(indexes, templates)
    classes = {cls.encode("utf-8", "surrogatepass") for number in plan.weak if (cls := templates.template(number).cls)}
    return BulkScanner(templates, plan, classes=classes, everywhere=everywhere, backend=backend)


def _plan(indexes: Sequence[Index], templates: Templates) -> Plan:
    """Return the plan: what has a strong anchor is known already, the rest is sorted here."""
    sorting, base = Sorting(), 0
    weak: set[int] = set()
    for index in indexes:
        for own in index.unanchored:
            sorting.template(base + own, index.raw_parts(own))
        for own in index.loose:
            sorting.regex(base + own, templates.regex(base + own) or b"")
        for own in index.multiline:
            sorting.context = max(sorting.context, sum(part.count(b"\n") for part in index.raw_parts(own) if part))
        weak.update(base + own for own in index.weak.all_templates())
        base += len(index)
    for literal, numbers in sorting.strong.items():  # found in whatever case, they are verified all the same
        sorting.caseless.setdefault(literal.lower(), []).extend(numbers)
    return Plan(
        _Anchored(indexes, frozenset(weak)),
        joined([kept_gate(index) for index in indexes]),
        Literals.of(sorting.caseless),
        sorted(weak.union(sorting.weak)),
        sorting.empty,
        sorting.refused,
        sorting.context,
    )


class Templates:
    """The templates of indexes as patterns for the bulk scan, numbered one index after the other."""

    def __init__(self, indexes: Sequence[Index]) -> None:
        self._indexes = indexes
        self._starts = list(accumulate(map(len, indexes), initial=0))
        bases = zip(indexes, self._starts, strict=False)
        self._regexes = frozenset(base + own for index, base in bases for own in index.regexes)

    def __len__(self) -> int:
        return self._starts[-1]

    def parts(self, number: int) -> Parts:
        """Return the literals of a template as they stand in the pattern."""
        index, own = self.of(number)
        return () if number in self._regexes else index.raw_parts(own)

    def encoded(self, number: int) -> bytes:
        """Return the same as bytes."""
        index, own = self.of(number)
        return index.encoded(own)

    def regex(self, number: int) -> bytes | None:
        """Return a free-form regex."""
        if number not in self._regexes:
            return None
        index, own = self.of(number)
        return (index.regex(own) or "").encode("utf-8", "surrogatepass")

    def template(self, number: int) -> Template:
        """Return a template with all that is known of it."""
        index, own = self.of(number)
        return index.template(own)

    def of(self, number: int) -> tuple[Index, int]:
        """Return the index a template is in and its number there."""
        at = bisect_right(self._starts, number) - 1
        return self._indexes[at], number - self._starts[at]


class _Anchored:
    """The strong anchors of indexes, numbered one index after the other; `weak` patterns are looked for otherwise."""

    def __init__(self, indexes: Sequence[Index], weak: frozenset[int]) -> None:
        self._anchors = [index.strong for index in indexes]
        self._bases = list(accumulate(map(len, indexes), initial=0))
        self._starts = list(accumulate(map(len, self._anchors), initial=0))
        self._weak = weak

    def __len__(self) -> int:
        return self._starts[-1]

    def text(self, literal: int) -> bytes:
        """Return an anchor."""
        at = self._of(literal)
        return self._anchors[at].text(literal - self._starts[at])

    def patterns(self, literal: int) -> Sequence[int]:
        """Return the templates an anchor leads to."""
        at = self._of(literal)
        own = self._anchors[at].templates(literal - self._starts[at])
        return [number for template in own if (number := self._bases[at] + template) not in self._weak]

    def texts(self) -> Sequence[Texts]:
        """Return the anchors as arrays."""
        return [texts_of(anchors) for anchors in self._anchors]

    def _of(self, literal: int) -> int:
        return bisect_right(self._starts, literal) - 1
