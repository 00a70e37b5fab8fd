"""Boxes as rich and typer draw them: tracebacks with `│ path:12 in f │`, and `╭─ Error ─╮`."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.continuation import message_spans
from errkb.parse.frames import make_frame
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import HEADER, class_line, next_text

__all__ = ["PanelParser"]

_TOP = Lazy(r"[ \t]*╭─+ (?P<title>[^─╮\n]{1,80}) ─+╮?[ \t]*$")
_BOTTOM = Lazy(r"[ \t]*╰─+╯?[ \t]*$")
_FRAME = Lazy(r"(?P<file>\S[^\n:]{0,400}(?::\\[^\n:]{1,400})?):(?P<line>\d+) in (?P<function>\S+)$")
_CODE = Lazy(r"❱ +\d+ (?P<code>.*)")
_MOST_LINES = 3000


class PanelParser:
    """Reads boxes that hold a traceback or an error."""

    name = "panel"
    hints: tuple[str, ...] = ("╭─",)
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of a box, with the class line below it."""
        text = lines[at].text
        top = _TOP.match(text) if "╭─" in text else None
        if top is None:
            return None
        end = at + 1
        while end < len(lines) and end - at < _MOST_LINES and lines[end].logger == "box":
            end += 1
        behind = end + (end < len(lines) and _BOTTOM.match(lines[end].text) is not None)
        if HEADER in top["title"]:
            return _traceback(lines, at, end, behind)
        return _error(lines, at, end, behind) if top["title"].strip().lower() == "error" else None


def _traceback(lines: Sequence[Line], at: int, end: int, behind: int) -> Block:
    frames: list[Frame] = []
    for line in lines[at + 1 : end]:
        text = _inside(line.text)
        frame = _FRAME.match(text)
        if frame:
            frames.append(make_frame(frame["file"], int(frame["line"][:9]), frame["function"]))
        elif frames and (code := _CODE.match(text)):
            frames[-1].code = code["code"].lstrip("│ ")
    index = next_text(lines, behind, 1)
    found = class_line(lines[index].text, loose=True) if index is not None else None
    spans: list[Span] = []
    if index is not None and found:
        spans, behind = message_spans(lines, index, found.column)
    elif not frames:
        return Block(next=behind)
    event = make_event(
        lines[at], lines[behind - 1], spans, cls=found.cls if found else None, language="python", frames=frames
    )
    return Block([event], behind)


def _error(lines: Sequence[Line], at: int, end: int, behind: int) -> Block | None:
    spans = [Span(line, 0, len(_inside(line.text))) for line in lines[at + 1 : end]]
    if not spans:
        return None
    return Block([make_event(lines[at], lines[behind - 1], spans, inferred=True)], behind)


def _inside(text: str) -> str:
    """Return the text without the right side of the box."""
    return text.rstrip().removesuffix("│").rstrip()
