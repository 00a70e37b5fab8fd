"""Faults of the kernel itself: panics, `BUG:`, general protection faults, lock-ups, with registers and call trace."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import make_event, rest_of
from errkb.parse.lazy import Lazy

__all__ = ["OopsParser"]

_HEAD = Lazy(
    r"[ \t]*(?:kernel: )?(?:watchdog: )?(?=Kernel panic - not syncing|BUG: (?:unable|kernel|soft|scheduling"
    r"|sleeping|KASAN|workqueue"
    r"|Bad|spinlock|Dentry)|general protection fault(?:, | at)|Oops: [^\n]{0,200}\[#\d"
    r"|kernel BUG at |Unable to handle kernel "
    r"|divide error: "
    r"|NMI watchdog: (?:BUG|Watchdog detected)|rcu: INFO: rcu_\w+ (?:self-)?detected|invalid opcode: )"
)
_BODY = Lazy(
    r"[ \t]*(?:kernel: )?(?:#PF|PGD |Oops|CPU: |Hardware name|RIP: |RSP: |R[A-Z0-9]{2}: |CR2: |FS: |CS: "
    r"|DR\d: |PKRU|Code: "
    r"|Call Trace:|Call trace:|<(?:/?(?:TASK|IRQ|NMI))>|Modules linked in|\? |\[<[0-9a-f]+>\]|EIP: |EAX: "
    r"|ESI: |pc : |lr : |sp : "
    r"|x\d+ ?: |pstate: |---\[ |Tainted: |Workqueue: |Kernel Offset|Dumping ftrace|Rebooting in|Internal "
    r"error: |Mem abort|  "
    r"|Kernel panic - not syncing: (?:Fatal|Attempted)|\w[\w.]{0,100}\+0x[0-9a-f]+/0x[0-9a-f]+)"
)
_FRAME = Lazy(
    r"[ \t]*(?:kernel: )?(?:RIP: [0-9a-f]{4}:(?:\[<[0-9a-f]+>\] )?|\[<[0-9a-f]+>\] "
    r")?(?P<function>\w[\w.]{0,100})\+0x[0-9a-f]+/0x[0-9a-f]+"
    r"(?: \[(?P<module>[\w-]{1,60})(?: [0-9a-f]+)?\])?$"
)
_PANIC = "Kernel panic - not syncing"
_REACH = 200


class OopsParser:
    """Reads one fault."""

    name = "kernel fault"
    hints: tuple[str, ...] = (
        "Kernel panic",
        "BUG: ",
        "general protection fault",
        "kernel BUG at ",
        "NULL pointer deref",
    )
    nearby: tuple[str, ...] = (
        *("Oops: ", "Unable to handle kernel ", "divide error: ", "NMI watchdog: ", "rcu: INFO: rcu_"),
        "invalid opcode: ",
    )

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the fault with its call trace, outermost call first."""
        line = lines[at]
        match = _HEAD.match(line.text[:500])
        if match is None:
            return None
        frames: list[Frame] = []
        behind = at + 1
        while behind < len(lines) and behind - at < _REACH:
            text = lines[behind].text.rstrip()
            if not text or not _BODY.match(text) or (text.startswith(_PANIC) and _PANIC in line.text):
                break
            frame = _FRAME.match(text)
            if frame and not (frames and frames[-1].function == frame["function"]):
                frames.append(Frame(frame["module"] or "vmlinux", None, frame["function"]))
            behind += 1
            if "---[ end " in text:
                break
        event = make_event(
            line, lines[behind - 1], [rest_of(line, match.end())], language="kernel", frames=frames[::-1]
        )
        return Block([event], behind)
