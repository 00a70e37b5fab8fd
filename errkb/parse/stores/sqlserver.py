"""SQL Server: `Msg 208, Level 16, State 1, Server db, Line 3` with the message on the line below."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.lazy import Lazy

__all__ = ["SqlServerParser"]

_HEAD = Lazy(
    r"[ \t]*(?P<code>Msg \d{1,6}), Level (?P<level>\d{1,2}), State \d{1,3}(?:, Server (?P<server>[^,\n]{1,200}))?"
    r"(?:, Procedure (?P<procedure>[^,\n]{1,200}))?(?:, Line (?P<line>\d{1,7})(?: \[[^\]\n]{1,80}\])?)?"
    r"(?:[:\s]+(?P<message>\S.*))?$"
)
_INFORMATION = 10
"""Levels up to this one are no errors (`sys.messages`, severity)."""


class SqlServerParser:
    """Reads one message of SQL Server."""

    name = "sql server"
    hints: tuple[str, ...] = (", Level 1",)
    nearby: tuple[str, ...] = (", Level 2",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the error, or an empty block for mere information."""
        match = _HEAD.match(lines[at].text.rstrip()) if "Msg " in lines[at].text[:40] else None
        if match is None:
            return None
        if match["message"]:
            spans, behind = [Span(lines[at], *match.span("message"))], at + 1
        elif at + 1 < len(lines) and lines[at + 1].text.strip():
            spans, behind = [rest_of(lines[at + 1], 0)], at + 2
        else:
            spans, behind = [], at + 1
        if int(match["level"]) <= _INFORMATION:
            return Block(next=behind)
        frames = []
        if match["procedure"]:
            frames = [Frame(match["procedure"], int(match["line"]) if match["line"] else None, match["procedure"])]
        event = make_event(lines[at], lines[behind - 1], spans, code=match["code"], language="sql", frames=frames)
        return Block([event], behind)
