"""The stack PyTorch's C++ side prints below a message: `Exception raised from f at file.cpp:12`, `frame #0: …`.

Its frames lie deeper than those of the Python traceback above; they are appended to the event they explain.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.frames import make_frame
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import next_text

__all__ = ["attach_stack"]

_RAISED = Lazy(
    r"[ \t]*Exception raised from (?P<function>[^\n]{1,600}?) at (?P<file>\"[^\"\n]{1,600}\""
    r"|[^\n:]{1,600}):(?P<line>\d+)"
    r"(?: \(most recent call first\):)?[ \t]*$"
)
_FRAME = Lazy(
    r"[ \t]*(?:frame )?#(?P<number>\d{1,4}): (?P<function>[^\n]{0,2000}?)(?: ?\+ 0x[0-9a-f]+)? \(0x[0-9a-f]+ in "
    r"(?P<file>[^)\n]{1,400})\)[ \t]*$"
)
_FRAME_PLACE = Lazy(
    r"[ \t]*(?:frame )?#(?P<number>\d{1,4}): (?P<function>[^\n]{0,2000}?) from "
    r"(?P<file>[^\s:]{1,400}):(?P<line>\d+)[ \t]*$"
)
_BACKTRACE = "C++ CapturedTraceback:"
_MOST = 300


def attach_stack(event: ErrorEvent, lines: Sequence[Line], at: int) -> int:
    """Append the frames printed at line `at` to an event; return the index of the line behind them."""
    index = next_text(lines, at, 1)
    if index is None or lines[index].stream != event.stream:
        return at
    text = lines[index].text
    raised = _RAISED.match(text) if "Exception raised from " in text else None
    if raised is None and text.strip() != _BACKTRACE:
        return at
    frames: list[Frame] = []
    index += 1
    while index < len(lines) and len(frames) < _MOST:
        frame = _frame(lines[index].text)
        if frame is None:
            break
        frames.append(frame)
        index += 1
    frames.reverse()
    if raised:
        frames.append(make_frame(raised["file"].strip('"'), int(raised["line"][:9]), raised["function"]))
    event.frames = [*event.frames, *frames]
    event.end, event.line_end = max(event.end, lines[index - 1].end), lines[index - 1].number
    return index


def _frame(text: str) -> Frame | None:
    if "#" not in text[:40]:
        return None
    match = _FRAME.match(text) or _FRAME_PLACE.match(text)
    if match is None:
        return None
    line = match.groupdict().get("line")
    return make_frame(match["file"], int(line[:9]) if line else None, match["function"].strip() or None)
