"""Which lines of a long log are read closely: those that hold a hint, and those right below.

From the others not even their carriers are taken off. Short texts are read closely throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import AnyStr, Generic

__all__ = ["CLOSELY", "Interest"]

CLOSELY = 3000
"""Up to so many lines, all are read closely."""
_BELOW = 24
"""Lines below that are read closely too; indented ones do not count."""
_SAME_HEAD = 6
"""For how many of those a line counts that is most likely the next record of the log."""
_MOST_INDENTED = 400
_HEAD = 4
"""A line that begins with as many of the same characters as the one above is most likely the next log record."""


class Interest(Generic[AnyStr]):
    """Goes from window to window, of text or bytes: what is read closely at the end of one goes on in the next."""

    def __init__(self) -> None:
        self._below = self._indented = 0
        self._head: AnyStr | None = None

    def stretches(self, text: AnyStr, end: AnyStr, hits: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the stretches of whole lines to read closely, by the offsets of the lines that hold a hint."""
        number, at, size = 0, 0, len(text)
        while at < size:
            if self._below <= 0:
                if number == len(hits):
                    return
                at = hits[number]
            low = at
            while at < size:
                if number < len(hits) and hits[number] == at:
                    number += 1
                    self._below, self._indented = _BELOW, _MOST_INDENTED
                    self._head = text[at : at + _HEAD]
                elif not self._goes_on(text, at):
                    break
                at = text.find(end, at) + 1 or size
            if at > low:
                yield low, at

    def _goes_on(self, text: AnyStr, at: int) -> bool:
        """Say whether the line at `at` still belongs to what is read closely."""
        if self._below <= 0 or self._indented <= 0:
            self._below = 0
            return False
        if text[at : at + 1].isspace():
            self._indented -= 1
        else:
            self._below -= _SAME_HEAD if text[at : at + _HEAD] == self._head else 1
        return True
