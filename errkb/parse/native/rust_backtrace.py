"""Backtraces of Rust: ` 12: krate::path::function`, `at /path/file.rs:3:5`, innermost call first."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.model.event import Frame, Line
from errkb.parse.lazy import Lazy
from errkb.parse.native.crates import rust_frame
from errkb.parse.shapes import next_text

__all__ = ["BACKTRACE", "NOTE", "NUMBERED", "PLACE", "read_backtrace"]

PLACE = r"(?P<file>[^\s:'][^:\n']{0,500}(?::\\[^:\n]{1,500})?):(?P<line>\d+)(?::\d+)?"
BACKTRACE = Lazy(r"[ \t]*(?:stack backtrace:|Stack backtrace:|[━-]+ ?BACKTRACE ?[━-]+)$")
NOTE = Lazy(
    r"[ \t]*note: (?:run with|Some details|we would appreciate|Backtrace|rustc|compiler flags|the compiler unexp)"
)
NUMBERED = Lazy(r"[ \t]{0,8}\d{1,4}:[ \t]+(?:0x[0-9a-f]+ - )?(?P<function>\S.*)$")
"""A line that begins with a number: a frame, or a link of an error chain."""
_FRAME_PLACE = Lazy(rf"[ \t]+at {PLACE}$")
_HIDDEN = Lazy(r"[ \t]*(?:\[\.\.\. omitted|⋮)")
_MACHINERY = Lazy(
    r"<?(?:std|core|alloc)\S*::panicking::|(?:__rustc::|_)?rust_begin_unwind|rust_panic|__rust_|(?:<\w+ as )?backtrace"
    r"|std\S*::(?:backtrace|sys|sys_common|io)\b|<std\S*::sys|core\S*::(?:fmt|result::unwrap_failed|option::)"
    r"|<?core\S*::(?:option|result)\S*::(?:unwrap|expect)|<?core::fmt|<\S*core\S*::fmt"
)
_MOST_FRAMES = 1000


def read_backtrace(lines: Sequence[Line], at: int, place: Frame | None) -> tuple[list[Frame], int]:
    """Return the frames below a panic, outermost first up to where it was raised, and the index behind them.

    What the runtime does to report a panic stands above the raising frame in the text and is left out.
    """
    frames: list[Frame] = []
    behind = at
    index = next_text(lines, at, 1)
    while index is not None and index < len(lines) and len(frames) < _MOST_FRAMES:
        text = lines[index].text.rstrip()
        at_place = _FRAME_PLACE.match(text)
        frame = None if at_place else NUMBERED.match(text)
        if at_place and frames:
            frames[-1] = rust_frame(at_place["file"], int(at_place["line"][:9]), frames[-1].function)
        elif frame:
            frames.append(rust_frame("", None, frame["function"]))
        elif not (BACKTRACE.match(text) or NOTE.match(text) or _HIDDEN.match(text)):
            break
        index += 1
        behind = index
    return _raising([frame for frame in frames if frame.file or frame.function != "<unknown>"], place), behind


def _raising(frames: list[Frame], place: Frame | None) -> list[Frame]:
    first = next((n for n, frame in enumerate(frames) if place and _same_place(frame, place)), None)
    if first is None:
        first = next(
            (n for n, frame in enumerate(frames) if not _MACHINERY.match((frame.function or "")[:200])), len(frames)
        )
    kept = frames[first:][::-1]
    if place and not (kept and _same_place(kept[-1], place)):
        kept.append(place)
    return kept


def _same_place(frame: Frame, place: Frame) -> bool:
    return frame.line == place.line and frame.file.endswith(place.file.removeprefix("./"))
