"""Finding any of many substrings in a long text: Hyperscan's "Teddy" filter, on integers instead of SIMD registers.

The substrings are spread over eight buckets, one bit each. A table per position says in which buckets a character may
stand there; `bytes.translate` looks up a whole chunk at once, and the tables' answers, shifted to the same place and
joined by `&`, are zero wherever nothing can begin. What is left is verified. About 7 ns a character, however many
substrings there are (`str.find` takes 0.6 ns for each), and nothing but the standard library.

Source: G. Langdale et al., https://github.com/rust-lang/regex/blob/1.0.0/src/literal/teddy_avx2/imp.rs describes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from math import prod

__all__ = ["Teddy", "find_all"]

_POSITIONS = 4
_CHUNK = 1 << 11
_LETTERS = dict(
    zip(
        "etaoinshrdlucmwfgypbvkjxqz",
        (90, 70, 62, 56, 56, 54, 48, 20, 52, 34, 32, 22, 28, 22, 10, *(14, 14, 9, 18, 12, 8, 7, 2, 4, 2, 2)),
        strict=True,
    )
)
"""How often a letter stands in logs, in thousandths; roughly, as for English text."""


class _Bucket:
    """Substrings that share a bit of the tables: the characters at each position, and how often these stand in logs."""

    def __init__(self) -> None:
        self.substrings: list[tuple[str, int]] = []
        """With the place of the characters they are found by."""
        self.classes = [set[str]() for _ in range(_POSITIONS)]
        self._widths = [0.0] * _POSITIONS
        self.share = 0.0

    def add(self, substring: str, at: int) -> None:
        """Put in a substring by its characters at a place."""
        factor = _factor(substring, at)
        self._widths = self._widened(factor)
        self.share = prod(self._widths)
        self.substrings.append((substring, at))
        for chars, char in zip(self.classes, factor, strict=True):
            chars.add(char)

    def cost(self, factor: str) -> float:
        """Return how much more the bucket would let through."""
        return prod(self._widened(factor)) - self.share

    def _widened(self, factor: str) -> list[float]:
        return [
            min(width if char in chars else width + _frequency(char), 1.0)
            for width, chars, char in zip(self._widths, self.classes, factor, strict=True)
        ]


class Teddy:
    """Finds lines that hold one of some substrings; calling it with a text gives offsets on each, in order.

    A substring that begins with a line feed stands at the beginning of a line.
    """

    def __init__(self, substrings: Sequence[str]) -> None:
        buckets = [(number, _Bucket()) for number in range(8)]
        for substring in sorted(filter(str.isascii, substrings), key=_least, reverse=True):
            places = [
                (bucket.cost(_factor(substring, at)), n, at) for at in _places(substring) for n, bucket in buckets
            ]
            _, number, at = min(places)
            buckets[number][1].add(substring, at)
        self._substrings = tuple(tuple(bucket.substrings) for _, bucket in buckets)
        self._suspects: dict[int, tuple[tuple[str, int], ...]] = {}
        self._tables = [_table([bucket.classes[position] for _, bucket in buckets]) for position in range(_POSITIONS)]
        self._wide = tuple(substring for substring in substrings if not substring.isascii())

    def __call__(self, text: str) -> list[int]:
        """Return, in ascending order, the offsets of one or two characters on each line with one of the substrings."""
        text = "\n" + text
        data = text.encode("latin-1", "replace") + bytes(_POSITIONS)  # one byte a character: offsets stay
        found: list[int] = []
        for low in range(0, len(data), _CHUNK):
            left = self._filter(data[low : low + _CHUNK + _POSITIONS - 1])
            if left:
                self._verify(text, low, left, found)
        if not text.isascii():
            found += find_all(text, self._wide)
        return sorted({max(at - 1, 0) for at in found})

    def _filter(self, data: bytes) -> int:
        """Return a number with a byte for each place: the buckets of which a substring may stand there."""
        left = int.from_bytes(data.translate(self._tables[0]), "little")
        for position in range(1, _POSITIONS):
            left &= int.from_bytes(data.translate(self._tables[position]), "little") >> (8 * position)
        return left

    def _verify(self, text: str, low: int, left: int, found: list[int]) -> None:
        """Add the offsets of the lines that do hold a substring, last line first."""
        while left:
            place = (left.bit_length() - 1) >> 3
            at = low + place
            for substring, offset in self._suspected(left >> (8 * place)):
                if text.startswith(substring, at - offset):
                    start = max(text.rfind("\n", 0, at - offset + 1), 0)
                    found.append(start + 1)
                    if start <= low:
                        return
                    place = start - low
                    break
            left &= (1 << (8 * place)) - 1

    def _suspected(self, bits: int) -> tuple[tuple[str, int], ...]:
        """Return the substrings of the buckets whose bits are set."""
        suspects = self._suspects.get(bits)
        if suspects is None:
            chosen = [bucket for number, bucket in enumerate(self._substrings) if bits >> number & 1]
            suspects = self._suspects[bits] = tuple(chain.from_iterable(chosen))
        return suspects


def _places(substring: str) -> range:
    """Return where in a substring the characters may begin by which it is found."""
    return range(max(len(substring) - _POSITIONS, 0) + 1)


def _factor(substring: str, at: int) -> str:
    """Return the characters of a substring at a place; `\\0` stands for any character."""
    return substring[at : at + _POSITIONS].ljust(_POSITIONS, "\0")


def _least(substring: str) -> float:
    return min(prod(map(_frequency, _factor(substring, at))) for at in _places(substring))


@cache
def _frequency(char: str) -> float:
    if char == "\0":
        return 1.0
    if char in _LETTERS:
        return _LETTERS[char] / 1000
    return 0.1 if char == " " else 0.02 if char.isdigit() else 0.004 if char.isupper() else 0.01


def _table(buckets: Sequence[set[str]]) -> bytes:
    """Return for each byte the buckets in which it may stand at one position; `\\0` stands for any."""
    table = bytearray(256)
    for number, chars in enumerate(buckets):
        for byte in range(256) if "\0" in chars else map(ord, chars):
            table[byte] |= 1 << number
    return bytes(table)


def find_all(text: str, substrings: Sequence[str]) -> list[int]:
    """Return the offset of a character on each line that holds one of a few substrings."""
    found: list[int] = []
    for substring in substrings:
        at = text.find(substring)
        while at >= 0:
            found.append(at + (substring[0] == "\n"))
            stop = text.find("\n", at + 1)
            if stop < 0:
                break
            at = text.find(substring, stop)
    return found
