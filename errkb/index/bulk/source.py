"""What the bulk scan is given: numbered patterns, each the raw literals of a template or a free-form regex.

A protocol, so that the scan works on a list in memory and on a mapped index alike; it asks for a pattern only when it
prepares the scan and when a line may hold it.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from typing import Protocol

from errkb.model.pattern import split_pattern

__all__ = ["BulkSource", "PackedSource", "Parts", "PatternList"]

_REGEX = 0xFD

Parts = tuple[bytes | None, ...]
"""The raw (unescaped, not folded) literals of a template as UTF-8, `None` for each `(.+?)`."""


class BulkSource(Protocol):
    """Patterns by number, from 0."""

    def __len__(self) -> int: ...

    def parts(self, number: int) -> Parts:
        """Return the literals of a template; empty for a free-form regex or a pattern not to be looked for."""
        ...

    def regex(self, number: int) -> bytes | None:
        """Return a free-form regex as UTF-8, `None` for a template."""
        ...


class PatternList:
    """`messagePattern`s in memory. Those that are templates are split at their groups; all others are regexes."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._parts: list[Parts] = []
        self._regexes: dict[int, bytes] = {}
        for number, pattern in enumerate(patterns):
            parts = split_pattern(pattern)
            if parts is None:
                self._regexes[number] = encode(pattern)
            self._parts.append(_joined(parts or ()))

    def __len__(self) -> int:
        return len(self._parts)

    def parts(self, number: int) -> Parts:
        """Return the literals of a template."""
        return self._parts[number]

    def regex(self, number: int) -> bytes | None:
        """Return a free-form regex."""
        return self._regexes.get(number)


def encode(text: str) -> bytes:
    """Return UTF-8; half of a surrogate pair, which JSON can hold, becomes bytes that stand in no sound text."""
    return text.encode("utf-8", "surrogatepass")


def _joined(parts: Sequence[str | None]) -> Parts:
    return tuple(None if part is None else encode(part) for part in parts)


class PackedSource:
    """Patterns as flat bytes that can be stored and mapped: texts of all patterns, one after the other, and their ends.

    A template is its parts, `FF` between and `FE` for each group (neither stands in UTF-8); a regex begins with `FD`.
    """

    def __init__(self, texts: bytes | memoryview, ends: array[int] | memoryview) -> None:
        self._texts, self._ends = texts, ends

    @classmethod
    def of(cls, source: BulkSource) -> PackedSource:
        """Pack the patterns of a source."""
        texts, ends = bytearray(), array("Q")
        for number in range(len(source)):
            regex = source.regex(number)
            parts = source.parts(number) if regex is None else ()
            texts += (
                b"\xff".join(b"\xfe" if part is None else part for part in parts) if regex is None else b"\xfd" + regex
            )
            ends.append(len(texts))
        return cls(bytes(texts), ends)

    @classmethod
    def load(cls, data: bytes | memoryview) -> PackedSource:
        """Return the source of a dump (machine byte order). Raises `ValueError` if it is torn."""
        view = memoryview(data)
        count = int.from_bytes(view[:8], sys.byteorder)
        ends = view[8 : 8 + 8 * count].cast("Q")
        if len(ends) != count or len(view) != 8 + 8 * count + (ends[-1] if count else 0):
            raise ValueError("the patterns are torn")
        return cls(view[8 + 8 * count :], ends)

    def dump(self) -> bytes:
        """Return the patterns as bytes."""
        return len(self._ends).to_bytes(8, sys.byteorder) + bytes(self._ends) + bytes(self._texts)

    def __len__(self) -> int:
        return len(self._ends)

    def parts(self, number: int) -> Parts:
        """Return the literals of a template."""
        text = self._text(number)
        if not text or text[0] == _REGEX:
            return ()
        return tuple(None if part == b"\xfe" else part for part in text.split(b"\xff"))

    def regex(self, number: int) -> bytes | None:
        """Return a free-form regex."""
        text = self._text(number)
        return text[1:] if text and text[0] == _REGEX else None

    def _text(self, number: int) -> bytes:
        return bytes(self._texts[self._ends[number - 1] if number else 0 : self._ends[number]])
