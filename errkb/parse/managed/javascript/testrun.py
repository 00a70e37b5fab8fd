"""Failed tests as Jest and Vitest report them."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.lazy import Lazy
from errkb.parse.managed.javascript.frames import is_frame, read_frame
from errkb.parse.managed.javascript.header import find_header
from errkb.parse.shapes import indentation

__all__ = ["JavaScriptTestParser"]

_JEST = Lazy(r"[ \t]*● (?P<test>\S.*)")
_NO_FAILURE = Lazy(r"[ \t]*● (?:Console$|Deprecation Warning|Validation Warning)")
_VITEST = Lazy(
    r"[ \t]*(?:❯ |× )?FAIL {1,2}(?P<test>\S+\.[cm]?[jt]sx?(?: .*)? > \S.*|\S+\.[cm]?[jt]sx?(?: \[ [^\]]+ \])?)$"
)
_SOURCE = Lazy(r"[ \t]*(?:> )?(?:\d+ ?)?[|│] ?")
_POINTER = Lazy(r"[ \t]*❯ (?:(?P<function>\S.*?) )?(?P<file>[\w./\\@:-]{1,300}\.\w{1,5}):(?P<line>\d{1,7}):\d{1,5}$")
_END = Lazy(r"[ \t]*(?:● |Test Suites?: |Tests: |Snapshots: |⎯{4,}|PASS |FAIL |Test Files |=+ )")
_MOST_LINES = 300


class JavaScriptTestParser:
    """Reads the title, the message, and where it stands; the source lines printed in between are left out."""

    name = "javascript-test"
    hints: tuple[str, ...] = ("● ", "FAIL  ")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one failed test."""
        text = lines[at].text
        if _NO_FAILURE.match(text):
            return None
        match = _JEST.match(text.rstrip()) or _VITEST.match(text.rstrip())
        return _failure(lines, at, match["test"]) if match else None


def _failure(lines: Sequence[Line], at: int, test: str) -> Block | None:
    spans: list[Span] = []
    frames: list[Frame] = []
    index = behind = at + 1
    while index < min(at + _MOST_LINES, len(lines)):
        line = lines[index]
        text = line.text
        if _END.match(text) or (line.level is not None and line.level != lines[at].level):
            break
        frame = read_frame(text) if is_frame(text) else _pointer(text)
        source = _SOURCE.match(text) is not None
        if frame:
            frames.append(frame)
            behind = index + 1
        elif frames and text.strip() and not source:
            break
        elif not frames and not source and (spans or text.strip()):
            spans.append(rest_of(line, min(indentation(text), indentation(spans[0].line.text) if spans else 99)))
            behind = index + 1 if text.strip() else behind
        index += 1
    if not spans:
        return None
    header = find_header(spans[0].text)
    if header:
        first = spans[0]
        spans[0] = Span(first.line, first.low + header.low, first.high)
    if frames and frames[0].function is None:
        frames[0].function = test
    frames.reverse()
    event = make_event(
        lines[at],
        lines[behind - 1],
        spans,
        cls=header.cls if header else None,
        code=header.code if header else None,
        language="javascript",
        frames=frames,
    )
    return Block([event], behind)


def _pointer(text: str) -> Frame | None:
    match = _POINTER.match(text.rstrip())
    return Frame(match["file"], int(match["line"]), match["function"]) if match else None
