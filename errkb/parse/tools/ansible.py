"""Ansible: `fatal: [host]: FAILED! => {…}` on one line or as indented JSON, and `ERROR! …` with its place.

The message is the module's `msg`. A task whose failure is ignored (`...ignoring`) is noise.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.continuation import message_spans
from errkb.parse.lazy import Lazy
from errkb.parse.segment import Segment, of_line, unescape

__all__ = ["AnsibleParser"]

_HEAD = Lazy(
    r"[ \t]*(?:fatal|failed): \[(?P<host>[^\]\n]{1,200})\](?: \(item=.{0,2000}?\))?: ?(?P<kind>FAILED!"
    r"|UNREACHABLE!)? ?=> ?(?P<json>.*)$"
)
_ITEM = Lazy(r"[ \t]*failed: \[(?P<host>[^\]\n]{1,200})\] \(item=.{0,2000}?\) => ?(?P<json>.*)$")
_MSG = Lazy(r'"(?:msg|reason)": ?"(?P<value>(?:[^"\\]|\\.){1,100000})"')
_STDERR = Lazy(r'"(?:stderr|module_stderr|stdout)": ?"(?P<value>(?:[^"\\]|\\.){1,100000})"')
_KEY = Lazy(r'[ \t]*(?:"[\w.-]{1,60}": ?|[\[\]{}]|"[^"\n]*",?$)')
_ERROR = Lazy(r"[ \t]*(?:\[ERROR\]: |ERROR! )(?P<message>\S.*)$")
_PLACE = Lazy(
    r"The (?:error|offending line) appears to (?:be|have been) in '(?P<file>[^'\n]{1,400})': line (?P<line>\d{1,6})"
)
_IGNORING = "...ignoring"
_REACH = 120


class AnsibleParser:
    """Reads one failed task or the error of a playbook."""

    name = "ansible"
    hints: tuple[str, ...] = ("]: FAILED! => ", "]: UNREACHABLE! => ", "failed: [", "ERROR! ")
    nearby: tuple[str, ...] = ("fatal: [", "[ERROR]: ")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the failure."""
        line = lines[at]
        if "=> " in line.text and (match := _HEAD.match(line.text) or _ITEM.match(line.text)):
            return _task(lines, at, match.start("json"))
        match = _ERROR.match(line.text) if "ERROR! " in line.text[:40] or "[ERROR]: " in line.text[:40] else None
        return _playbook(lines, at, match.start("message")) if match else None


def _task(lines: Sequence[Line], at: int, column: int) -> Block:
    line = lines[at]
    value = _MSG.search(line.text, column) or _STDERR.search(line.text, column)
    behind = at + 1
    if value:
        event = _unescaped(line, *value.span("value"))
    else:
        behind, spans = _members(lines, at)
        event = make_event(line, lines[behind - 1], spans or [rest_of(line, column)], inferred=True)
    if behind < len(lines) and lines[behind].text.strip() == _IGNORING:
        event.role = "noise"
        behind += 1
    return Block([event], behind)


def _members(lines: Sequence[Line], at: int) -> tuple[int, list[Span]]:
    """Read indented JSON: the reader has left of `"msg": "…"` nothing but the text."""
    spans: list[Span] = []
    index = at + 1
    while index < len(lines) and index - at < _REACH:
        text = lines[index].text
        if text.rstrip() == "}":
            return index + 1, spans
        if not text[:1].isspace() and _KEY.match(text) is None and lines[index].at == lines[index].start:
            break
        if _KEY.match(text) is None and text.strip():
            spans.append(rest_of(lines[index], 0))
        index += 1
    return at + 1, spans


def _unescaped(line: Line, low: int, high: int) -> ErrorEvent:
    """Return the event of a JSON string on one line, its escapes resolved."""
    event = make_event(line, line, [Span(line, low, high)], inferred=True)
    segments = unescape(Segment(line.text, of_line(line, 0, len(line.text), 0)).cut(low, high))
    event.message, event.pieces = "", []
    for number, segment in enumerate(segments):
        event.message += "\n" if number else ""
        event.pieces += [
            type(piece)(piece.at + len(event.message), piece.start, piece.length) for piece in segment.pieces
        ]
        event.message += segment.text
    return event


def _playbook(lines: Sequence[Line], at: int, column: int) -> Block:
    spans, behind = message_spans(lines, at, column)
    frames = []
    for index in range(at + 1, min(at + 6, len(lines))):
        place = _PLACE.match(lines[index].text)
        if place:
            frames = [Frame(place["file"], int(place["line"]))]
            behind = max(behind, index + 1)
            break
    return Block([make_event(lines[at], lines[behind - 1], spans, frames=frames, inferred=True)], behind)
