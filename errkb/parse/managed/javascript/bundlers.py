"""What webpack, Next.js, Vite, esbuild, the TypeScript compiler and ESLint say about a source file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.lazy import Lazy
from errkb.parse.managed.javascript.frames import is_frame
from errkb.parse.shapes import indentation, is_marker, next_text, starts_something

__all__ = ["BundlerParser", "EslintParser", "TypeScriptParser"]

_FILE = r"(?P<file>(?:\.{1,2}[\\/]|[A-Za-z]:[\\/]|/|@)?[\w@.()\[\] +$\\/-]{1,300}\.\w{1,8})"
_WHERE = rf"{_FILE}(?:(?::| )(?P<line>\d{{1,7}}):\d{{1,5}}(?:-\d{{1,5}}(?::\d{{1,5}})?)?)?"
_WEBPACK = Lazy(rf"(?:ERROR )?in (?:{_WHERE}|main|\S{{1,80}})$")
"""A carrier may have taken the level off."""
_PLACE = Lazy(rf"(?:[⨯✖❌×] )?{_WHERE}(?: \(\d+:\d+\))?$")
_MODULE = Lazy(r"Module (?:not found|parse failed|build failed)\b.{0,40}?: ?")
_CODE = Lazy(r"(?P<code>TS\d{4,5}): ")
_ESBUILD = Lazy(r"[✘X] \[ERROR\] (?P<message>\S.*)")
_ESBUILD_PLACE = Lazy(rf" {{4}}{_FILE}:(?P<line>\d{{1,7}}):\d{{1,5}}:$")
_VITE = Lazy(
    r"(?:\[vite\]:? |\[plugin:[\w:-]{1,80}\] |(?:\d\d?:\d\d:\d\d )?(?:[AP]M )?\[vite\] )(?:\(\w+\) )?"
    r"(?P<message>(?:Internal server error|Pre-transform error|Rollup failed to resolve import|Error when evaluating"
    r"|Failed to )\S?.*)"
)
_VITE_FILE = Lazy(rf"[ \t]+(?:File|file): {_FILE}(?::(?P<line>\d{{1,7}})(?::\d{{1,5}})?)?$")
_SOURCE = Lazy(r"[ \t]*(?:> )?\d{0,7} *[|│](?: |$)")
"""A source line, or the pointer below it."""
_MOST_LINES = 80

_TSC = Lazy(
    rf"(?:{_FILE}(?:\((?P<line>\d{{1,7}}),\d{{1,5}}\): |:(?P<line2>\d{{1,7}}):\d{{1,5}} - ))?"
    r"error (?P<code>TS\d{1,5}): (?P<message>\S.*)"
)

_PROBLEM = Lazy(r" {2,6}(?P<line>\d{1,7}):\d{1,5} +(?P<level>error|warning) {2,9}(?P<message>\S.*)")
_RULE = Lazy(r"(?P<message>.*?) {2,}(?P<rule>(?:@?[\w-]+/){0,3}[\w-]+)$")
_PROBLEMS = Lazy(r"(?:✖ )?\d+ problems? \(\d+ errors?, \d+ warnings?\)")
_MOST_PROBLEMS = 500


class BundlerParser:
    """Reads a complaint with the file it is about."""

    name = "bundler"
    hints: tuple[str, ...] = (
        "ERROR in ",
        "Module not found: ",
        "Module parse failed",
        "Module build failed",
        "[ERROR] ",
        "[vite]",
        "[plugin:",
    )
    nearby: tuple[str, ...] = ("ERROR",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one complaint."""
        text = lines[at].text[:2000].rstrip()
        if text.startswith("ERROR in ") or (lines[at].level == "ERROR" and text.startswith("in ")):
            return _webpack(lines, at)
        if _MODULE.match(text):
            return _complaint(lines, at, at, _place_above(lines, at))
        match = _ESBUILD.match(text)
        if match:
            return _esbuild(lines, at, match.start("message"))
        match = _VITE.match(text)
        return _vite(lines, at, match.start("message")) if match else None


def _webpack(lines: Sequence[Line], at: int) -> Block | None:
    match = _WEBPACK.match(lines[at].text.rstrip())
    below = next_text(lines, at + 1, 1)
    if match is None or below is None or starts_something(lines[below].text):
        return None
    return _complaint(lines, at, below, _frame(match) if match["file"] else None)


def _place_above(lines: Sequence[Line], at: int) -> Frame | None:
    match = _PLACE.match(lines[at - 1].text.strip()) if at else None
    return _frame(match) if match else None


def _frame(match: re.Match[str]) -> Frame:
    return Frame(match["file"], int(match["line"]) if match["line"] else None)


def _complaint(lines: Sequence[Line], first: int, at: int, frame: Frame | None) -> Block:
    """Read the message at `at`, up to a blank line, a stack or the next complaint."""
    line = lines[at]
    code = _CODE.match(line.text.lstrip())
    low = indentation(line.text) + (code.end() if code else 0)
    spans, behind = _more(lines, at, low)
    event = make_event(
        lines[first],
        lines[behind - 1],
        spans,
        code=code["code"] if code else None,
        language="javascript",
        frames=[frame] if frame else [],
        inferred=True,
    )
    return Block([event], behind)


