"""`Needles`: which of hundreds of substrings stand on one line, without searching it for each.

A substring can only be there if the rarest two characters that follow each other in it are; all such pairs of a line
are found in one pass, and few substrings are left to be searched. It is built on every start, in about a millisecond.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from operator import add

__all__ = ["Needles"]

_SHARES = {
    **dict.fromkeys("etaoins ", 9),
    **dict.fromkeys("rdlcu:", 6),
    **dict.fromkeys("mpfgh.", 4),
    **dict.fromkeys("bvkwyxq'(/-_\"", 2),
}
"""How often a character stands on lines of error messages, roughly; any other counts 1."""


class Needles:
    """Finds substrings; each has bits of a number. One that begins with a line feed stands at the beginning."""

    __slots__ = ("_by_pair", "_pairs", "_single")

    def __init__(self, bits: Mapping[str, int]) -> None:
        self._single = [(needle, of) for needle, of in bits.items() if len(needle) < 2]
        self._by_pair: dict[str, list[tuple[str, int]]] = {}
        shares = _SHARES
        for needle, of in bits.items():
            ranks = [shares.get(char, 1) for char in needle]
            costs = [left * right for left, right in pairwise(ranks)]
            if costs:
                at = costs.index(min(costs))
                self._by_pair.setdefault(needle[at : at + 2], []).append((needle, of))
        self._pairs = frozenset(self._by_pair)

    def __call__(self, text: str) -> int:
        """Return the bits of all substrings that stand on a line."""
        padded = "\n" + text
        found = 0
        for needle, of in self._single:
            if needle in padded:
                found |= of
        by_pair = self._by_pair
        for pair in self._pairs.intersection(map(add, padded, text)):
            for needle, of in by_pair[pair]:
                if needle in padded:
                    found |= of
        return found
