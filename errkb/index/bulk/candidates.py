"""Literals found -> patterns verified."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from errkb.index.bulk.layout import Lines
from errkb.index.bulk.lines import LineOf, anchor_line, lines_of
from errkb.index.bulk.source import BulkSource
from errkb.index.bulk.verify import Place, line_end, stands_at, stands_on
from errkb.index.bulk.wanted import Wanted

if TYPE_CHECKING:
    from errkb.index.bulk.layout import Ints

__all__ = ["Found", "Verifier", "by_regex"]

Found = tuple[int, int, Place]
"""Line, pattern and place of a hit, counted from the beginning of its block."""


class _Shape(NamedTuple):
    """How a pattern is verified that is not a template of one line: by regex, or the lines of a template.

    `anchor` is the line the literal is on that led to it.
    """

    lines: tuple[LineOf, ...]
    anchor: int
    regex: Any


class Verifier:
    """Verifies the patterns of some literals on the lines that may hold these."""

    def __init__(self, source: BulkSource, wanted: Wanted) -> None:
        self._source, self._wanted = source, wanted
        self._shapes: dict[int, list[tuple[int, LineOf | _Shape]]] = {}

    def verify(self, data: bytes, lines: Lines, literals: Ints, starts: Ints, found: list[Found]) -> None:
        """Add the hits, given the literals that may stand in the data and where; all of a line are looked for there."""
        import numpy as np

        if not len(literals):
            return
        on = lines.of(starts)
        _, first = np.unique(on * len(self._wanted) + literals, return_index=True)
        on, literals, starts = on[first], literals[first], starts[first]
        shapes, last = self._shapes, -1
        begin = end = 0
        matched: set[tuple[int, int]] = set()
        for line, literal, start in zip(on.tolist(), literals.tolist(), starts.tolist(), strict=True):
            if line != last:
                begin = data.rfind(b"\n", 0, start) + 1
                newline = data.find(b"\n", start)
                end = line_end(data, begin, len(data) if newline < 0 else newline)
                last = line
            for number, shape in shapes.get(literal) or self._shape(literal):
                if type(shape) is LineOf:
                    if place := stands_on(data, shape, begin, end):
                        found.append((line, number, place))
                elif type(shape) is _Shape:
                    if shape.regex is not None:
                        if (line, number) not in matched and (place := by_regex(shape.regex, data, begin, end)):
                            matched.add((line, number))
                            found.append((line, number, place))
                    elif shape.lines and line >= shape.anchor:
                        top = _back(data, begin, shape.anchor)
                        if place := stands_at(data, shape.lines, top):
                            found.append((line - shape.anchor, number, place))

    def _shape(self, literal: int) -> list[tuple[int, LineOf | _Shape]]:
        made = self._shapes[literal] = [
            (number, self._of(number, literal)) for number in self._wanted.patterns(literal)
        ]
        return made

    def _of(self, number: int, literal: int) -> LineOf | _Shape:
        regex = self._source.regex(number)
        if regex is not None:
            from errkb.index.regex import compiled

            return _Shape((), 0, compiled(regex))
        lines = lines_of(self._source.parts(number))
        return _Shape(lines, anchor_line(lines, self._wanted.text(literal)), None) if len(lines) > 1 else lines[0]


def _back(data: bytes, begin: int, count: int) -> int:
    """Return where the line begins that is so many lines before the one that begins at `begin`."""
    for _ in range(count):
        begin = data.rfind(b"\n", 0, begin - 1) + 1
    return begin


def by_regex(regex: Any, data: bytes, start: int, end: int, *, from_start: bool = False) -> Place | None:
    """Return where a regex matches in `data[start:end]`, or `None`."""
    from errkb.index.regex import find

    place = find(regex, data[start:end], from_start=from_start)
    if place is None:
        return None
    groups = tuple(span if span[0] < 0 else (span[0] + start, span[1] + start) for span in place[2])
    return place[0] + start, place[1] + start, groups