def _more(lines: Sequence[Line], at: int, low: int) -> tuple[list[Span], int]:
    base = indentation(lines[at].text)
    spans = [rest_of(lines[at], low)]
    index = at + 1
    while index < min(at + _MOST_LINES, len(lines)):
        text = lines[index].text
        if (
            not text.strip()
            or is_frame(text)
            or starts_something(text)
            or text.startswith(("ERROR in ", "WARNING in "))
        ):
            break
        if lines[index].level != lines[at].level:
            break
        if not _SOURCE.match(text):
            spans.append(rest_of(lines[index], min(base, indentation(text))))
        index += 1
    while index < len(lines) and is_frame(lines[index].text):
        index += 1
    return spans, index


def _esbuild(lines: Sequence[Line], at: int, low: int) -> Block:
    place_at = next_text(lines, at + 1, 1)
    place = _ESBUILD_PLACE.match(lines[place_at].text.rstrip()) if place_at is not None else None
    behind = at + 1
    frames: list[Frame] = []
    if place and place_at is not None:
        frames = [_frame(place)]
        behind = place_at + 1
        while behind < min(place_at + _MOST_LINES, len(lines)) and lines[behind].text.startswith("      "):
            behind += 1
    event = make_event(
        lines[at], lines[behind - 1], [rest_of(lines[at], low)], language="javascript", frames=frames, inferred=True
    )
    return Block([event], behind)


def _vite(lines: Sequence[Line], at: int, low: int) -> Block:
    """Read the message, then what stands indented below it: plugin, file, source, stack."""
    spans = [rest_of(lines[at], low)]
    frames: list[Frame] = []
    index = at + 1
    while index < min(at + _MOST_LINES, len(lines)):
        text = lines[index].text.rstrip()
        if not text[:1].isspace():
            break
        place = _VITE_FILE.match(text)
        if place:
            frames = [_frame(place)]
        index += 1
    event = make_event(lines[at], lines[index - 1], spans, language="javascript", frames=frames, inferred=True)
    return Block([event], index)


class TypeScriptParser:
    """Reads diagnostics of the TypeScript compiler in both its forms."""

    name = "typescript"
    hints: tuple[str, ...] = ("error TS",)
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one diagnostic; what explains it stands indented below."""
        line = lines[at]
        match = _TSC.match(line.text[:2000], indentation(line.text)) if "error TS" in line.text else None
        if match is None:
            return None
        spans = [rest_of(line, match.start("message"))]
        index = at + 1
        while index < min(at + _MOST_LINES, len(lines)) and lines[index].text.startswith("  "):
            if not lines[index].text.strip() or _TSC.match(lines[index].text.lstrip()):
                break
            spans.append(rest_of(lines[index], 0))
            index += 1
        frames = []
        if match["file"]:
            frames = [Frame(match["file"], int(match["line"] or match["line2"]))]
        index = _past_source(lines, index, frames)
        return Block(
            [make_event(line, lines[index - 1], spans, code=match["code"], language="javascript", frames=frames)], index
        )


def _past_source(lines: Sequence[Line], at: int, frames: list[Frame]) -> int:
    """Go over the source line and its marker, as the pretty form prints them; return the index behind."""
    source = next_text(lines, at, 1)
    if source is None or source + 1 >= len(lines) or not frames:
        return at
    text = lines[source].text
    if text.startswith(str(frames[0].line)) and is_marker(lines[source + 1].text):
        frames[0].code = text[len(str(frames[0].line)) :].strip()
        return source + 2
    return at


class EslintParser:
    """Reads the problems of one file; the rule is the code."""

    name = "eslint"
    hints: tuple[str, ...] = ("  error  ", " problems (", " problem (")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of the problems from this line on."""
        text = lines[at].text
        if _PROBLEMS.match(text):
            return Block(next=at + 1)  # the count
        if not _PROBLEM.match(text):
            return None
        file = _file_above(lines, at)
        if file is None:
            return None
        block = Block(next=at)
        while block.next < min(at + _MOST_PROBLEMS, len(lines)):
            line = lines[block.next]
            problem = _PROBLEM.match(line.text.rstrip())
            if problem is None:
                break
            block.next += 1
            if problem["level"] == "error":
                low = problem.start("message")
                rule = _RULE.match(line.text.rstrip(), low)
                high = rule.end("message") if rule else len(line.text.rstrip())
                event = make_event(
                    line,
                    line,
                    [Span(line, low, high)],
                    code=rule["rule"] if rule else None,
                    language="javascript",
                    frames=[Frame(file, int(problem["line"]))],
                )
                block.events.append(event)
        return block


def _file_above(lines: Sequence[Line], at: int) -> str | None:
    for index in range(at - 1, max(at - _MOST_PROBLEMS, -1), -1):
        text = lines[index].text.rstrip()
        if not _PROBLEM.match(text):
            return text if "." in text and not text[:1].isspace() and text else None
    return None
