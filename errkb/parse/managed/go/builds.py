"""What `go build`, `go vet`, `go test` and the linters print: places with messages, tests that failed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation

__all__ = ["GoBuildParser", "GoTestParser"]

_DIAGNOSTIC = Lazy(
    r"(?:vet: )?(?P<file>(?:\.{1,2}[\\/]|[A-Za-z]:[\\/]|/)?[\w@.+ /\\-]{1,300}\.go):(?P<line>\d{1,7}):\d{1,5}: "
    r"(?P<message>\S.*)"
)
_ENOUGH = "too many errors"
_MODULE = Lazy(
    r"go: (?:(?P<message>(?:\S+@\S+: |\S+ imports\s*$|cannot find |errors parsing |module |updates to go\.mod "
    r"|no such tool|go\.mod |inconsistent vendoring|finding module"
    r"|\S+: (?:invalid|reading|unrecognized|module|no required)).*))"
)
_HEALTHY_MODULE = Lazy(r"go: (?:downloading|finding|extracting|added|upgraded|downgraded|creating|to add) ")
_MOST_LINES = 30

_FAIL = Lazy(r"(?P<indent>[ \t]*)--- FAIL: (?P<test>\S{1,300}) \(\d+\.\d+s\)$")
_SAID = Lazy(r"[ \t]+(?P<file>[\w./-]{1,200}\.go):(?P<line>\d{1,7}): ?(?P<message>.*)")
_RESULT = Lazy(
    r"[ \t]*(?:--- (?:FAIL|PASS|SKIP|BENCH)|=== (?:RUN|CONT|PAUSE|NAME)|FAIL\b|PASS$|ok  ?\t|panic: |exit status )"
)
_RUN = Lazy(r"=== (?:RUN|CONT|NAME)\b")


class GoBuildParser:
    """Reads one diagnostic of the compiler or a checker, and what the module loader complains of."""

    name = "go-build"
    hints: tuple[str, ...] = (
        *(": undefined: ", "declared and not used", "imported and not used", "declared but not used", "go.sum entry"),
        "no required module provides",
    )
    nearby: tuple[str, ...] = (".go:", "go: ")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one diagnostic with the indented lines below it."""
        line = lines[at]
        text = line.text[:2000]
        if line.level in ("INFO", "DEBUG", "WARNING", "TRACE"):
            return None
        frames: list[Frame] = []
        match = _DIAGNOSTIC.match(text) if ".go:" in text else None
        if match:
            if match["message"] == _ENOUGH:
                return Block(next=at + 1)
            frames = [Frame(match["file"], int(match["line"]))]
        elif text.startswith("go: ") and not _HEALTHY_MODULE.match(text):
            match = _MODULE.match(text)
        if match is None:
            return None
        spans = [rest_of(line, match.start("message"))]
        index = at + 1
        while index < min(at + _MOST_LINES, len(lines)) and lines[index].text[:1] in ("\t", " "):
            if not lines[index].text.strip():
                break
            spans.append(rest_of(lines[index], 0))
            index += 1
        return Block([make_event(line, lines[index - 1], spans, language="go", frames=frames)], index)


class GoTestParser:
    """Reads a failed test: what it said stands below its line, or above it in verbose output."""

    name = "go-test"
    hints: tuple[str, ...] = ("--- FAIL: ",)
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one test."""
        fail = _fail(lines[at])
        if fail is None:
            return None
        depth = len(fail["indent"])
        said = _said(lines, at + 1, depth) or _said_above(lines, at)
        below = _fail(lines[at + 1]) if at + 1 < len(lines) else None
        inner = below is not None and len(below["indent"]) > depth
        if said is None or inner:
            if inner or _panics(lines, at + 1):
                return Block(next=at + 1)  # the test inside, or the panic, says what went wrong
            span = Span(lines[at], depth, len(lines[at].text.rstrip()))
            return Block([make_event(lines[at], lines[at], [span], language="go", inferred=True)], at + 1)
        first, behind = said
        match = _SAID.match(lines[first].text)
        if match is None:
            return None
        base = indentation(lines[first].text)
        spans = [rest_of(lines[first], match.start("message"))]
        spans += [rest_of(line, min(base, indentation(line.text))) for line in lines[first + 1 : behind]]
        if not spans[0].text.strip() and len(spans) > 1:
            spans = spans[1:]
        frame = Frame(match["file"], int(match["line"]), fail["test"])
        start, end = sorted((lines[at].number, lines[behind - 1].number))
        event = make_event(lines[min(at, first)], lines[max(at, behind - 1)], spans, language="go", frames=[frame])
        event.line_start, event.line_end = min(start, lines[first].number), end
        return Block([event], max(behind, at + 1))


def _fail(line: Line) -> re.Match[str] | None:
    return _FAIL.match(line.text.rstrip()) if "--- FAIL: " in line.text else None


def _test(line: Line) -> str:
    fail = _fail(line)
    return fail["test"] if fail else "\n"


def _said(lines: Sequence[Line], at: int, depth: int) -> tuple[int, int] | None:
    """Return the span of lines that begins with `x_test.go:3: ` below a failed test."""
    if at >= len(lines) or not _SAID.match(lines[at].text):
        return None
    index = at + 1
    while index < min(at + _MOST_LINES, len(lines)):
        text = lines[index].text
        if not text.strip() or indentation(text) <= depth or _RESULT.match(text):
            break
        index += 1
    return at, index


def _said_above(lines: Sequence[Line], at: int) -> tuple[int, int] | None:
    """In verbose output: the first such line between the start of the test and its result."""
    first = last = None
    test = _test(lines[at])
    for index in range(at - 1, max(at - _MOST_LINES, -1), -1):
        text = lines[index].text
        if _RUN.match(text):
            return (first, last) if first is not None and last is not None else None
        if test.startswith(f"{_test(lines[index])}/"):
            continue  # the test this one is part of
        if _RESULT.match(text):
            break
        last = last or index + 1
        if _SAID.match(text):
            first = index
    return None


def _panics(lines: Sequence[Line], at: int) -> bool:
    return at < len(lines) and lines[at].text.startswith("panic: ")
