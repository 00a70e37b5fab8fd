"""Diagnostics of javac, kotlinc and scalac: place, message, the source line with a caret, and details below it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation, is_marker

__all__ = ["CompilerParser"]

_FILE = r"(?P<file>(?:[A-Za-z]:)?[^\s:()\[\]][^:()\n\[\]]{0,300}\.(?P<suffix>java|kts?|scala|groovy))"
_JAVAC = Lazy(rf"(?:\[(?:error|ERROR)\] ?)?{_FILE}:(?P<line>\d{{1,7}})(?::\d{{1,5}})?: error: (?P<message>\S.*)")
_MAVEN = Lazy(
    rf"{_FILE}:(?:\[(?P<line>\d{{1,7}})(?:,\d{{1,5}})?\]| ?\((?P<line2>\d{{1,7}}), ?\d{{1,5}}\)) ?(?:error: )?"
    r"(?P<message>\S.*)"
)
_KOTLIN = Lazy(
    rf"e: (?:file://)?{_FILE}:(?: \((?P<line>\d{{1,7}}), ?\d{{1,5}}\):|(?P<line2>\d{{1,7}}):\d{{1,5}}:?) ?"
    r"(?:error: )?(?P<message>\S.*)"
)
_SBT = Lazy(rf"\[error\] {_FILE}:(?P<line>\d{{1,7}})(?::\d{{1,5}})?: (?P<message>\S.*)")
_DETAIL = Lazy(r" {0,8}(?:symbol|location|required|found|reason|where|both)\b *: ")
_LANGUAGES = {"java": "java", "kt": "kotlin", "kts": "kotlin", "scala": "scala", "groovy": "groovy"}
_MOST_LINES = 12


class CompilerParser:
    """Reads one diagnostic with its details."""

    name = "java-compiler"
    hints: tuple[str, ...] = ("e: file:///", "e: /")
    nearby: tuple[str, ...] = (".java:", ".kt:", ".kts:", ".scala:", ".groovy:")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one diagnostic."""
        match = _match(lines[at])
        if match is None:
            return None
        line = lines[at]
        spans = [rest_of(line, match.start("message"))]
        frame = Frame(match["file"], int(match["line"] or match["line2"]))
        index = behind = at + 1
        while index < min(at + _MOST_LINES, len(lines)):
            text = lines[index].text
            low = len("[error]") if text.startswith("[error]") else 0
            shown = text[low:]
            if not shown.strip() or _match(lines[index]) or lines[index].level not in (line.level, None):
                break
            if is_marker(shown):
                frame.code = lines[index - 1].text[low:].strip()
                spans = [span for span in spans if span.line is not lines[index - 1]]
            elif _DETAIL.match(shown):
                spans.append(Span(lines[index], low + (1 if low else 0), len(text.rstrip())))
            elif index + 1 < len(lines) and is_marker(lines[index + 1].text[low:]):
                pass  # the source line
            elif line.level and indentation(shown):
                spans.append(rest_of(lines[index], 0))
            else:
                break
            index = behind = index + 1
        event = make_event(line, lines[behind - 1], spans, language=_LANGUAGES[match["suffix"]], frames=[frame])
        return Block([event], behind)


def _match(line: Line) -> re.Match[str] | None:
    text = line.text
    if not any(hint in text for hint in CompilerParser.nearby):
        return None
    text = text[:2000]
    low = indentation(text)
    found = _JAVAC.match(text, low) or _KOTLIN.match(text, low) or _SBT.match(text, low)
    if found is None and line.level == "ERROR":
        found = _MAVEN.match(text, low)
    return found
