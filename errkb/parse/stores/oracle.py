"""Oracle: `ORA-00942: …` lines; `ORA-06512: at "SCHEMA.NAME", line 3` are the frames of the error above."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.lazy import Lazy

__all__ = ["OracleParser"]

_LINE = Lazy(
    r"[ \t]*(?P<code>(?:ORA|PLS|TNS|SP2|IMP|EXP|RMAN|LRM|DPY|DPI|CRS|KUP|DRG|NNC|OCI)-\d{4,5}): (?P<message>\S.*)$"
)
_FRAME = Lazy(r"at (?:\"(?P<name>[^\"\n]{1,200})\", )?line (?P<line>\d{1,7})$")
_POSITION = Lazy(r"[ \t]*(?:(?:ERROR )?at line \d+:|Help: https://docs\.oracle|https://docs\.oracle)")
_CALL = "ORA-06512"
_OUTER = frozenset({"ORA-00604", "ORA-06550", "ORA-12801", "ORA-02063"})
"""Codes that only say where another error happened."""
_REACH = 100


class OracleParser:
    """Reads a stack of Oracle's errors."""

    name = "oracle"
    hints: tuple[str, ...] = ("ORA-",)
    nearby: tuple[str, ...] = ("PLS-0", "TNS-0", "SP2-0", "DPY-", "DPI-", "IMP-", "EXP-", "RMAN-", "at line ")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return one event a code; the calls are frames of the first."""
        if _LINE.match(lines[at].text.rstrip()) is None and not _position(lines, at):
            return None
        block = Block(next=at)
        frames: list[Frame] = []
        while block.next < len(lines) and block.next - at < _REACH:
            line = lines[block.next]
            match = _LINE.match(line.text.rstrip())
            if match is None and not _POSITION.match(line.text):
                break
            block.next += 1
            if match is None:
                continue
            call = _FRAME.match(match["message"]) if match["code"] == _CALL else None
            if call and block.events:
                frames.append(Frame(call["name"] or "", int(call["line"]), None))
                continue
            event = make_event(line, line, [Span(line, *match.span("message"))], code=match["code"], language="sql")
            event.role = "wrapper" if match["code"] in _OUTER else "cause"
            block.events.append(event)
        block.events[0].frames = frames[::-1]
        block.events[-1].line_end = lines[block.next - 1].number
        block.events[-1].end = lines[block.next - 1].end
        if all(event.role == "wrapper" for event in block.events):
            block.events[0].role = "cause"
        return block


def _position(lines: Sequence[Line], at: int) -> bool:
    """Say whether the line is `ERROR at line 1:` above an error of Oracle."""
    below = lines[at + 1].text.rstrip() if at + 1 < len(lines) else ""
    return _POSITION.match(lines[at].text) is not None and _LINE.match(below) is not None
