"""Python warnings: `path.py:12: UserWarning: text`. They are noise unless nothing else is in the paste."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Line
from errkb.parse.build import make_event, rest_of
from errkb.parse.frames import make_frame
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation

__all__ = ["WarningParser"]

_WARNING = Lazy(
    r"[ \t]*(?:(?P<file>[^\s:\"](?:[^\n:\"]|:(?=[\\/])){0,500}):(?P<line>\d+): )?"
    r"(?P<cls>(?:\w+\.)*[A-Z]\w*Warning): (?=\S)"
)


class WarningParser:
    """Reads what `warnings.showwarning` prints."""

    name = "warning"
    hints: tuple[str, ...] = ("Warning: ",)
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the warning and the source line below it."""
        line = lines[at]
        match = _WARNING.match(line.text) if "Warning: " in line.text else None
        if match is None:
            return None
        behind = at + 1
        code = None
        if behind < len(lines) and indentation(lines[behind].text) == indentation(line.text) + 2:
            code = lines[behind].text.strip()
            behind += 1
        frames = []
        if match["file"]:
            frames = [make_frame(match["file"], int(match["line"][:9]), None, code)]
        span = rest_of(line, match.end())
        event = make_event(line, lines[behind - 1], [span], cls=match["cls"], language="python", frames=frames)
        event.role = "noise"
        return Block([event], behind)
