"""Crashes as debuggers and signal handlers report them: gdb, glog's stack traces, coredumpctl.

Frames stand with the innermost call first; the signal is the code.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.lazy import Lazy

__all__ = ["CrashParser"]

_HEAD = Lazy(
    r"[ \t]*(?:\*{1,3} )?(?P<message>(?:Program|Thread \d{1,6} \"[^\"\n]{0,60}\") received signal "
    r"(?P<code>SIG[A-Z]{2,6}), [A-Z].*"
    r"|Program terminated with signal (?P<code2>SIG[A-Z]{2,6}), [A-Z].*"
    r"|(?P<code3>SIG[A-Z]{2,6}) \(@0x[0-9a-f]+\) received by PID \d+ .*?)(?:; stack trace: ?\*{0,3})?$"
)
_GDB = Lazy(
    r"#\d{1,4} +(?:0x[0-9a-f]+ in )?(?P<function>\S.{0,400}?) ?\(.{0,2000}?\)(?: at "
    r"(?P<file>[^\s:]{1,400}):(?P<line>\d{1,7})"
    r"| from (?P<library>\S{1,400}))?$"
)
_GLOG = Lazy(r"[ \t]+@ +0x[0-9a-f]+ (?P<function>\S.{0,600})$")
_QUIET = frozenset({"SIGINT", "SIGTERM", "SIGHUP", "SIGTRAP", "SIGPIPE", "SIGSTOP"})
_REACH = 300
_GAP = 12
"""Lines between the signal and the stack: the place, its source, the prompt of the debugger."""


class CrashParser:
    """Reads one crash with its stack."""

    name = "crash"
    hints: tuple[str, ...] = ("signal SIG", "received by PID ")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the crash; signals that only stop a program are no errors."""
        match = _HEAD.match(lines[at].text[:1000].rstrip()) if "SIG" in lines[at].text[:300] else None
        if match is None:
            return None
        code = match["code"] or match["code2"] or match["code3"]
        if code in _QUIET:
            return Block(next=at + 1)
        frames, behind = _stack(lines, at)
        span = Span(lines[at], *match.span("message"))
        event = make_event(lines[at], lines[behind - 1], [span], code=code, language="cpp", frames=frames)
        return Block([event], behind)


def _stack(lines: Sequence[Line], at: int) -> tuple[list[Frame], int]:
    frames: list[Frame] = []
    behind = at + 1
    for index in range(at + 1, min(at + _REACH, len(lines))):
        text = lines[index].text[:4000].rstrip()
        found = _GDB.match(text) if text.startswith("#") else _GLOG.match(text)
        if found:
            said = found.groupdict()
            number = int(said["line"]) if said.get("line") else None
            frames.append(Frame(said.get("file") or said.get("library") or "", number, said["function"]))
            behind = index + 1
        elif frames or index - at > _GAP or _HEAD.match(text):
            break
    return frames[::-1], behind
