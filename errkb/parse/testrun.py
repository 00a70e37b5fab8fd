"""Failures as pytest prints them: `E   ` before the message, the place below, and the summary lines."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.continuation import message_spans
from errkb.parse.frames import make_frame
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import class_line, indentation, is_marker

__all__ = ["TestRunParser"]

_PLACE = Lazy(r"(?P<file>[^\s:][^\n:]{0,400}\.py):(?P<line>\d+): ?(?:in (?P<function>[\w.<>\[\]-]+)|(?P<cls>[\w.]+))?$")
_SUMMARY = Lazy(r"(?:FAILED|ERROR) (?P<test>\S+\.py\S*) - (?=\S)")
_HEADLINE = Lazy(
    r"(?:ERROR|FAIL): \w+ \([\w.<>]{1,300}\)(?: [\[(].{0,300})?$|\w+ \([\w.<>]{1,300}\)(?: [\[(].{0,300})?$"
)
"""unittest's line above a rule and the traceback of a test."""
_COLLECTED = Lazy(r"(?:ERROR|FAILED) \S+\.py(?:::\S+)?$|!{5,} .* !{5,}$")
_RULE = "-" * 60
_SEPARATOR = Lazy(r"(?:_ ){5,}|[ \t]*\.\.\.$")
_LOGGER = "pytest"
_MOST_BETWEEN = 400
"""Source lines between one place and the next; a longer function is not printed whole by anybody."""


class TestRunParser:
    """Reads the report of a test run."""

    __test__ = False  # not a test class, whatever pytest thinks of its name
    name = "testrun"
    hints: tuple[str, ...] = ("FAILED ", "ERROR")
    nearby: tuple[str, ...] = (".py:",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one failure."""
        line = lines[at]
        if line.logger == _LOGGER:
            return _failure(lines, at, at, [])
        text = line.text.rstrip()
        summary = _SUMMARY.match(text) if text.startswith(("FAILED ", "ERROR ")) else None
        if summary:
            return _summary(lines, at, summary.end())
        if _COLLECTED.match(text) or (_HEADLINE.match(text) and _rule_below(lines, at)):
            return Block(next=at + 1)
        place = _PLACE.match(text) if ".py:" in text else None
        if place and not place["cls"]:
            return _places(lines, at)
        return None


def _rule_below(lines: Sequence[Line], at: int) -> bool:
    """Say whether a rule stands right below, or below the first line of a test's docstring."""
    return any(line.text.startswith(_RULE) for line in lines[at + 1 : at + 3])


def _places(lines: Sequence[Line], at: int) -> Block:
    """Read the places above a failure, outermost first, as far as they lead to one."""
    frames: list[Frame] = []
    between = 0
    for index in range(at, len(lines)):
        line = lines[index]
        if line.logger == _LOGGER:
            return _failure(lines, at, index, frames)
        text = line.text.rstrip()
        place = _PLACE.match(text) if ".py:" in text else None
        if place and not place["cls"]:
            frames.append(make_frame(place["file"], int(place["line"][:9]), place["function"]))
            between = 0
            continue
        between += 1
        source = not text or indentation(text) or text[0] == ">" or is_marker(text) or _SEPARATOR.match(text)
        if not source or between > _MOST_BETWEEN:
            return Block(next=index)  # places that lead to no failure; nobody needs to look at them again
        if frames and frames[-1].code is None and text.strip():
            frames[-1].code = text.strip()
    return Block(next=len(lines))


def _failure(lines: Sequence[Line], first: int, at: int, frames: list[Frame]) -> Block:
    """Read the lines marked `E`, and the place with the class below them."""
    behind = at
    while behind < len(lines) and lines[behind].logger == _LOGGER:
        behind += 1
    found, start = None, at
    for index in range(at, behind):
        found = class_line(lines[index].text, loose=False)
        if found:
            start = index
            break
    if found:
        spans, _ = message_spans(lines[:behind], start, found.column)
    else:
        base = min((indentation(line.text) for line in lines[at:behind] if line.text.strip()), default=0)
        spans = [rest_of(line, min(base, len(line.text))) for line in lines[at:behind]]
    spans = _without_blank_ends(spans)
    cls = found.cls if found else None
    place_at = _place_below(lines, behind)
    if place_at is not None:
        place = _PLACE.match(lines[place_at].text.rstrip())
        if place:
            cls = cls or place["cls"]
            if not (frames and frames[-1].line == int(place["line"][:9])):
                frames.append(make_frame(place["file"], int(place["line"][:9]), place["function"]))
            behind = place_at + 1
    event = make_event(
        lines[first], lines[behind - 1], spans, cls=cls, language="python", frames=frames, inferred=cls is None
    )
    return Block([event], behind)


def _place_below(lines: Sequence[Line], at: int) -> int | None:
    for index in range(at, min(at + 3, len(lines))):
        text = lines[index].text.rstrip()
        if text:
            return index if _PLACE.match(text) else None
    return None


def _summary(lines: Sequence[Line], at: int, column: int) -> Block | None:
    line = lines[at]
    found = class_line(line.text[column:], loose=False)
    if found is None:
        return None
    span = rest_of(line, min(column + found.column, len(line.text)))
    return Block([make_event(line, line, [span], cls=found.cls, language="python")], at + 1)


def _without_blank_ends(spans: list[Span]) -> list[Span]:
    first, last = 0, len(spans)
    while first < last and not spans[first].text.strip():
        first += 1
    while last > first and not spans[last - 1].text.strip():
        last -= 1
    return spans[first:last]
