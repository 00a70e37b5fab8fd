"""pip's explanations of versions that do not fit, which go on over several paragraphs, each one message.

`ResolutionImpossible` and what only counts the failure report the explanation above them.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Line
from errkb.parse.build import Span, make_event, rest_of, trimmed
from errkb.parse.chain import name
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import next_text

__all__ = ["PipParser"]

_CONFLICT = Lazy(
    r"(?:ERROR: )?(?P<message>Cannot install .* because these package versions have conflicting dependencies\.)$"
)
_INSTALLED = Lazy(r"(?:ERROR: )?(?P<message>pip's dependency resolver does not currently take into account .*)$")
_REQUIRES = Lazy(r"\S{1,200} \S{1,80} (?:requires|depends on) .{1,400}, (?:but you have|which is not installed)")
_IMPOSSIBLE = Lazy(r"(?:ERROR: )?(?P<message>ResolutionImpossible: .*)$")
_PARTS = ("The conflict is caused by:", "To fix this you could try to:", "Additionally, some packages", "1. ", "2. ")
_REACH = 120


class PipParser:
    """Reads the explanations of pip's resolver."""

    name = "pip"
    hints: tuple[str, ...] = ()
    nearby: tuple[str, ...] = ("conflicting dependencies.", "pip's dependency resolver")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the explanation, and the report below it."""
        text = lines[at].text.rstrip()
        match = _CONFLICT.match(text)
        if match:
            return _conflict(lines, at, match.start("message"))
        match = _INSTALLED.match(text) if "resolver" in text else None
        if match is None:
            return None
        behind = at + 1
        while behind < len(lines) and behind - at < _REACH and _REQUIRES.match(lines[behind].text):
            behind += 1
        spans = [rest_of(lines[at], match.start("message")), *(rest_of(line, 0) for line in lines[at + 1 : behind])]
        return Block([make_event(lines[at], lines[behind - 1], spans, language="python", inferred=True)], behind)


def _conflict(lines: Sequence[Line], at: int, column: int) -> Block:
    spans: list[Span] = [rest_of(lines[at], column)]
    index = at + 1
    while index < len(lines) and index - at < _REACH:
        text = lines[index].text
        if text.strip() and not (text[0].isspace() or text.startswith(_PARTS)):
            break
        spans.append(rest_of(lines[index], 0))
        index += 1
    spans = trimmed(spans)
    event: ErrorEvent = make_event(lines[at], spans[-1].line, spans, language="python", inferred=True)
    block = Block([event], at + len(spans))
    below = next_text(lines, block.next, 2)
    match = _IMPOSSIBLE.match(lines[below].text.rstrip()) if below is not None else None
    if below is not None and match:
        line = lines[below]
        report = make_event(line, line, [Span(line, *match.span("message"))], language="python", inferred=True)
        report.role, report.caused_by, report.link = "wrapper", name(event), "quoted"
        block.events.append(report)
        block.next = below + 1
    return block
