"""Crashes of the Java machine itself: the box of lines that begin with `#`, on the console and in `hs_err_pid*.log`."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.lazy import Lazy

__all__ = ["CrashParser"]

_FIRST = (
    "# A fatal error has been detected by the Java Runtime Environment",
    "# There is insufficient memory for the Java Runtime Environment to continue",
)
_SIGNAL = Lazy(r"#  (?P<signal>SIG[A-Z]{2,6}|EXCEPTION_[A-Z_]{3,40}) \(0x")
_DETAILS = Lazy(r"# (?:JRE version|Java VM|Problematic frame|Possible reasons|Possible solutions|No core|Core dump)")
_FRAME = Lazy(r"# (?P<kind>[CVjJAv]) {1,3}(?:\[(?P<library>[^\]+\n]{1,200})(?:\+0x[\da-f]+)?\] *)?(?P<function>\S.*)?$")
_SYMBOL = Lazy(r"(?P<name>.+?)(?:\+0x[\da-f]{1,16})?$")
_MOST_LINES = 60


class CrashParser:
    """Reads what the machine says of its own end."""

    name = "java-crash"
    hints: tuple[str, ...] = ("# A fatal error has been detected", "# There is insufficient memory")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of the whole box."""
        if not lines[at].text.startswith(_FIRST):
            return None
        spans = [Span(lines[at], 2, len(lines[at].text.rstrip()))]
        code = None
        frames: list[Frame] = []
        index, told, problematic = at + 1, False, False
        while index < min(at + _MOST_LINES, len(lines)) and lines[index].text.startswith("#"):
            line = lines[index]
            signal = _SIGNAL.match(line.text)
            code = code or (signal["signal"] if signal else None)
            told = told or _DETAILS.match(line.text) is not None
            if not told and line.text.strip("# \t"):
                low = len(line.text) - len(line.text[1:].lstrip())
                spans.append(Span(line, low, len(line.text.rstrip())))
            frame = _frame(line.text) if problematic else None
            if frame:
                frames = [frame]
            problematic = line.text.startswith("# Problematic frame")
            index += 1
        return Block([make_event(lines[at], lines[index - 1], spans, code=code, language="java", frames=frames)], index)


def _frame(text: str) -> Frame | None:
    match = _FRAME.match(text.rstrip())
    if match is None:
        return None
    symbol = _SYMBOL.match(match["function"]) if match["function"] else None
    return Frame(match["library"] or "<unknown>", None, symbol["name"] if symbol else None)
