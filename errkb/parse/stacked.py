"""What traces have in common whose frames stand below the message: `Class: message` and then `at …` lines.

The message is all that stands between the two, blank lines and all: the frames below prove that it belongs together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from errkb.model.event import Line
from errkb.parse.build import Span, rest_of
from errkb.parse.continuation import ends_above, same_record
from errkb.parse.shapes import class_line, indentation, next_text, starts_something, strong_class

__all__ = ["MOST_FRAMES", "IsFrame", "frames_below", "message_above", "own"]

IsFrame = Callable[[str], bool]

MOST_FRAMES = 3000
_MOST_LINES = 60
_MOST_BLANK = 2
_NEAR = 3
"""Most messages end above this line; where not, the lines below are looked over for what can end it."""
_CUTS = frozenset({"--", "...", "…", "[...]"})
"""What `grep -A` and people put where lines are left out."""
_SIGNS = ("at ", "@", " by", "uppressed", "...", "\n[", "--->", "--- End", ".rb:", ":in ")
"""One of these stands on every line that ends a message: a frame, what is left out, what comes next in a chain."""
_QUIET = frozenset({"INFO", "DEBUG", "NOTICE", "TRACE"})


def own(head: Line, line: Line) -> bool:
    """Say whether a line can be part of the trace that begins at `head`, by its log level and logger."""
    if line.level in _QUIET and line.level != head.level:
        return False
    return line.logger is None or head.logger is None or line.logger == head.logger


def frames_below(lines: Sequence[Line], at: int) -> bool:
    """Say whether a message that begins at a line can have frames below it, by a look that costs less than reading it.

    Most errors of a log stand alone, and several parsers ask about each.
    """
    end = min(at + 1 + _MOST_LINES, len(lines))
    below = next_text(lines, at + 1, _MOST_BLANK)
    if below is None or below >= end:
        return False
    head, line = lines[at], lines[below]
    if any(map(f"\n{line.text}".__contains__, _SIGNS)):
        return True
    return not ends_above(head, line) and _signs(lines[below:end])


def message_above(
    lines: Sequence[Line], at: int, column: int, is_frame: IsFrame, *, base: int | None = None
) -> tuple[list[Span], int] | None:
    """Return the message from `column` of line `at` down to the first frame, and that frame's index.

    `None` where no frame follows. `base` is the indentation taken off further lines (by default that of the first).
    """
    head = lines[at]
    base = indentation(head.text) if base is None else base
    spans = [rest_of(head, column)]
    blanks = 0
    end = min(at + 1 + _MOST_LINES, len(lines))
    for index in range(at + 1, end):
        if index == at + _NEAR and not _signs(lines[index:end]):
            return None
        line = lines[index]
        text = line.text
        if not text.strip():
            blanks += 1
            if blanks > _MOST_BLANK:
                return None
            spans.append(Span(line, 0, 0))
            continue
        blanks = 0
        if is_frame(text):
            return (_trimmed(spans), index) if own(head, line) else None
        if not same_record(head, line, framed=False) or starts_something(text):
            return None
        found = class_line(text, loose=False) if not text[0].isspace() else None
        if found and strong_class(found.cls) and not spans[-1].text.rstrip().endswith(":"):
            return None
        spans.append(rest_of(line, min(base, indentation(text))))
    return None


def _signs(lines: Sequence[Line]) -> bool:
    """Say whether any of some lines can end a message."""
    together = "\n".join(["", *(line.text for line in lines)])
    return any(map(together.__contains__, _SIGNS))


def _trimmed(spans: list[Span]) -> list[Span]:
    while len(spans) > 1 and (not spans[-1].text.strip() or spans[-1].text.strip() in _CUTS):
        spans.pop()
    return spans
