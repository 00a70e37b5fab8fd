"""What is looked for in text: literals, and the patterns to verify where each is found."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from errkb.index.bulk.texts import Texts

__all__ = ["Literals", "Wanted"]


class Wanted(Protocol):
    """Literals by number, from 0."""

    def __len__(self) -> int: ...

    def text(self, literal: int) -> bytes:
        """Return a literal."""
        ...

    def patterns(self, literal: int) -> Sequence[int]:
        """Return the numbers of the patterns to verify where a literal is found."""
        ...

    def texts(self) -> Sequence[Texts]:
        """Return the literals as arrays, one list after the other; hold them no longer than needed."""
        ...


@dataclass(slots=True)
class Literals:
    """Literals in memory."""

    _texts: list[bytes] = field(default_factory=list)
    _offsets: array[int] = field(default_factory=lambda: array("I", [0]))
    _numbers: array[int] = field(default_factory=lambda: array("I"))

    @classmethod
    def of(cls, patterns: dict[bytes, list[int]]) -> Literals:
        """Lay out a mapping flat."""
        made = cls(list(patterns))
        for numbers in patterns.values():
            made._numbers.extend(numbers)
            made._offsets.append(len(made._numbers))
        return made

    def __len__(self) -> int:
        return len(self._texts)

    def all(self) -> list[bytes]:
        """Return the literals in order."""
        return self._texts

    def text(self, literal: int) -> bytes:
        """Return a literal."""
        return self._texts[literal]

    def patterns(self, literal: int) -> Sequence[int]:
        """Return the numbers of the patterns to verify where a literal is found."""
        return self._numbers[self._offsets[literal] : self._offsets[literal + 1]]

    def texts(self) -> Sequence[Texts]:
        """Return the literals as arrays."""
        return [Texts.of(self._texts)]
