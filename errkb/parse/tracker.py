"""Python errors as error trackers print them: the class on top, frames without `File "…"` below.

`app/main.py in run at line 12` (Sentry), `app/main.py:12 in run` (Bugsnag), `at run (/app/main.py:12)` (Google Cloud).
The trackers disagree on the order of frames. It is told by what only one end can show (`<module>`, a raise statement);
where nothing does, the raising call comes first, as these trackers have it by default.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import make_event, rest_of
from errkb.parse.continuation import same_record
from errkb.parse.frames import make_frame
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import class_line, indentation, starts_something, strong_class

__all__ = ["TrackerParser"]

_FILE = r"(?P<file>[^\s:()\"'][^\n:()\"']{0,400}\.(?:pyx?|pxi)|[A-Za-z]:\\[^\n:()\"']{1,400}\.pyx?)"
_FUNCTION = r"(?P<function><?[A-Za-z_][\w.<>]{0,200}>?)(?:\(\))?"
_FORMS = (
    Lazy(rf"[ \t]*at {_FUNCTION} ?\({_FILE}:(?P<line>\d{{1,7}})\)$"),
    Lazy(
        rf"[ \t]*(?:File )?{_FILE} in {_FUNCTION}(?:,)?(?: at)? line (?P<line>\d{{1,7}})(?: within .{{1,100}}|:\d+)?:?$"
    ),
    Lazy(rf"[ \t]*{_FILE}:(?P<line>\d{{1,7}})(?:,| -)?(?: in)? {_FUNCTION}$"),
)
_SOURCE = Lazy(r"[ \t]*(?:>|→|\d{1,7}[.:|]?) ?[ \t]*\S")
_MOST_FRAMES = 1000
_MOST_MESSAGE = 8
_ENTRY = ("<module>", "__main__", "_bootstrap")


class TrackerParser:
    """Reads what error trackers show of a Python error."""

    name = "tracker"
    hints: tuple[str, ...] = ("rror", "xcept", "Interrupt")
    nearby: tuple[str, ...] = ("Exit", "Timeout", "Warning", "Failure", "Fault")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of a class line with the frames below it."""
        head = lines[at]
        found = class_line(head.text.rstrip(), loose=False)
        if found is None or not strong_class(found.cls):
            return None
        first = _first_frame(lines, at)
        if first is None:
            return None
        frames, behind = _frames(lines, first)
        spans = [rest_of(line, found.column if line is head else indentation(line.text)) for line in lines[at:first]]
        while len(spans) > 1 and not spans[0].text.strip():
            del spans[0]
        if not spans[0].text.strip():
            spans = []
        event = make_event(
            head, lines[behind - 1], spans, cls=found.cls, language="python", frames=_outermost_first(frames)
        )
        return Block([event], behind)


def _first_frame(lines: Sequence[Line], at: int) -> int | None:
    for index in range(at + 1, min(at + 1 + _MOST_MESSAGE, len(lines))):
        text = lines[index].text
        if not text.strip():
            continue
        if not same_record(lines[at], lines[index], framed=True):
            return None
        if _read_frame(text):
            return index
        if starts_something(text):
            return None
    return None


def _frames(lines: Sequence[Line], at: int) -> tuple[list[Frame], int]:
    """Read frames, each with the source below it, if any."""
    frames: list[Frame] = []
    index = behind = at
    blank = source = 0
    while index < len(lines) and len(frames) < _MOST_FRAMES:
        text = lines[index].text.rstrip()
        frame = _read_frame(text)
        if frame:
            frames.append(frame)
            behind, blank, source = index + 1, 0, 0
        elif not text:
            blank += 1
            if blank > 1:
                break
        elif source < 12 and not blank and _is_source(text):
            source += 1
            if frames[-1].code is None:
                frames[-1].code = text.strip()
            behind = index + 1
        else:
            break
        index += 1
    return frames, behind


def _is_source(text: str) -> bool:
    return text[0].isspace() or _SOURCE.match(text) is not None


def _read_frame(text: str) -> Frame | None:
    """Return the frame on a line in one of the trackers' forms."""
    if ".py" not in text and ".pxi" not in text:
        return None
    text = text[:800].rstrip()
    for form in _FORMS:
        match = form.match(text)
        if match:
            return make_frame(match["file"].removeprefix("./"), int(match["line"]), match["function"])
    return None


def _outermost_first(frames: list[Frame]) -> list[Frame]:
    first, last = frames[0], frames[-1]
    if last.function in _ENTRY or _raises(first):
        return frames[::-1]
    if first.function in _ENTRY or _raises(last):
        return frames
    return frames[::-1]


def _raises(frame: Frame) -> bool:
    return frame.code is not None and "raise " in frame.code
