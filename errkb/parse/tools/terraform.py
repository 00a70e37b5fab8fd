"""Terraform and OpenTofu: `Error: title`, the place in a `.tf` file, and the explanation, in a box or without one.

The message is title and explanation; the source printed between them goes to the frame, the values in it nowhere.
Warnings in boxes are no errors, whatever their text says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.continuation import same_record
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import starts_something

__all__ = ["TerraformParser"]

_PLACE = Lazy(r"[ \t]*on (?P<file>[^\n\"]{1,300}?) line (?P<line>\d{1,6})(?:, in (?P<function>.{1,300}?))?:?$")
_WITH = Lazy(r"[ \t]*with .{1,300},$")
_SOURCE = Lazy(r"[ \t]*(?P<line>\d{1,6}): ?(?P<code>.*)$")
_VALUES = Lazy(r"[ \t]*├─{4,}$")
"""Opens the list of what stands in the expressions of the source above; an empty line ends it."""
_LOGGER = "box"
_REACH = 120
_NEAR = 4


class TerraformParser:
    """Reads one diagnostic."""

    name = "terraform"
    hints: tuple[str, ...] = ()
    nearby: tuple[str, ...] = ("\nError: ", "\nWarning: ")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the error, or an empty block for a warning."""
        line = lines[at]
        boxed = line.logger == _LOGGER
        text = line.text
        if boxed and text.startswith("Warning: "):
            return Block(next=_end(lines, at, boxed=True))
        if not text.startswith("Error: ") or not (boxed or _place_near(lines, at)):
            return None
        return _diagnostic(lines, at, _end(lines, at, boxed=boxed))


def _place_near(lines: Sequence[Line], at: int) -> bool:
    return any(_PLACE.match(line.text.rstrip()) for line in lines[at + 1 : at + 1 + _NEAR])


def _end(lines: Sequence[Line], at: int, *, boxed: bool) -> int:
    index = at + 1
    while index < len(lines) and index - at < _REACH:
        line = lines[index]
        if (boxed and line.logger != _LOGGER) or not same_record(lines[at], line, framed=False):
            break
        if starts_something(line.text):
            break
        if line.text.startswith(("Error: ", "Warning: ", "╷")):
            break
        index += 1
    return index


def _diagnostic(lines: Sequence[Line], at: int, behind: int) -> Block:
    spans = [rest_of(lines[at], len("Error: "))]
    frames: list[Frame] = []
    last = at
    for index in _told(lines, at + 1, behind):
        line = lines[index]
        text = line.text.rstrip()
        place = _PLACE.match(text)
        source = _SOURCE.match(text) if frames and line.text[:1].isspace() else None
        if place:
            frames = [Frame(place["file"], int(place["line"]), place["function"])]
        elif source and frames:
            frames[0].code = frames[0].code or source["code"].strip()
        elif text or spans[-1].text.strip():
            if _WITH.match(text):
                continue
            spans.append(Span(line, 0, len(text)))
        if text:
            last = index
    return Block([make_event(lines[at], lines[last], spans, frames=frames)], behind)


def _told(lines: Sequence[Line], low: int, behind: int) -> Iterator[int]:
    """Yield the lines of a diagnostic that are not values of the source's expressions."""
    values = False
    for index in range(low, behind):
        text = lines[index].text.rstrip()
        values = bool(text) and (values or _VALUES.match(text) is not None)
        if not values:
            yield index
