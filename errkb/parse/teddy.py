"""Finding any of many substrings in a long text: Hyperscan's "Teddy" filter, on integers instead of SIMD registers.

The substrings are spread over eight buckets, one bit each. A table per position says in which buckets a character may
stand there; `bytes.translate` looks up a whole chunk at once, and the tables' answers, shifted to the same place and
joined by `&`, are zero wherever nothing can begin. What is left is verified. About 7 ns a character, however many
substrings there are (`str.find` takes 0.6 ns for each), with nothing but the standard library.

Source: G. Langdale et al., https://github.com/rust-lang/regex/blob/1.0.0/src/literal/teddy_avx2/imp.rs describes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

__all__ = ["Teddy", "find_all"]

_POSITIONS = 4
_CHUNK = 1 << 13
_TRIED = 3
"""Runs of a substring, the rarest, of which the one is taken that fits best into a bucket."""
_LETTERS = {
    char: share
    for chars, share in (
        ("etaoins", 60),
        ("rdlcu", 35),
        ("mpfgh", 20),
        ("bvkwyxq", 12),
        ("jz", 4),
        ("INFOWARDEBUG", 15),
    )
    for char in chars
}
"""How often a letter stands in logs, in thousandths, roughly."""


class _Bucket:
    """Substrings that share a bit of the tables: the characters at each position, and how often these stand in logs."""

    def __init__(self) -> None:
        self.classes = [set[str]() for _ in range(_POSITIONS)]
        self._widths = [0.0] * _POSITIONS
        self._share = 0.0

    def add(self, factor: str) -> None:
        """Let some characters through."""
        self._widths = self._widened(factor)
        self._share = prod(self._widths)
        for chars, char in zip(self.classes, factor, strict=True):
            chars.add(char)

    def cost(self, factor: str) -> float:
        """Return how much more the bucket would let through."""
        return prod(self._widened(factor)) - self._share

    def _widened(self, factor: str) -> list[float]:
        return [
            width if char in chars else min(width + _frequency(char), 1.0)
            for width, chars, char in zip(self._widths, self.classes, factor, strict=True)
        ]


class Teddy:
    """Finds lines that hold one of some substrings; calling it with a text gives offsets on each, in order.

    A substring that begins with a line feed stands at the beginning of a line.
    """

    def __init__(self, substrings: Sequence[str]) -> None:
        buckets = [_Bucket() for _ in range(8)]
        self._suspects: dict[str, list[tuple[str, int]]] = {}
        """By a substring's characters by which it is found: the substring, and where in it they stand."""
        self._short: set[str] = set()
        """The substrings that are shorter."""
        for substring in sorted(filter(str.isascii, substrings), key=_least, reverse=True):
            rarest = sorted(_places(substring), key=lambda at: _share(_factor(substring, at)))[:_TRIED]
            costs = [(buckets[n].cost(_factor(substring, at)), n, at) for at in rarest for n in range(8)]
            _, number, at = min(costs)
            buckets[number].add(_factor(substring, at))
            if len(substring) < _POSITIONS:
                self._short.add(substring)
            else:
                self._suspects.setdefault(substring[at : at + _POSITIONS], []).append((substring, at))
        self._tables = _tables(buckets)
        self._wide = tuple(substring for substring in substrings if not substring.isascii())

    def __call__(self, text: str) -> list[int]:
        """Return, in ascending order, the offsets of one or two characters on each line with one of the substrings."""
        text = "\n" + text
        data = text.encode("latin-1", "replace") + bytes(_POSITIONS)  # one byte a character: offsets stay
        found: list[int] = []
        for low in range(0, len(data), _CHUNK):
            chunk = data[low : low + _CHUNK + _POSITIONS - 1]
            left = _filter(chunk, self._tables)
            if left:
                self._verify(text, low, left.to_bytes(_CHUNK + _POSITIONS, "little"), found)
        if not text.isascii():
            found += find_all(text, self._wide)
        return sorted({max(at - 1, 0) for at in found})

    def _verify(self, text: str, low: int, left: bytes, found: list[int]) -> None:
        """Add the offsets of the lines that do hold a substring."""
        suspects, short = self._suspects, self._short
        for buckets in set(left.translate(None, b"\0")):
            place = left.find(buckets)
            while place >= 0:
                at = low + place
                factor = text[at : at + _POSITIONS]
                if factor in suspects and (start := _begin(text, at, suspects[factor])) >= 0:
                    pass
                elif factor[:3] in short or factor[:2] in short or factor[:1] in short:
                    start = at
                else:
                    place = left.find(buckets, place + 1)
                    continue
                found.append(max(text.rfind("\n", 0, start + 1), 0) + 1)
                stop = text.find("\n", at + 1)
                if stop < 0:
                    break
                place = left.find(buckets, max(stop - low, 0))


def _begin(text: str, at: int, suspects: Sequence[tuple[str, int]]) -> int:
    """Return where a substring begins of which the characters at a place may be some, or -1."""
    for substring, offset in suspects:
        if text.startswith(substring, at - offset):
            return at - offset
    return -1


def _places(substring: str) -> range:
    """Return where in a substring the characters may begin by which it is found."""
    return range(max(len(substring) - _POSITIONS, 0) + 1)


def _factor(substring: str, at: int) -> str:
    """Return the characters of a substring at a place; `\\0` stands for any character."""
    return substring[at : at + _POSITIONS].ljust(_POSITIONS, "\0")


def _least(substring: str) -> float:
    return min(_share(_factor(substring, at)) for at in _places(substring))


def _share(factor: str) -> float:
    return prod(map(_frequency, factor))


@cache
def _frequency(char: str) -> float:
    if char == "\0":
        return 1.0
    if char in _LETTERS:
        return _LETTERS[char] / 1000
    return 0.1 if char == " " else 0.02 if char.isdigit() else 0.004 if char.isupper() else 0.01


def _tables(buckets: Sequence[_Bucket]) -> list[bytes]:
    """Return for each position, by byte, the buckets in which it may stand there; `\\0` stands for any."""
    tables = [bytearray(256) for _ in range(_POSITIONS)]
    for number, bucket in enumerate(buckets):
        for table, chars in zip(tables, bucket.classes, strict=True):
            for byte in range(256) if "\0" in chars else map(ord, chars):
                table[byte] |= 1 << number
    return [bytes(table) for table in tables]


def _filter(data: bytes, tables: Sequence[bytes]) -> int:
    """Return a number with a byte for each place: the buckets of which a substring may stand there."""
    left = int.from_bytes(data.translate(tables[0]), "little")
    for position in range(1, _POSITIONS):
        left &= int.from_bytes(data.translate(tables[position]), "little") >> (8 * position)
    return left


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
