"""How Maven and Gradle say that a build failed."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.chain import name
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation

__all__ = ["GradleParser", "MavenParser"]

_GOAL = Lazy(r"(?:Failed to execute goal |Plugin \S+ or one of its dependencies could not |Non-(?:resolv|pars)able )")
_HELP = Lazy(
    r"(?:To see the full stack trace of the errors|Re-run Maven using|For more information about the errors"
    r"|\[Help \d+\]|After correcting the problems|  mvn |The build could not read|-> \[Help)"
)
_LINK = Lazy(r" *-> \[Help \d+\]$")
_COMPILATION = "COMPILATION ERROR :"
_MOST_LINES = 120

_WRONG = "* What went wrong:"
_FAILURE = Lazy(r"FAILURE: Build (?:failed with an exception|completed with \d+ failures)\.$")
_SECTION = Lazy(r"\* (?:Try|Get more help|Exception is|Where)\b|={10,}|BUILD FAILED|\d+: Task failed")
_CAUSE = Lazy(r"(?P<indent> {0,40})> (?=\S)")


class MavenParser:
    """Reads the reason of a failed build at level ERROR, and the help below it."""

    name = "maven"
    hints: tuple[str, ...] = (_COMPILATION,)
    nearby: tuple[str, ...] = ("ERROR",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of the goal that failed."""
        line = lines[at]
        if line.level != "ERROR":
            return None
        if line.text.startswith(_COMPILATION):
            return Block(next=at + 1)  # a heading: the diagnostics follow
        if _HELP.match(line.text):
            return Block(next=_help(lines, at))
        if not _GOAL.match(line.text):
            return None
        index = at
        spans: list[Span] = []
        while index < min(at + _MOST_LINES, len(lines)) and lines[index].level == "ERROR":
            text = lines[index].text.rstrip()
            if _HELP.match(text) or not text:
                break
            link = _LINK.search(text)
            spans.append(Span(lines[index], 0, link.start() if link else len(text)))
            index += 1
        behind = _help(lines, index)
        return Block([make_event(line, lines[index - 1], spans, language="java", inferred=True)], max(behind, at + 1))


def _help(lines: Sequence[Line], at: int) -> int:
    """Return the index behind Maven's references to its help."""
    index = at
    while index < len(lines) and lines[index].level == "ERROR":
        if lines[index].text.strip() and not _HELP.match(lines[index].text):
            break
        index += 1
    return index


class GradleParser:
    """Reads `* What went wrong:`; of the reasons nested below it with `> ` the innermost are the causes."""

    name = "gradle"
    hints: tuple[str, ...] = (_WRONG, "FAILURE: Build ")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one failure."""
        text = lines[at].text.strip()
        if _FAILURE.match(text):
            return Block(next=at + 1)
        if text != _WRONG:
            return None
        index = at + 1
        parts: list[tuple[int, list[Span]]] = []
        while index < min(at + _MOST_LINES, len(lines)):
            line = lines[index]
            if _SECTION.match(line.text):
                break
            match = _CAUSE.match(line.text)
            if match:
                parts.append((len(match["indent"]), [rest_of(line, match.end())]))
            elif parts and _quoted(line, lines[at]):
                parts.append((0, [rest_of(line, 0)]))
            elif not parts:
                parts.append((-1, [rest_of(line, indentation(line.text))]))
            else:
                parts[-1][1].append(rest_of(line, min(indentation(line.text), max(parts[-1][0], 0) + 2)))
            index += 1
        if not parts:
            return None
        return Block(_failure(lines[at], parts), index)


def _quoted(line: Line, head: Line) -> bool:
    """Say whether a `> ` was taken off the front of the line as a mark of quoting."""
    return line.text[:1].isalnum() and (line.start - line.at) - (head.start - head.at) == len("> ")


def _failure(head: Line, parts: list[tuple[int, list[Span]]]) -> list[ErrorEvent]:
    events: list[ErrorEvent] = []
    for number, (depth, spans) in enumerate(parts):
        innermost = number + 1 == len(parts) or parts[number + 1][0] <= depth
        if number and not innermost:
            continue
        whole = _without_blank_end(spans)
        first = head if not number else whole[0].line
        events.append(make_event(first, whole[-1].line, whole, language="java", inferred=True))
    if len(events) > 1:
        root = events[0]
        root.role = "wrapper"
        root.caused_by, root.link = name(events[1]), "quoted"
        root.end, root.line_end = events[-1].end, events[-1].line_end
    return [*events[1:], events[0]]


def _without_blank_end(spans: list[Span]) -> list[Span]:
    while len(spans) > 1 and not spans[-1].text.strip():
        spans = spans[:-1]
    return spans
