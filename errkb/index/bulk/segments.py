"""The patterns of segments looked for in a log all at once: one pass, whatever the number of segments.

The templates of the segments are numbered one after the other, in the order the segments are given; what is looked for
and how it is verified is the same for all of them, shipped, synced, harvested and private ones.
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
from errkb.index.bulk.files import Opener, scan_file, scan_stream
from errkb.index.bulk.plan import Plan
from errkb.index.bulk.scanner import BulkScanner
from errkb.index.bulk.source import Parts
from errkb.index.reading import Index, open_index
from errkb.index.template import Template

__all__ = ["IndexPatterns", "Sighting", "open_segments", "sightings"]


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


class IndexPatterns:
    """The templates of indexes as patterns for the bulk scan, numbered one after the other."""

    def __init__(self, indexes: Sequence[Index]) -> None:
        self._indexes = indexes
        self._starts = list(accumulate(map(len, indexes), initial=0))

    def __len__(self) -> int:
        return self._starts[-1]

    def parts(self, number: int) -> Parts:
        """Return the literals of a template as they stand in the pattern."""
        index, own = self._of(number)
        return () if own in index.regexes else index.raw_parts(own)

    def regex(self, number: int) -> bytes | None:
        """Return a free-form regex."""
        index, own = self._of(number)
        regex = index.regex(own) if own in index.regexes else None
        return None if regex is None else regex.encode("utf-8", "surrogatepass")

    def template(self, number: int) -> Template:
        """Return a template with all that is known of it."""
        index, own = self._of(number)
        return index.template(own)

    def _of(self, number: int) -> tuple[Index, int]:
        at = bisect_right(self._starts, number) - 1
        return self._indexes[at], number - self._starts[at]


def open_segments(
    folders: Sequence[Path], *, everywhere: bool = False, backend: Backend | None = None, indexes: Sequence[Index] = ()
) -> BulkScanner:
    """Open the bulk scan of the segments in folders; `indexes` are theirs, if they are open already.

    Raises `KnowledgeBaseError` when an index is missing or torn.
    """
    patterns = IndexPatterns(indexes or [open_index(folder, backend) for folder in folders])
    plan = Plan.build(patterns)
    classes = {cls.encode() for number in plan.weak if (cls := patterns.template(number).cls)}
    return BulkScanner(patterns, plan, classes=classes, everywhere=everywhere, backend=backend)


def sightings(
    folders: Sequence[Path], indexes: Sequence[Index], log: Path | Read, *, processes: int = 1
) -> Iterator[Sighting]:
    """Yield what stands in a log of the templates of open segments, in order of line, then segment, then template.

    `log` is a file, or a function that returns at most so many bytes and none at the end. Only a regular file of more
    than 32 MB is worth several processes.
    """
    patterns = IndexPatterns(indexes)
    opener: Opener
    if isinstance(log, Path):
        opener = partial(open_segments, folders)
        if processes == 1:
            opener = partial(open_segments, folders, indexes=indexes)
        hits = scan_file(log, opener, processes=processes)
    else:
        hits = scan_stream(open_segments(folders, indexes=indexes), log)
    for line, number, start, end, groups in hits:
        yield Sighting(patterns.template(number), line, start, end, groups)
