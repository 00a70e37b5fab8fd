"""The kernel's out-of-memory killer: one event from `invoked oom-killer` to the process that was killed."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Line
from errkb.parse.build import make_event, rest_of
from errkb.parse.lazy import Lazy

__all__ = ["OomParser"]

_KILLED = Lazy(
    r"[ \t]*(?:kernel: )?(?=(?:Memory cgroup out of memory|Out of memory(?: \(oom_kill_allocating_task\))?"
    r"|memory cgroup out of memory"
    r"): Kill(?:ed)? process \d+)"
)
_BEFORE = Lazy(r"[ \t]*(?:kernel: )?(?:\S.{0,80} invoked oom-killer: |oom-kill:constraint=)")
_REAPED = "oom_reaper: reaped process"
_REACH = 400
"""Lines of memory statistics and tasks between the two."""


class OomParser:
    """Reads one kill."""

    name = "oom killer"
    hints: tuple[str, ...] = ("oom-kill", "ut of memory")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the kill; the message is the line that names the process."""
        text = lines[at].text
        before = _BEFORE.match(text) if "oom-kill" in text else None
        if before is None:
            killed = _KILLED.match(text) if "ut of memory" in text else None
            return _event(lines, at, at, killed.end()) if killed else None
        for index in range(at + 1, min(at + _REACH, len(lines))):
            killed = _KILLED.match(lines[index].text) if "ut of memory" in lines[index].text else None
            if killed:
                return _event(lines, at, index, killed.end())
            if index > at + 1 and " invoked oom-killer: " in lines[index].text:
                break
        return _event(lines, at, at, 0)


def _event(lines: Sequence[Line], at: int, index: int, column: int) -> Block:
    behind = index + 1
    if behind < len(lines) and _REAPED in lines[behind].text:
        behind += 1
    event = make_event(lines[at], lines[behind - 1], [rest_of(lines[index], column)], language="kernel")
    return Block([event], behind)
