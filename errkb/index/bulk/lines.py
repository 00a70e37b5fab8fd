"""A template line by line: which literals and groups stand on each line of a message.

A group never crosses a line end, so a template with line ends in its literals is a sequence of lines: the first must
end where its line ends, the last must begin where its line begins, those between must fill theirs. A line end is `\\n`
or `\\r\\n`, in the template as in the log: a message written on one system is found in a log of another. A `\\r`
before the line end, or at the end of the log, is therefore part of no line.
"""

from __future__ import annotations

from typing import NamedTuple

from errkb.index.bulk.source import Parts

__all__ = ["LineOf", "anchor_line", "line_of", "lines_of"]


class LineOf(NamedTuple):
    """One line of a template: each literal with the number of groups before it, and how many groups follow the last.

    Without literals and groups it is an empty line, or the edge of the message at it.
    """

    literals: tuple[tuple[bytes, int], ...]
    tail: int


def lines_of(parts: Parts) -> tuple[LineOf, ...]:
    """Return the lines of a template."""
    lines: list[LineOf] = []
    literals: list[tuple[bytes, int]] = []
    groups = 0
    for part in parts:
        if part is None:
            groups += 1
            continue
        if b"\n" not in part and (groups or not literals):
            literals.append((part, groups))
            groups = 0
            continue
        for number, piece in enumerate(part.replace(b"\r\n", b"\n").split(b"\n")):
            if number:
                lines.append(LineOf(tuple(literals), groups))
                literals, groups = [], 0
            if piece and literals and not groups:  # two literals in a row are one
                literals[-1] = (literals[-1][0] + piece, literals[-1][1])
            elif piece:
                literals.append((piece, groups))
                groups = 0
    return (*lines, LineOf(tuple(literals), groups))


def line_of(encoded: bytes) -> LineOf:
    """Return a template of one line, given its parts as bytes (`BulkSource.encoded`)."""
    literals: list[tuple[bytes, int]] = []
    groups = 0
    for part in encoded.split(b"\xff"):
        if part == b"\xfe":
            groups += 1
        else:
            literals.append((part, groups))
            groups = 0
    return LineOf(tuple(literals), groups)


def anchor_line(lines: tuple[LineOf, ...], anchor: bytes) -> int:
    """Return the line of a template on which its anchor stands."""
    return next(number for number, line in enumerate(lines) if any(anchor in literal for literal, _ in line.literals))
