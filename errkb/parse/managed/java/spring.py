"""Spring Boot's report of a failed start: a banner, what happened, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import next_text

__all__ = ["SpringParser"]

_BANNER = "APPLICATION FAILED TO START"
_STARS = Lazy(r"[ \t]*\*{10,}$")
_MOST_LINES = 80
_MOST_BLANK = 2


class SpringParser:
    """Reads the description as the message; the action belongs to the event but not to its message."""

    name = "spring-boot"
    hints: tuple[str, ...] = (_BANNER,)
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block from the banner to the end of the action."""
        if lines[at].text.strip() != _BANNER:
            return None
        index = at + 1
        if index < len(lines) and _STARS.match(lines[index].text):
            index += 1
        below = next_text(lines, index)
        if below is None or lines[below].text.strip() != "Description:":
            return None
        spans, index = _section(lines, below + 1)
        last = index - 1
        if index < len(lines) and lines[index].text.strip() == "Action:":
            _, index = _section(lines, index + 1)
            last = index - 1
        while last > at and not lines[last].text.strip():
            last -= 1
        return Block([make_event(lines[at], lines[last], spans, language="java")], max(last + 1, at + 1))


def _section(lines: Sequence[Line], at: int) -> tuple[list[Span], int]:
    """Return the lines of a section, and the index of what ends it: the next section, a log record, two blank lines."""
    spans: list[Span] = []
    blanks = 0
    index = at
    while index < min(at + _MOST_LINES, len(lines)):
        line = lines[index]
        if line.text.strip() == "Action:" or line.level or line.logger:
            break
        if line.text.strip():
            blanks = 0
        else:
            blanks += 1
            if spans and blanks >= _MOST_BLANK and not _action_below(lines, index):
                break
        if spans or line.text.strip():
            spans.append(rest_of(line, 0))
        index += 1
    return spans, index


def _action_below(lines: Sequence[Line], at: int) -> bool:
    below = next_text(lines, at)
    return below is not None and lines[below].text.strip() == "Action:"
