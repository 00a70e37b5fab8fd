"""Weak patterns: looked for only where a message begins right after `Class: `.

`Class: ` is a name, colon and blank anywhere on a line: a name that ends in `Error`, `Exception`, `Warning` or the like
(`json.decoder.JSONDecodeError: `, `host_config_error: `), or one of the class names known of the patterns themselves
(`Http404: `), whole. A weak pattern stands there if its match begins with the very next byte; the first such place of a
line counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from errkb.index.automaton import Automaton, Backend, compile_literals
from errkb.index.bulk.candidates import Found, by_regex
from errkb.index.bulk.layout import Joined, Lines, places
from errkb.index.bulk.lines import LineOf, lines_of
from errkb.index.bulk.source import BulkSource
from errkb.index.bulk.verify import Place, line_end, stands_at, stands_within

__all__ = ["MARKS", "WeakPatterns", "marks"]

MARKS = tuple(
    f"{name}: ".encode()
    for name in ("Error", "error", "Exception", "exception", "Warning", "Failure", "Fault", "Interrupt", "Exit")
)
"""What ends the usual class names."""
SHORTEST_NAME = 3
"""A shorter class name (`e`) stands in too much text."""
_KEY = 6
"""Bytes by which weak templates are looked up that begin with a literal."""
_NAME = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def marks(classes: Iterable[bytes]) -> list[bytes]:
    """Return the literals after which a message may begin: the usual ones, then those of other known classes."""
    names = {name.rpartition(b".")[2] + b": " for name in classes if len(name.rpartition(b".")[2]) >= SHORTEST_NAME}
    return [
        *MARKS,
        *sorted(name for name in names if not name.endswith(MARKS) and b"\0" not in name and b"\n" not in name),
    ]


def begins_message(data: bytes, mark: bytes, end: int) -> bool:
    """Say whether a mark ends at `end`; one of a whole name must not be the tail of a longer name."""
    before = end - len(mark) - 1
    return data.endswith(mark, 0, end) and (mark in MARKS or before < 0 or data[before] not in _NAME)


class WeakPatterns:
    """The weak templates by how they begin, or by their longest literal; weak regexes are tried on every message.

    Where the first line is nothing but a group the beginning of the second tells.
    """

    def __init__(self, source: BulkSource, numbers: Iterable[int], backend: Backend) -> None:
        self._lines: dict[int, tuple[LineOf, ...]] = {}
        self._regexes: dict[int, Any] = {}
        self._by_head: dict[bytes, list[tuple[bytes, int]]] = defaultdict(list)
        self._below: list[tuple[bytes, int]] = []
        self._others: list[int] = []
        inner: dict[bytes, list[int]] = defaultdict(list)
        for number in numbers:
            regex = source.regex(number)
            if regex is not None:
                from errkb.index.regex import compiled

                self._regexes[number] = compiled(regex)
            else:
                self._add_template(number, lines_of(source.parts(number)), inner)
        self._lengths = sorted({len(head) for head in self._by_head})
        self._inner_patterns = list(inner.values())
        self._inner: Automaton = compile_literals(list(inner), backend)
        self._next_lines = tuple({literal for literal, _ in self._below})

    def _add_template(self, number: int, lines: tuple[LineOf, ...], inner: dict[bytes, list[int]]) -> None:
        self._lines[number] = lines
        first = lines[0].literals
        longest = max((literal for literal, _ in first if b"\0" not in literal), key=len, default=b"")
        if first and not first[0][1]:
            self._by_head[first[0][0][:_KEY]].append((first[0][0], number))
        elif longest:
            inner[longest].append(number)
        elif len(lines) > 1 and lines[1].literals and not lines[1].literals[0][1]:
            self._below.append((lines[1].literals[0][0], number))
        else:
            self._others.append(number)

    def find(self, data: bytes, lines: Lines, starts: list[int], found: list[Found]) -> None:
        """Add the hits of the weak patterns that stand at one of the message starts (ascending), once for each line."""
        import numpy as np

        on = lines.of(starts)
        ends = [_end(data, start) for start in starts]
        texts = list(zip(starts, ends, on.tolist(), strict=True))
        placed: dict[tuple[int, int], Place] = {}
        get = self._by_head.get
        for text in texts:
            start, end, _ = text
            for length in self._lengths:
                for literal, number in get(data[start : start + length], ()):
                    if data.startswith(literal, start, end):
                        self._verify(data, number, text, placed)
            if self._below:
                self._find_below(data, text, placed)
            for number in self._others:
                self._verify(data, number, text, placed)
            for number, regex in self._regexes.items():
                if place := by_regex(regex, data, start, end, from_start=True):
                    placed.setdefault((text[2], number), place)
        if self._inner_patterns:
            joined = Joined(data, np.array(starts), np.array(ends))
            self._find_inner(data, joined, texts, placed)
        found.extend((line, number, place) for (line, number), place in placed.items())

    def _find_below(self, data: bytes, text: tuple[int, int, int], placed: dict[tuple[int, int], Place]) -> None:
        end = text[1]
        below = end + 1 if data.startswith(b"\n", end) else end + 2
        if not data.startswith(self._next_lines, below):
            return
        for literal, number in self._below:
            if data.startswith(literal, below):
                self._verify(data, number, text, placed)

    def _find_inner(
        self, data: bytes, joined: Joined, texts: list[tuple[int, int, int]], placed: dict[tuple[int, int], Place]
    ) -> None:
        import numpy as np

        literals, ends = places(self._inner, joined.text)
        which = joined.origin(ends - 1)
        for key in np.unique(which * len(self._inner_patterns) + literals).tolist():
            text, literal = divmod(key, len(self._inner_patterns))
            for number in self._inner_patterns[literal]:
                self._verify(data, number, texts[text], placed)

    def _verify(
        self, data: bytes, number: int, text: tuple[int, int, int], placed: dict[tuple[int, int], Place]
    ) -> None:
        lines = self._lines[number]
        if len(lines) == 1:
            place = stands_within(data, lines[0], text[0], text[1], from_start=True)
        else:
            place = stands_at(data, lines, text[0], from_start=True)
        if place:
            placed.setdefault((text[2], number), place)


def _end(data: bytes, start: int) -> int:
    """Return where the text of the line ends on which a message begins."""
    newline = data.find(b"\n", start)
    return line_end(data, start, len(data) if newline < 0 else newline)
