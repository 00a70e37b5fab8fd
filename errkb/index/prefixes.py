"""Finding literals in a short text without an automaton: looked up, at every byte of it, among the sorted literals.

Loading a compiled automaton of 300,000 literals takes longer than all the rest of an answer. Literals sorted as bytes,
found by their first eight, are read where they lie in the file; each byte of the text costs about a microsecond, so
this is for texts of some kilobytes. It finds exactly what the automaton finds.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from errkb.index.postings import HEAD, head_key

if TYPE_CHECKING:
    from errkb.index.sections import Sections, SectionWriter

__all__ = ["Prefixes", "write_prefixes"]


def write_prefixes(file: SectionWriter, name: str, literals: Sequence[bytes]) -> None:
    """Write the sections for literals of at least `HEAD` bytes, numbered in the order given."""
    order = sorted(range(len(literals)), key=literals.__getitem__)
    keys, starts = array("Q"), array("I")
    for place, number in enumerate(order):
        key = head_key(literals[number])
        if not keys or keys[-1] != key:
            keys.append(key)
            starts.append(place)
    starts.append(len(order))
    file.add(f"{name}.keys", keys)
    file.add(f"{name}.starts", starts)
    file.add(f"{name}.order", array("I", order))
    file.add(f"{name}.longest", array("I", [max(map(len, literals), default=0)]))


class Prefixes:
    """The sorted literals, open; `text` gives a literal by its number."""

    def __init__(self, file: Sections, name: str, text: Callable[[int], bytes]) -> None:
        self._keys = file.ints(f"{name}.keys")
        self._starts = file.ints(f"{name}.starts")
        self._order = file.ints(f"{name}.order")
        self._longest = file.ints(f"{name}.longest")[0]
        self._text = text

    def find(self, data: bytes) -> Iterator[tuple[int, int]]:
        """Yield (literal, end) of every occurrence in `data`, overlapping ones included."""
        keys, count = self._keys, len(self._keys)
        for at in range(len(data) - HEAD + 1):
            key = head_key(data[at : at + HEAD])
            place = bisect_left(keys, key)
            if place < count and keys[place] == key:
                yield from self._beginning(data, at, self._starts[place], self._starts[place + 1])

    def _beginning(self, data: bytes, at: int, low: int, high: int) -> Iterator[tuple[int, int]]:
        """Yield (literal, end) of those in a range of the order that `data[at:]` begins with.

        The last literal that does not come behind a text is its beginning, or differs from it somewhere: what else the
        text begins with is no longer than what the two have in common.
        """
        order, text = self._order, self._text
        rest = data[at : at + self._longest]
        while high > low:
            high = bisect_right(order, rest, low, high, key=text)
            if high == low:
                return
            number = order[high - 1]
            literal = text(number)
            if rest.startswith(literal):
                yield number, at + len(literal)
                high -= 1
            else:
                rest = rest[: _common(rest, literal)]


def _common(one: bytes, other: bytes) -> int:
    """Return how many bytes two texts have in common at their beginning."""
    same = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        same += 1
    return same
