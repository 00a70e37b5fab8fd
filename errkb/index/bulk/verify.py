"""The verifier of raw bytes: does a template stand on a line, and where are its groups?

The literals are looked for from left to right with at least one byte for each group. On one line that gives the spans
`re` gives for the lazy pattern (leftmost, every group as short as can be), in time linear in the line whatever the
template: if the earliest place of a literal does not work out, no later one does. The one difference is meant: a group
at the end of a template runs to the end of the line, where `re` would stop after one byte.
"""

from __future__ import annotations

from errkb.index.bulk.lines import LineOf

__all__ = ["MAX_LINE", "Place", "line_end", "stands_at", "stands_on"]

Place = tuple[int, int, tuple[tuple[int, int], ...]]
"""Start and end of a match and the span of each group, as offsets into the data."""
MAX_LINE = 16 << 20
"""Bytes after the first line of a template within which its last must end; longer lines are scanned in pieces."""
_RETURN = 13


def stands_at(data: bytes, lines: tuple[LineOf, ...], at: int, *, from_start: bool = False) -> Place | None:
    """Return where a template stands whose first line is the one of which `data[at:]` is the rest, or `None`.

    `from_start` asks for a match that begins at `at` itself.
    """
    last = len(lines) - 1
    start, finish, limit = -1, -1, len(data)
    groups: tuple[tuple[int, int], ...] = ()
    for number, line in enumerate(lines):
        newline = data.find(b"\n", at)
        if newline < 0 and number < last:
            return None
        end = line_end(data, at, newline if newline >= 0 else len(data))
        if end > limit:
            return None
        if number or from_start or last:
            place = stands_within(data, line, at, end, from_start=from_start or number > 0, to_end=number < last)
        else:
            place = stands_on(data, line, at, end)
        if place is None:
            return None
        if not number:
            start, limit = place[0], newline + MAX_LINE if last else limit
        finish, groups, at = place[1], groups + place[2], newline + 1
    return start, finish, groups


def line_end(data: bytes, start: int, newline: int) -> int:
    """Return where the text of a line ends whose line feed is at `newline`: before a carriage return."""
    return newline - 1 if newline > start and data[newline - 1] == _RETURN else newline


def stands_on(data: bytes, line: LineOf, start: int, end: int) -> Place | None:
    """Return where a template of one line stands in `data[start:end]`, or `None`."""
    literals, tail = line
    groups: list[tuple[int, int]] = []
    at, begin = start, start
    for literal, before in literals:
        found = data.find(literal, at + before, end)
        if found < 0:
            return None
        if before == 1:
            groups.append((at, found))
        elif before:
            _close(groups, at, found, before)
        elif at == start:
            begin = found
        at = found + len(literal)
    if tail:
        if end - at < tail:
            return None
        _close(groups, at, end, tail)
        at = end
    return begin, at, tuple(groups)


def stands_within(
    data: bytes, line: LineOf, start: int, end: int, *, from_start: bool = False, to_end: bool = False
) -> Place | None:
    """The same for a line of a template whose match must begin at `start` or end at `end`."""
    literals, tail = line
    groups: list[tuple[int, int]] = []
    at, begin, last = start, start, len(literals) - 1
    for number, (literal, before) in enumerate(literals):
        floor = at + before
        if from_start and not number and not before:
            found = start if data.startswith(literal, start, end) else -1
            if to_end and number == last and not tail and found + len(literal) != end:
                return None
        elif to_end and number == last and not tail:
            found = end - len(literal) if data.endswith(literal, floor, end) else -1
        else:
            found = data.find(literal, floor, end)
        if found < 0:
            return None
        if before:
            _close(groups, at, found, before)
        elif not number:
            begin = found
        at = found + len(literal)
    if tail:
        if end - at < tail:
            return None
        _close(groups, at, end, tail)
        at = end
    elif not literals:
        begin = at = start if from_start else end
        if to_end and at != end:
            return None
    return begin, at, tuple(groups)


def _close(groups: list[tuple[int, int]], at: int, found: int, count: int) -> None:
    """Add the spans of the groups before a literal: lazily one byte each, the last takes the rest."""
    if count > 1:
        groups.extend((at + number, at + number + 1) for number in range(count - 1))
    groups.append((at + count - 1, found))
