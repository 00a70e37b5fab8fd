"""What the bulk scan looks for, worked out once: strong literals and their gate, and the patterns apart from them.

A pattern is *strong* if a line that holds it must hold a literal that tells something: for a template its anchor, for a
free-form regex one of its required literals. All others are *weak*. One template in a hundred is, and together they
would make 98 % of all candidates (69,499 real patterns). Templates with groups and fewer than `MIN_LITERAL` characters
of text are *empty*: they stand in nearly every message and explain none (contract, *Pattern*, rule 4), so no text finds
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from errkb.index.anchors import anchor, is_weak
from errkb.index.bulk.gate import Gate, choose
from errkb.index.bulk.source import BulkSource, Parts
from errkb.index.bulk.texts import Texts
from errkb.index.bulk.wanted import Literals, Wanted
from errkb.index.regex import compiled
from errkb.index.required import required
from errkb.model.pattern import MIN_LITERAL

__all__ = ["Plan", "Sorting"]


@dataclass(slots=True)
class Plan:
    """`strong` and `caseless` (lower-case) literals, the gate before the strong ones, and the weak patterns.

    `empty` are templates no text finds, `refused` regexes google-re2 does not take; `context` is how many lines after
    its first the longest template has.
    """

    strong: Wanted
    gate: Gate
    caseless: Literals
    weak: Sequence[int]
    empty: Sequence[int]
    refused: Sequence[int]
    context: int

    @classmethod
    def build(cls, source: BulkSource) -> Plan:
        """Work out the plan of patterns of which nothing is known yet."""
        sorting = Sorting()
        for number in range(len(source)):
            regex = source.regex(number)
            if regex is not None:
                sorting.regex(number, regex)
            elif parts := source.parts(number):
                sorting.template(number, parts)
        return sorting.plan(sorting.strong)


@dataclass(slots=True)
class Sorting:
    """Sorts patterns into kinds."""

    strong: dict[bytes, list[int]] = field(default_factory=dict)
    caseless: dict[bytes, list[int]] = field(default_factory=dict)
    weak: list[int] = field(default_factory=list)
    empty: list[int] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)
    context: int = 0

    def template(self, number: int, parts: Parts) -> None:
        """Take in a template."""
        literal = anchor([None if part is None else part.decode("utf-8", "surrogatepass") for part in parts])
        self.context = max(self.context, sum(part.count(b"\n") for part in parts if part))
        if None in parts and _length(parts) < MIN_LITERAL:
            self.empty.append(number)
        elif is_weak(literal):
            self.weak.append(number)
        else:
            self.strong.setdefault(literal, []).append(number)

    def regex(self, number: int, pattern: bytes) -> None:
        """Take in a free-form regex."""
        if compiled(pattern) is None:
            self.refused.append(number)
            return
        found = required(pattern)
        if found is None or any(is_weak(literal) for literal in found.literals):
            self.weak.append(number)
            return
        for literal in sorted(found.literals):
            (self.caseless if found.caseless else self.strong).setdefault(literal, []).append(number)

    def plan(self, strong: dict[bytes, list[int]]) -> Plan:
        """Return the plan."""
        literals = Literals.of(strong)
        gate = choose(Texts.of(literals.all()))
        caseless = Literals.of(self.caseless)
        return Plan(literals, gate, caseless, self.weak, self.empty, self.refused, self.context)


def _length(parts: Parts) -> int:
    """Return the characters of text, as `literal_length` counts them."""
    return len(b"".join(part for part in parts if part).decode("utf-8", "surrogatepass").strip())
