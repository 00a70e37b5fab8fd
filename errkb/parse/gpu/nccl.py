"""NCCL's own log: `host:pid:tid [0] socket.cc:484 NCCL WARN text`, and the returns below it as its frames.

A warning of NCCL is an error: it prints nothing at that level that it can go on from. The `NCCL INFO file.cc:123 -> 2`
lines of the same thread, printed while the call returns, tell the way it came; lines of other threads stand between.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import make_event, rest_of
from errkb.parse.lazy import Lazy

__all__ = ["NcclParser"]

_WARN = Lazy(
    r"[ \t]*(?:\[[^\]\n]{1,40}\] )?(?P<thread>\S{1,200}:\d+:\d+ \[-?\d+\] "
    r")?(?:(?P<file>[\w./-]{1,100}):(?P<line>\d{1,6}) )?"
    r"NCCL WARN (?=\S)"
)
_RETURN = Lazy(r"(?:NCCL INFO )?(?P<file>[\w./-]{1,100}\.(?:cc|h|cu)):(?P<line>\d{1,6}) -> -?\d+")
_INFO = "NCCL INFO "
_PROJECT = "NVIDIA/nccl"
_REACH = 60
"""Lines among which the returns are looked for; on a busy host other threads write between them."""


class NcclParser:
    """Reads one warning of NCCL."""

    name = "nccl"
    hints: tuple[str, ...] = ("NCCL WARN ",)
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the warning with its frames."""
        line = lines[at]
        match = _WARN.match(line.text) if "NCCL WARN " in line.text[:500] else None
        if match is None:
            return None
        frames = _returns(lines, at, match["thread"]) if match["thread"] else []
        if match["file"]:
            frames.append(_frame(match["file"], match["line"]))
        event = make_event(line, line, [rest_of(line, match.end())], language="cpp", frames=frames)
        return Block([event], at + 1)


def _returns(lines: Sequence[Line], at: int, thread: str) -> list[Frame]:
    """Return the places the call went through, outermost first."""
    frames: list[Frame] = []
    for line in lines[at + 1 : at + 1 + _REACH]:
        start = line.text.find(thread, 0, 300)
        if start < 0:
            continue
        start += len(thread)
        if not line.text.startswith(_INFO, start):
            break
        match = _RETURN.match(line.text, start)
        if match is None:
            break
        frames.append(_frame(match["file"], match["line"]))
    return frames[::-1]


def _frame(file: str, line: str) -> Frame:
    return Frame(file, int(line), None, "nccl", _PROJECT)
