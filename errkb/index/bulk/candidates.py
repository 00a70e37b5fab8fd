"""Literals found -> patterns verified."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from errkb.index.automaton import Automaton
from errkb.index.bulk.layout import Lines, pairs
from errkb.index.bulk.lines import LineOf, anchor_line, lines_of
from errkb.index.bulk.plan import Literals
from errkb.index.bulk.source import BulkSource
from errkb.index.bulk.verify import Place, stands_at, stands_on

if TYPE_CHECKING:
    from errkb.index.bulk.layout import Ints

__all__ = ["Finder", "Found", "by_regex"]

Found = tuple[int, int, Place]
"""Line, pattern and place of a hit, counted from the beginning of its block."""


class _Shape(NamedTuple):
    """How a pattern is verified that is not a template of one line: by regex, or the lines of a template.

    `anchor` is the line the literal is on that led to it.
    """

    lines: tuple[LineOf, ...]
    anchor: int
    regex: Any


class Finder:
    """Finds the patterns of some literals, on chosen lines or on all."""

    def __init__(self, source: BulkSource, literals: Literals, automaton: Automaton) -> None:
        import numpy as np

        self._source, self._literals, self._automaton = source, literals, automaton
        self._whole = np.asarray(literals.whole, dtype=np.int64)
        self._lengths = np.array([len(text) for text in literals.texts], dtype=np.int64)
        self._rest = np.diff(np.asarray(literals.offsets, dtype=np.int64)) > 0
        self._shapes: dict[int, LineOf | _Shape] = {}

    def find(
        self, data: bytes, lines: Lines, chosen: Ints | None, found: list[Found], text: bytes | None = None
    ) -> None:
        """Add the hits on the chosen lines, or all; `text` is the data with its case changed, scanned in its stead."""
        import numpy as np

        if chosen is not None:
            joined = lines.joined(chosen)
            raw = self._automaton.find(joined.text)
        else:
            raw = self._automaton.find(data if text is None else text)
        if not raw:
            return
        literals, ends = pairs(raw)
        if chosen is not None:
            on, ends = joined.origin(ends - 1)
        else:
            ends = ends - 1
            on = lines.of(ends)
        keys = on * len(self._lengths) + literals
        order = np.lexsort((ends, keys))
        keys = keys[order]
        order = order[np.flatnonzero(np.diff(keys, prepend=-1))]  # the first of each literal on a line
        on, literals, ends = on[order], literals[order], ends[order] + 1
        whole = self._whole[literals]
        sure = np.flatnonzero(whole >= 0)
        starts = ends[sure] - self._lengths[literals[sure]]
        for line, number, start, end in zip(
            on[sure].tolist(), whole[sure].tolist(), starts.tolist(), ends[sure].tolist(), strict=True
        ):
            found.append((line, number, (start, end, ())))
        rest = self._rest[literals]
        self._verify(data, lines, on[rest], literals[rest], found)

    def _verify(self, data: bytes, lines: Lines, on: Ints, literals: Ints, found: list[Found]) -> None:
        shapes, patterns = self._shapes, self._literals.patterns
        starts, ends = lines.text_bounds(on)
        matched: set[tuple[int, int]] = set()
        for line, literal, start, end in zip(on.tolist(), literals.tolist(), starts, ends, strict=True):
            for number in patterns(literal):
                shape = shapes.get(number) or self._shape(number, literal)
                if type(shape) is LineOf:
                    if place := stands_on(data, shape, start, end):
                        found.append((line, number, place))
                elif type(shape) is _Shape:
                    if shape.regex is not None:
                        if (line, number) not in matched and (place := by_regex(shape.regex, data, start, end)):
                            matched.add((line, number))
                            found.append((line, number, place))
                    elif line >= shape.anchor:
                        first = line - shape.anchor
                        if place := stands_at(data, shape.lines, lines.start(first)):
                            found.append((first, number, place))

    def _shape(self, number: int, literal: int) -> LineOf | _Shape:
        shape: LineOf | _Shape
        regex = self._source.regex(number)
        if regex is not None:
            from errkb.index.regex import compiled

            shape = _Shape((), 0, compiled(regex))
        else:
            lines = lines_of(self._source.parts(number))
            several = len(lines) > 1
            shape = _Shape(lines, anchor_line(lines, self._literals.texts[literal]), None) if several else lines[0]
        self._shapes[number] = shape
        return shape


def by_regex(regex: Any, data: bytes, start: int, end: int, *, from_start: bool = False) -> Place | None:
    """Return where a regex matches in `data[start:end]`, or `None`."""
    from errkb.index.regex import find

    place = find(regex, data[start:end], from_start=from_start)
    if place is None:
        return None
    groups = tuple(span if span[0] < 0 else (span[0] + start, span[1] + start) for span in place[2])
    return place[0] + start, place[1] + start, groups
