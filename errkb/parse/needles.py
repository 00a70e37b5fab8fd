"""`Needles`: which of hundreds of substrings stand on one line, without searching it for each.

A substring can only be there if its rarest character is; the characters of a line are found in one pass. Those that
hold another substring are searched where that one stands. What is left are some forty searches a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["Needles", "cover"]

_OFTEN = "etaoinsrdlcumpfghbvkwyxq :.-(/\",'_["
"""From the character that stands on most lines of error messages to one that stands on few."""
_RANKS = {char: rank for rank, char in enumerate(_OFTEN[::-1], 1)}

_More = list[tuple[str, int]]


class Needles:
    """Finds substrings; each has bits of a number. One that begins with a line feed stands at the beginning."""

    __slots__ = ("_keys", "_roots")

    def __init__(self, bits: Mapping[str, int]) -> None:
        roots = cover(bits)
        more: dict[str, _More] = {root: [] for root in roots}
        for needle, of in bits.items():
            if needle not in more:
                more[next(root for root in roots if root in needle)].append((needle, of))
        self._roots: dict[str, list[tuple[str, int, _More]]] = {}
        for root in roots:
            self._roots.setdefault(_rarest(root), []).append((root, bits[root], more[root]))
        self._keys = frozenset(self._roots)

    def __call__(self, text: str) -> int:
        """Return the bits of all substrings that stand on a line."""
        text = "\n" + text
        found = 0
        roots = self._roots
        for char in self._keys.intersection(text):
            for root, of, more in roots[char]:
                if root in text:
                    found |= of
                    for needle, bits in more:
                        if needle in text:
                            found |= bits
        return found


def cover(hints: Iterable[str]) -> tuple[str, ...]:
    """Return those of some substrings of which one stands wherever one of all does."""
    kept: list[str] = []
    for hint in sorted(dict.fromkeys(hints), key=len):
        if not any(other in hint for other in kept):
            kept.append(hint)
    return tuple(kept)


def _rarest(needle: str) -> str:
    return min(needle.strip("\n"), key=lambda char: _RANKS.get(char, 0))
