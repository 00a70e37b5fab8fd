"""Literals found -> patterns verified."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from errkb.index.bulk.layout import Lines
from errkb.index.bulk.lines import LineOf, anchor_line, line_of, lines_of
from errkb.index.bulk.source import BulkSource
from errkb.index.bulk.verify import Place, line_end, stands_at, stands_on
from errkb.index.bulk.wanted import Wanted

if TYPE_CHECKING:
    from errkb.index.bulk.layout import Ints

__all__ = ["Found", "Verifier", "by_regex"]

Found = tuple[int, int, Place]
"""Line, pattern and place of a hit, counted from the beginning of its block."""


class _Lines(NamedTuple):
    """The lines of a template of several, and the one that the literal is on that led to it."""

    lines: tuple[LineOf, ...]
    anchor: int


Shape = bytes | LineOf | _Lines | Any
"""How a pattern is verified: as a literal and nothing else, as one line, as several, or as a compiled regex."""
KEPT = 16_384
"""Literals whose patterns stay decoded from block to block; a log seldom has more."""


class Verifier:
    """Verifies the patterns of some literals on the lines that may hold these."""

    def __init__(self, source: BulkSource, wanted: Wanted) -> None:
        self._source, self._wanted = source, wanted
        self._shapes: dict[int, list[tuple[int, Shape, bytes]]] = {}
        """Of each literal its patterns, how to verify them, and another literal that must stand on the line, too."""

    def verify(self, data: bytes, lines: Lines, literals: Ints, starts: Ints, found: list[Found]) -> None:
        """Add the hits, given the literals that may stand in the data and where; all of a line are looked for there."""
        import numpy as np

        if not len(literals):
            return
        on = lines.of(starts)
        _, first = np.unique(on * len(self._wanted) + literals, return_index=True)
        on, literals, starts = on[first], literals[first], starts[first]
        if len(self._shapes) > KEPT:
            self._shapes.clear()
        shapes, last = self._shapes, -1
        begin = end = 0
        apart: dict[tuple[int, int], Place] = {}
        for line, literal, start in zip(on.tolist(), literals.tolist(), starts.tolist(), strict=True):
            if line != last:
                begin = data.rfind(b"\n", 0, start) + 1
                newline = data.find(b"\n", start)
                end = line_end(data, begin, len(data) if newline < 0 else newline)
                last = line
            for number, shape, sign in shapes.get(literal) or self._shapes_of(literal):
                if sign and data.find(sign, begin, end) < 0:
                    continue
                if type(shape) is LineOf:
                    if place := stands_on(data, shape, begin, end):
                        found.append((line, number, place))
                elif type(shape) is bytes:
                    at = data.find(shape, begin, end)
                    if at >= 0:
                        found.append((line, number, (at, at + len(shape), ())))
                elif hit := _apart(shape, data, line, begin, end):
                    apart[hit[0], number] = hit[1]
        found.extend((line, number, place) for (line, number), place in apart.items())

    def _shapes_of(self, literal: int) -> list[tuple[int, Shape, bytes]]:
        made = self._shapes[literal] = [self._of(number, literal) for number in self._wanted.patterns(literal)]
        return made

    def _of(self, number: int, literal: int) -> tuple[int, Shape, bytes]:
        regex = self._source.regex(number)
        if regex is not None:
            from errkb.index.regex import compiled

            return number, compiled(regex), b""
        encoded, text = self._source.encoded(number), self._wanted.text(literal)
        if encoded == text:
            return number, text, b""
        if b"\n" not in encoded:
            line = line_of(encoded)
            others = [part for part, _ in line.literals if text not in part]
            return number, line, max(others, key=len, default=b"")
        lines = lines_of(self._source.parts(number))
        return number, _Lines(lines, anchor_line(lines, text)), b""


def _apart(shape: Any, data: bytes, line: int, begin: int, end: int) -> tuple[int, Place] | None:
    """Return on which line and where a template of several lines stands, or a regex that may have several literals."""
    if type(shape) is not _Lines:
        place = None if shape is None else by_regex(shape, data, begin, end)
        return place and (line, place)
    place = stands_at(data, shape.lines, _back(data, begin, shape.anchor)) if line >= shape.anchor else None
    return place and (line - shape.anchor, place)


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
