"""What npm, Yarn and pnpm say when they fail."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.chain import name
from errkb.parse.hints import SEVERE
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation

__all__ = ["NpmParser", "PackageManagerParser"]

_LOGGER = "npm"
_CODE = Lazy(r"code (?P<code>\S+)$")
_FACT = Lazy(r"(?:syscall|errno|path|dest|signal|cwd) \S|command (?:failed$|sh -c|/bin/|C:)|verbose |timing ")
"""Values that npm prints a line each below the code."""
_REPORT = Lazy(r"(?:A complete log of this run can be found in|For a full report see|Log files were not written)\b")
_PATH = Lazy(r"(?:/|[A-Z]:\\)\S+\.(?:log|txt)$")
_RESOLVE = Lazy(r"ERESOLVE\b")
_SCRIPT = Lazy(
    r"(?:Exit status \d+$|Lifecycle script `[^`\n]*` failed|Failed at the \S+ \S+ script|[\w@/.-]+: `[^`\n]*`$"
    r"|errno \d+$|This is probably not a problem with npm|Command failed with exit code)"
)
_INSIDE = Lazy(r"(?:gyp|node-pre-gyp) ERR! (?:stack )?(?P<cls>[A-Z]\w*Error|Error): (?P<message>\S.*)")

_PNPM = Lazy(r"[ \t]*(?:.{0,80} )?(?P<code>ERR_PNPM_[A-Z0-9_]{2,60}|ELIFECYCLE) {1,4}(?P<message>\S.*)")
_SCRIPT_FAILED = "ELIFECYCLE"
_MOST_LINES = 20
_YARN = Lazy(r"[ \t]*➤ (?P<code>YN\d{4}): (?:[│┌└] ?)?(?:[\w@./:+^~#-]{1,200}: )?(?P<message>\S.*)")
# https://yarnpkg.com/advanced/error-codes: those that only inform or warn.
_HARMLESS = frozenset(
    f"YN00{number:02}"
    for number in (0, 2, 4, 5, 6, 7, 8, 13, 19, 20, 21, 32, 50, 60, 61, 62, 65, 68, 70, 73, 74, 76, 77, 85, 86, 87, 88)
) | {"YN0089", "YN0090"}


class NpmParser:
    """Reads a run of lines that carry npm's mark as one error."""

    name = "npm"
    hints: tuple[str, ...] = ("npm ERR!", "npm error", "gyp ERR!")
    nearby: tuple[str, ...] = ("ERROR",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of the whole run."""
        if lines[at].logger != _LOGGER or lines[at].level not in SEVERE:
            return None
        behind = at
        spans: list[Span] = []
        code: str | None = None
        script = False
        while behind < len(lines) and lines[behind].logger == _LOGGER and lines[behind].level in SEVERE:
            line = lines[behind]
            text = line.text.strip()
            found = _CODE.match(text)
            if behind > at and found and code is not None and spans:
                break  # another run
            code = code or (found["code"] if found else None)
            script = script or _SCRIPT.match(text) is not None
            if not found and not _FACT.match(text) and not _report(text) and (spans or text):
                spans.append(rest_of(line, min(indentation(line.text), 0 if spans else len(line.text))))
            behind += 1
        return Block(_events(lines, at, behind, spans, code, script=script), behind)


def _report(text: str) -> bool:
    return _REPORT.match(text) is not None or _PATH.match(text) is not None


def _events(
    lines: Sequence[Line], at: int, behind: int, spans: list[Span], code: str | None, *, script: bool
) -> list[ErrorEvent]:
    while spans and not spans[-1].text.strip():
        spans.pop()
    if not spans and code is None:
        return []
    if code is None and any(_RESOLVE.match(span.text.strip()) for span in spans):
        code = "ERESOLVE"
    event = make_event(lines[at], lines[behind - 1], spans, code=code, inferred=True)
    events = [event]
    for span in spans:
        inside = _INSIDE.match(span.text)
        if inside and code is not None:
            place = Span(span.line, span.low + inside.start("message"), span.low + inside.end("message"))
            cause = make_event(span.line, span.line, [place], cls=inside["cls"], language="javascript")
            event.caused_by, event.link = name(cause), "quoted"
            events.insert(0, cause)
            script = True
            break
    if script and (code is None or code.isdecimal() or code == _SCRIPT_FAILED):
        event.role = "wrapper"  # the script's own output holds the error
    return events


class PackageManagerParser:
    """Reads the coded errors of pnpm and Yarn."""

    name = "pnpm-yarn"
    hints: tuple[str, ...] = ("ERR_PNPM_", "ELIFECYCLE ", "➤ YN0")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one error."""
        line = lines[at]
        match = _YARN.match(line.text[:2000])
        if match:
            if match["code"] in _HARMLESS:
                return Block(next=at + 1)
            span = Span(line, match.start("message"), len(line.text.rstrip()))
            return Block([make_event(line, line, [span], code=match["code"], inferred=True)], at + 1)
        match = _PNPM.match(line.text[:2000])
        if match is None:
            return None
        spans = [rest_of(line, match.start("message"))]
        behind = at + 1
        while match["code"] != _SCRIPT_FAILED and behind < min(at + _MOST_LINES, len(lines)):
            text = lines[behind].text
            if not text.strip() or _PNPM.match(text[:2000]) or lines[behind].level != line.level:
                break
            spans.append(rest_of(lines[behind], 0))
            behind += 1
        event = make_event(line, lines[behind - 1], spans, code=match["code"], inferred=True)
        return Block([event], behind)
