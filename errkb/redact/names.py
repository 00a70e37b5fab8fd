"""Values that one place of a text gave away, found wherever else they stand: names, and secrets without their context.

Each is kept by its first word, so that looking costs one look-up a word of the text, however many there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["Names"]

_WORD = re.compile(r"\w+")


class Names:
    """Values by kind; they are found in any case, where no word goes on before or behind them."""

    def __init__(self) -> None:
        self._by_word: dict[str, list[tuple[int, str, str]]] = {}
        self._kinds: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._kinds)

    def add(self, value: str, kind: str) -> None:
        """Take in a value; the first kind it comes with stays."""
        value = _lower(value)
        word = _WORD.search(value)
        if word is not None and value not in self._kinds:
            self._kinds[value] = kind
            self._by_word.setdefault(word[0], []).append((word.start(), value, kind))

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield begin, end and kind of each value in a text."""
        if not self._by_word:
            return
        lowered = _lower(text)
        for word in _WORD.finditer(lowered):
            for offset, value, kind in self._by_word.get(word[0], ()):
                start = word.start() - offset
                end = start + len(value)
                if start >= 0 and lowered.startswith(value, start) and not _goes_on(value, lowered, end):
                    yield start, end, kind


def _goes_on(value: str, text: str, end: int) -> bool:
    return end < len(text) and _is_word(value[-1]) and _is_word(text[end])


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _lower(text: str) -> str:
    """Return the text in lower case, every character where it was."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(small if len(small := character.lower()) == 1 else character for character in text)
