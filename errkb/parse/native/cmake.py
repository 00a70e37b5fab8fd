"""CMake: `CMake Error at CMakeLists.txt:3 (find_package):` with its indented paragraphs and call stack."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event, rest_of, trimmed
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation

__all__ = ["CMakeParser"]

_HEAD = Lazy(
    r"[ \t]*CMake (?:Internal |Deprecation )?Error(?: \(dev\))?(?: at (?P<file>[^\n:]{1,400}):(?P<line>\d{1,6})"
    r"(?: \((?P<function>[\w:]{1,80})\))?| in (?P<file2>[^\n:]{1,400}))?:(?: (?P<message>\S.*))?$"
)
_STACK = "Call Stack (most recent call first):"
_CALL = Lazy(r"[ \t]*(?P<file>\S[^\n:]{0,400}):(?P<line>\d{1,6}) \((?P<function>[\w:]{1,80})\)$")
_FAILED = Lazy(r"[ \t]*(?:-- )?(?P<message>Configuring incomplete, errors occurred!|Generate step failed\..*)$")
_REACH = 200


class CMakeParser:
    """Reads the errors of CMake."""

    name = "cmake"
    hints: tuple[str, ...] = ("Configuring incomplete, errors",)
    nearby: tuple[str, ...] = (
        "CMake Error",
        "CMake Internal Error",
        "CMake Deprecation Error",
        "Generate step failed.",
    )

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the error with its paragraphs and its call stack."""
        text = lines[at].text[:1000].rstrip()
        if "CMake" in text and (match := _HEAD.match(text)):
            place = match["file"] or match["file2"]
            frames = [Frame(place, int(match["line"]) if match["line"] else None, match["function"])] if place else []
            spans = [Span(lines[at], *match.span("message"))] if match["message"] else []
            return _error(lines, at, spans, frames)
        failed = _FAILED.match(text) if "ncomplete" in text or "step failed" in text else None
        if failed is None:
            return None
        event = make_event(lines[at], lines[at], [Span(lines[at], *failed.span("message"))])
        event.role = "wrapper"
        return Block([event], at + 1)


def _error(lines: Sequence[Line], at: int, spans: list[Span], frames: list[Frame]) -> Block:
    """Read the paragraphs, indented by two, with blank lines between them."""
    base = indentation(lines[at].text)
    behind = at + 1
    for index in range(at + 1, min(at + _REACH, len(lines))):
        line = lines[index]
        text = line.text.rstrip()
        if text.strip() == _STACK:
            frames, behind = _calls(lines, index + 1, frames)
            break
        if text and indentation(text) <= base:
            break
        if text:
            behind = index + 1
        spans.append(rest_of(line, min(base + 2, indentation(line.text))))
    spans = trimmed(spans)
    while spans and not spans[0].text.strip():
        spans.pop(0)
    return Block([make_event(lines[at], lines[behind - 1], spans, frames=frames)], behind)


def _calls(lines: Sequence[Line], at: int, frames: list[Frame]) -> tuple[list[Frame], int]:
    behind = at
    while behind < len(lines) and behind - at < _REACH and (call := _CALL.match(lines[behind].text.rstrip())):
        frames = [Frame(call["file"], int(call["line"]), call["function"]), *frames]
        behind += 1
    return frames, behind
