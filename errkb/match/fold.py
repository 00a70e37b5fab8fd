"""Folded text with the way back: which character of the message a folded character was."""

from __future__ import annotations

import re

from errkb.index.template import fold

__all__ = ["Folded"]

_SPACE = re.compile(r"\s+")


class Folded:
    """A message in folded form, trimmed; `origin(at)` is the position in the message of folded position `at`.

    The map is made only when a match asks for it: most messages match nothing.
    """

    __slots__ = ("_map", "message", "text")

    def __init__(self, message: str) -> None:
        self.message = message
        self.text = fold(message).strip()
        self._map: list[tuple[int, int]] | None = None

    def origin(self, at: int) -> int:
        """Return the position in the message of the character at folded position `at`."""
        if self._map is None:
            self._map = self._make_map()
        low, high = 0, len(self._map)
        while low + 1 < high:
            middle = (low + high) // 2
            if self._map[middle][0] <= at:
                low = middle
            else:
                high = middle
        folded, original = self._map[low]
        return min(original + at - folded, len(self.message))

    def _make_map(self) -> list[tuple[int, int]]:
        """Return (folded, original) at the start of each word."""
        begin = len(self.message) - len(self.message.lstrip())
        if self.message.startswith(self.text, begin):
            return [(0, begin)]  # nothing was folded, as in most messages of one line
        result: list[tuple[int, int]] = []
        folded = 0
        for word in re.finditer(r"\S+", self.message.replace("\xa0", " ")):
            result.append((folded, word.start()))
            folded += len(word.group()) + 1
        return result or [(0, 0)]
