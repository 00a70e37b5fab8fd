"""`Text`: what the user gave, decoded, with the way back to its bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Text"]


@dataclass(slots=True, frozen=True)
class Text:
    """Decoded input.

    `value` has one character per decoded character; each byte that is not valid in `encoding` is one U+FFFD.
    `raw` is the same text with such bytes as lone surrogates (PEP 383), so that character positions map back to bytes.
    `offset` is the number of bytes before the first character (a byte order mark).
    """

    value: str
    raw: str
    encoding: str = "utf-8"
    offset: int = 0

    @classmethod
    def of(cls, value: str) -> Text:
        """Wrap text that never was bytes; positions are those of its UTF-8 form."""
        return cls(value, value)

    def byte_offsets(self, characters: Iterable[int]) -> dict[int, int]:
        """Return the byte offset in the input of each character offset, in one pass over the text."""
        wanted = sorted(set(characters))
        if self.raw.isascii() and self.encoding == "utf-8":
            return {at: at + self.offset for at in wanted}
        found: dict[int, int] = {}
        here, size = 0, self.offset
        errors = "surrogateescape" if self.encoding == "utf-8" else "surrogatepass"
        for at in wanted:
            piece = self.raw[here:at]
            try:
                size += len(piece.encode(self.encoding, errors))
            except UnicodeEncodeError:  # lone surrogates in a str that never was bytes
                size += len(piece.encode(self.encoding, "surrogatepass"))
            here = max(here, at)
            found[at] = size
        return found
