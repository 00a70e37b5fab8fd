"""`Segment`: a stretch of text that keeps the way back to where its characters stand in the input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from errkb.model.event import Line, Piece
from errkb.parse.lazy import Lazy

__all__ = ["Segment", "cut", "joined", "of_line", "unescape", "without_entities"]

_ENTITY = Lazy(r"&(?:(?P<name>quot|apos|lt|gt|amp|nbsp)|#(?P<number>\d{1,4})|#x(?P<hex>[0-9A-Fa-f]{1,4}));")
_ENTITIES = {"quot": '"', "apos": "'", "lt": "<", "gt": ">", "amp": "&", "nbsp": " "}
_ESCAPES = {"n": "\n", "t": "\t", "r": "", "b": "", "f": "", "0": ""}


class Segment:
    """Text and, in ascending order, the pieces of the input it is made of; other characters are not in the input."""

    __slots__ = ("pieces", "text")

    def __init__(self, text: str, pieces: list[Piece]) -> None:
        self.text = text
        self.pieces = pieces

    def cut(self, low: int, high: int) -> Segment:
        """Return the part from `low` to `high`."""
        return Segment(self.text[low:high], cut(self.pieces, low, high))


def cut(pieces: Iterable[Piece], low: int, high: int, shift: int = 0) -> list[Piece]:
    """Return the pieces of characters `low` to `high`, positions counted from `low` plus `shift`."""
    found: list[Piece] = []
    for piece in pieces:
        first, last = max(piece.at, low), min(piece.at + piece.length, high)
        if first < last:
            found.append(Piece(first - low + shift, piece.start + first - piece.at, last - first))
    return found


def of_line(line: Line, low: int, high: int, shift: int) -> list[Piece]:
    """Return the pieces of characters `low` to `high` of a line's text, positions counted from `shift`."""
    if line.pieces is not None:
        return cut(line.pieces, low, high, shift)
    return [Piece(shift, line.start + low, high - low)] if high > low else []


def joined(parts: Iterable[Segment | str]) -> Segment:
    """Return the parts as one; a `str` stands nowhere in the input."""
    texts: list[str] = []
    pieces: list[Piece] = []
    size = 0
    for part in parts:
        if isinstance(part, Segment):
            pieces += cut(part.pieces, 0, len(part.text), size)
            texts.append(part.text)
        else:
            texts.append(part)
        size += len(texts[-1])
    return Segment("".join(texts), pieces)


def without_entities(segment: Segment) -> Segment:
    """Return the text with what a web page wrote as entities (`&quot;`, `&#39;`)."""
    parts: list[Segment | str] = []
    low = 0
    for match in _ENTITY.finditer(segment.text):
        code = int(match["number"] or match["hex"] or "0", 10 if match["number"] else 16)
        written = _ENTITIES[match["name"]] if match["name"] else chr(code)
        if not written.isprintable():
            continue
        parts += [segment.cut(low, match.start()), written]
        low = match.end()
    return joined([*parts, segment.cut(low, len(segment.text))])


def unescape(segment: Segment) -> list[Segment]:
    """Return the lines of a text in which line ends, quotes and others are escapes (`\\n`, `\\"`, `\\u00e9`)."""
    lines: list[Segment] = []
    parts: list[str] = []
    pieces: list[Piece] = []
    size = 0
    for low, high, written in _tokens(segment.text):
        if written == "\n":
            lines.append(Segment("".join(parts), pieces))
            parts, pieces, size = [], [], 0
            continue
        if written is None:
            pieces += cut(segment.pieces, low, high, size)
            parts.append(segment.text[low:high])
            size += high - low
        else:
            parts.append(written)
            size += len(written)
    lines.append(Segment("".join(parts), pieces))
    return lines


def _tokens(text: str) -> Iterator[tuple[int, int, str | None]]:
    """Yield (low, high, what it stands for); `None` for characters that stand for themselves."""
    at, size = 0, len(text)
    while at < size:
        escape = text.find("\\", at)
        if escape < 0 or escape + 1 >= size:
            yield at, size, None
            return
        if escape > at:
            yield at, escape, None
        kind = text[escape + 1]
        if kind == "u" and (code := _hexadecimal(text[escape + 2 : escape + 6])) is not None:
            yield escape, escape + 6, chr(code)
            at = escape + 6
        elif kind in _ESCAPES:
            yield escape, escape + 2, _ESCAPES[kind]
            at = escape + 2
        else:  # \" and \\ stand for their second character; anything else stands for itself
            yield escape + (kind in "\"'\\/"), escape + 2, None
            at = escape + 2


def _hexadecimal(digits: str) -> int | None:
    if len(digits) != 4 or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        return None
    code = int(digits, 16)
    return code if code > 31 and not 0xD800 <= code < 0xE000 else None
