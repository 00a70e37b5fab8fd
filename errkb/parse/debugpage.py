"""What Django's debug page says below its traceback: `Exception Type: ValueError at /path`, `Exception Value: …`."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.model.event import Line
from errkb.parse.build import Span, rest_of
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import next_text

__all__ = ["exception_below"]

_TYPE = Lazy(r"[ \t]*Exception Type:[ \t]*(?P<cls>[A-Za-z_][\w.]{0,200})(?: at \S.{0,2000})?[ \t]*$")
_VALUE = Lazy(r"[ \t]*Exception Value:[ \t]*")


def exception_below(lines: Sequence[Line], at: int) -> tuple[str, list[Span], int] | None:
    """Return class, message and the index of the line behind them, if they are what comes next."""
    index = next_text(lines, at)
    match = _TYPE.match(lines[index].text) if index is not None and "Exception Type" in lines[index].text else None
    if index is None or match is None:
        return None
    cls, behind = match["cls"], index + 1
    value = next_text(lines, behind)
    said = _VALUE.match(lines[value].text) if value is not None else None
    if value is None or said is None:
        return cls, [], behind
    if said.end() < len(lines[value].text.rstrip()):
        return cls, [rest_of(lines[value], said.end())], value + 1
    below = next_text(lines, value + 1, 1)  # the page puts a long value on a line of its own
    if below is None:
        return cls, [], value + 1
    return cls, [rest_of(lines[below], 0)], below + 1
