"""What the bulk scan is given: numbered patterns, each the raw literals of a template or a free-form regex.

A protocol, so that the scan works on a list in memory and on a mapped index alike; it asks for a pattern only when it
prepares the scan and when a line may hold it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from errkb.model.pattern import split_pattern

__all__ = ["BulkSource", "Parts", "PatternList"]

Parts = tuple[bytes | None, ...]
"""The raw (unescaped, not folded) literals of a template as UTF-8, `None` for each `(.+?)`."""


class BulkSource(Protocol):
    """Patterns by number, from 0."""

    def __len__(self) -> int: ...

    def parts(self, number: int) -> Parts:
        """Return the literals of a template; empty for a free-form regex or a pattern not to be looked for."""
        ...

    def encoded(self, number: int) -> bytes:
        """Return the same as bytes, `FE` for each group and `FF` between the parts; neither is part of UTF-8."""
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

    def encoded(self, number: int) -> bytes:
        """Return the literals of a template as bytes."""
        return b"\xff".join(b"\xfe" if part is None else part for part in self._parts[number])

    def regex(self, number: int) -> bytes | None:
        """Return a free-form regex."""
        return self._regexes.get(number)


def encode(text: str) -> bytes:
    """Return UTF-8; half of a surrogate pair, which JSON can hold, becomes bytes that stand in no sound text."""
    return text.encode("utf-8", "surrogatepass")


def _joined(parts: Sequence[str | None]) -> Parts:
    return tuple(None if part is None else encode(part) for part in parts)
