"""Weak and empty patterns looked for on every line: slow, and mostly noise; it is what the rest is checked against."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from errkb.index.automaton import Backend, compile_literals
from errkb.index.bulk.candidates import Found, Verifier, by_regex
from errkb.index.bulk.layout import Lines, places
from errkb.index.bulk.lines import LineOf, lines_of
from errkb.index.bulk.plan import Plan
from errkb.index.bulk.source import BulkSource, Parts
from errkb.index.bulk.verify import line_end, stands_at
from errkb.index.bulk.wanted import Literals

__all__ = ["Everywhere"]

_BREAK = re.compile(rb"[\0\r\n]")


class Everywhere:
    """Finds weak and empty patterns on every line: by any literal they have, or else by trying."""

    def __init__(self, source: BulkSource, plan: Plan, backend: Backend) -> None:
        by_literal: dict[bytes, list[int]] = defaultdict(list)
        self._templates: dict[int, tuple[LineOf, ...]] = {}
        self._regexes: dict[int, Any] = {}
        for number in [*plan.weak, *plan.empty]:
            regex = source.regex(number)
            if regex is not None:
                from errkb.index.regex import compiled

                self._regexes[number] = compiled(regex)
            elif literal := _longest(source.parts(number)):
                by_literal[literal].append(number)
            else:
                self._templates[number] = lines_of(source.parts(number))
        self._literals = Literals.of(by_literal)
        self._verifier = Verifier(source, self._literals)
        self._automaton = compile_literals(self._literals.all(), backend)

    def find(self, data: bytes, lines: Lines, found: list[Found]) -> None:
        """Add the hits."""
        import numpy as np

        literals, ends = places(self._automaton, data)
        lengths = np.array([len(text) for text in self._literals.all()], dtype=np.int64)
        self._verifier.verify(data, lines, literals, ends - lengths[literals], found)
        start = 0
        for line in range(len(lines)) if self._templates or self._regexes else ():
            newline = data.find(b"\n", start)
            end = line_end(data, start, len(data) if newline < 0 else newline)
            for number, template in self._templates.items():
                if place := stands_at(data, template, start):
                    found.append((line, number, place))
            for number, regex in self._regexes.items():
                if place := by_regex(regex, data, start, end):
                    found.append((line, number, place))
            start = newline + 1


def _longest(parts: Parts) -> bytes:
    return max((run for part in parts if part for run in _BREAK.split(part)), key=len, default=b"")
