"""What the bulk scan looks for, worked out once when an index is built: anchors, gate and the weak patterns.

A pattern is *strong* if a line that holds it must hold a literal that tells something: for a template its anchor, for a
free-form regex one of its required literals. All others are *weak*. One template in a hundred is, and together they
would make 98 % of all candidates (69,499 real patterns). Templates with groups and fewer than `MIN_LITERAL` characters
of text are *empty*: they stand in nearly every message and explain none (contract, *Pattern*, rule 4), so no text finds
them.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from errkb.index.anchors import anchor, is_weak
from errkb.index.bulk.gate import GRAM, Gate, choose
from errkb.index.bulk.lines import anchor_line, lines_of
from errkb.index.bulk.source import BulkSource, Parts
from errkb.index.required import required
from errkb.model.pattern import MIN_LITERAL

__all__ = ["Literals", "Plan", "anchor_of"]

_HEADER = struct.Struct("=8sQ")
_MAGIC = b"errkbBS1"


@dataclass(slots=True)
class Literals:
    """Distinct literals, and the patterns to verify where each is found.

    `whole` is the pattern that is nothing but the literal, which needs no verifying, -1 if there is none.
    """

    texts: list[bytes] = field(default_factory=list)
    whole: array[int] = field(default_factory=lambda: array("i"))
    offsets: array[int] = field(default_factory=lambda: array("I", [0]))
    numbers: array[int] = field(default_factory=lambda: array("I"))

    @classmethod
    def of(cls, patterns: dict[bytes, list[int]], source: BulkSource) -> Literals:
        """Lay out a mapping flat."""
        made = cls(list(patterns))
        for literal, numbers in patterns.items():
            whole = next((n for n in numbers if source.parts(n) == (literal,)), -1)
            made.whole.append(whole)
            made.numbers.extend(n for n in numbers if n != whole)
            made.offsets.append(len(made.numbers))
        return made

    def patterns(self, literal: int) -> array[int]:
        """Return the numbers of the patterns to verify where a literal is found."""
        return self.numbers[self.offsets[literal] : self.offsets[literal + 1]]

    def blobs(self, name: str) -> dict[str, bytes]:
        """Return the literals as bytes by name."""
        arrays = {"whole": self.whole, "offsets": self.offsets, "numbers": self.numbers}
        return {name: _joined(self.texts)} | {f"{name}.{key}": value.tobytes() for key, value in arrays.items()}

    @classmethod
    def from_blobs(cls, blobs: dict[str, bytes], name: str) -> Literals:
        """Return the literals of `blobs`. Raises `KeyError`, `ValueError`."""
        arrays = (blobs[f"{name}.whole"], blobs[f"{name}.offsets"], blobs[f"{name}.numbers"])
        return cls(_split(blobs[name]), array("i", arrays[0]), _ints(arrays[1]), _ints(arrays[2]))


@dataclass(slots=True)
class Plan:
    """`strong` and `caseless` (lower-case) literals, the gate before the strong ones, and the weak patterns.

    `empty` are templates no text finds, `refused` regexes google-re2 does not take; `context` is how many lines after
    its first the longest template has. Unit `u` of the gate stands for the strong literal `unit_literals[u]`.
    """

    strong: Literals
    caseless: Literals
    gate: Gate
    unit_literals: array[int]
    weak: array[int]
    empty: array[int]
    refused: array[int]
    context: int

    @classmethod
    def build(cls, source: BulkSource) -> Plan:
        """Work out the plan; at 300,000 patterns some ten seconds of one core, and under 1 GB at the peak."""
        return _Builder(source).plan()

    def dump(self) -> bytes:
        """Return the plan as bytes, for `load` on a machine of the same byte order."""
        blobs = {
            **self.strong.blobs("strong"),
            **self.caseless.blobs("caseless"),
            "gate": _joined(self.gate.grams),
            "gate.offsets": self.gate.offsets.tobytes(),
            "gate.members": self.gate.members.tobytes(),
            "units": self.unit_literals.tobytes(),
            "weak": self.weak.tobytes(),
            "empty": self.empty.tobytes(),
            "refused": self.refused.tobytes(),
            "context": array("I", [self.context]).tobytes(),
        }
        directory = json.dumps({name: len(blob) for name, blob in blobs.items()}).encode()
        return b"".join([_HEADER.pack(_MAGIC, len(directory)), directory, *blobs.values()])

    @classmethod
    def load(cls, data: bytes | memoryview) -> Plan:
        """Return the plan of a dump; raises `ValueError` if it is none, or torn."""
        try:
            magic, size = _HEADER.unpack_from(data)
            if magic != _MAGIC:
                raise ValueError("not a plan of this version")
            at = _HEADER.size + size
            blobs: dict[str, bytes] = {}
            for name, length in json.loads(bytes(data[_HEADER.size : at])).items():
                blobs[name] = bytes(data[at : at + length])
                at += length
            if at != len(data):
                raise ValueError("the plan is torn")
            return cls(
                Literals.from_blobs(blobs, "strong"),
                Literals.from_blobs(blobs, "caseless"),
                Gate(_split(blobs["gate"]), _ints(blobs["gate.offsets"]), _ints(blobs["gate.members"])),
                _ints(blobs["units"]),
                _ints(blobs["weak"]),
                _ints(blobs["empty"]),
                _ints(blobs["refused"]),
                _ints(blobs["context"])[0],
            )
        except (struct.error, KeyError, AttributeError, TypeError) as error:
            raise ValueError("the plan is torn") from error

    def fallback(self) -> Sequence[bytes]:
        """Return of each unit of the gate the strong literal that stands for it."""
        return [self.strong.texts[literal] for literal in self.unit_literals]


def anchor_of(parts: Parts) -> bytes:
    """Return the anchor of raw literals, empty where they have none."""
    return anchor([None if part is None else part.decode("utf-8", "surrogatepass") for part in parts])


def _length(parts: Parts) -> int:
    """Return the characters of text, as `literal_length` counts them."""
    return len(b"".join(part for part in parts if part).decode("utf-8", "surrogatepass").strip())


class _Builder:
    def __init__(self, source: BulkSource) -> None:
        self.source = source
        self.strong: dict[bytes, list[int]] = {}
        self.caseless: dict[bytes, list[int]] = {}
        self.weak, self.empty, self.refused = array("I"), array("I"), array("I")
        self.context = 0

    def plan(self) -> Plan:
        """Return the plan. The units of the gate are read again, not kept: literals are the bulk of the memory."""
        for number in range(len(self.source)):
            regex = self.source.regex(number)
            if regex is not None:
                self._add_regex(number, regex)
            elif parts := self.source.parts(number):
                literal = anchor_of(parts)
                self.context = max(self.context, sum(part.count(b"\n") for part in parts if part))
                if None in parts and _length(parts) < MIN_LITERAL:
                    self.empty.append(number)
                elif is_weak(literal):
                    self.weak.append(number)
                else:
                    self.strong.setdefault(literal, []).append(number)
        units = array("I")
        gate = choose(self._units(units))
        strong, caseless = Literals.of(self.strong, self.source), Literals.of(self.caseless, self.source)
        return Plan(strong, caseless, gate, units, self.weak, self.empty, self.refused, self.context)

    def _add_regex(self, number: int, pattern: bytes) -> None:
        from errkb.index.regex import compiled

        if compiled(pattern) is None:
            self.refused.append(number)
            return
        found = required(pattern)
        if found is None or any(is_weak(literal) for literal in found.literals):
            self.weak.append(number)
            return
        for literal in sorted(found.literals):
            (self.caseless if found.caseless else self.strong).setdefault(literal, []).append(number)

    def _units(self, literals: array[int]) -> Iterator[list[bytes]]:
        """Yield what a line must hold with each pattern of each strong literal: the literals of the literal's line."""
        for literal, (text, numbers) in enumerate(self.strong.items()):
            for number in numbers:
                literals.append(literal)
                if self.source.regex(number) is not None:
                    yield [text]
                    continue
                lines = lines_of(self.source.parts(number))
                line = lines[anchor_line(lines, text)]
                yield [literal for literal, _ in line.literals if len(literal) >= GRAM]


def _joined(texts: Sequence[bytes]) -> bytes:
    """No literal holds a line feed."""
    return b"\n".join(texts)


def _split(data: bytes) -> list[bytes]:
    return data.split(b"\n") if data else []


def _ints(data: bytes) -> array[int]:
    return array("I", data)
