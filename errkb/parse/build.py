"""Putting an event together from the lines it was found on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from errkb.model.event import ErrorEvent, Frame, Line, Piece
from errkb.parse.codes import errno_code
from errkb.parse.segment import of_line

__all__ = ["Span", "joined", "make_event", "rest_of", "trimmed"]


class Span:
    """Characters `low` to `high` of a line's text."""

    __slots__ = ("high", "line", "low")

    def __init__(self, line: Line, low: int, high: int) -> None:
        self.line = line
        self.low = low
        self.high = high

    @property
    def text(self) -> str:
        """Return the characters."""
        return self.line.text[self.low : self.high]


def rest_of(line: Line, low: int) -> Span:
    """Return the line from a column on."""
    return Span(line, min(low, len(line.text)), len(line.text))


def trimmed(spans: list[Span]) -> list[Span]:
    """Return the spans without the blank ones at the end."""
    end = len(spans)
    while end and not spans[end - 1].text.strip():
        end -= 1
    return spans[:end]


def joined(parts: Iterable[Span | str]) -> tuple[str, list[Piece]]:
    """Return the text of the parts and where its characters stand in the input; a `str` stands nowhere."""
    texts: list[str] = []
    pieces: list[Piece] = []
    size = 0
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        else:
            pieces += of_line(part.line, part.low, part.high, size)
            texts.append(part.text)
        size += len(texts[-1])
    return "".join(texts), pieces


def make_event(
    first: Line,
    last: Line,
    spans: Iterable[Span],
    *,
    cls: str | None = None,
    code: str | None = None,
    language: str | None = None,
    frames: list[Frame] | None = None,
    inferred: bool = False,
) -> ErrorEvent:
    """Return an event that reaches from one line to another; its message is made of `spans`, one a line.

    Blanks at the end of the message are left out. Without a `code`, the number of a system error in it is the code.
    """
    message, pieces = joined(_lines(list(spans)))
    return ErrorEvent(
        id="",
        message=message,
        start=first.start,
        end=max(first.start, last.end),
        line_start=first.number,
        line_end=last.number + last.wrapped,
        cls=cls,
        code=code or errno_code(message),
        language=language,
        frames=frames or [],
        pieces=pieces,
        stream=first.stream,
        time=last.time or first.time,
        inferred=inferred,
    )


def _lines(spans: list[Span]) -> Iterator[Span | str]:
    spans = trimmed(spans)
    for number, span in enumerate(spans, 1):
        if number < len(spans):
            yield span
            yield "\n"
        else:
            yield Span(span.line, span.low, span.low + len(span.text.rstrip()))
