"""Single messages: `pkg.SomeError: text`, lines at level ERROR, `error: …`, and what tools print.

A line without a class is an *inferred* event: it only looks like an error. Everything is anchored at the start of the
text; `0 errors`, loggers named `uvicorn.error` and file names with "error" in them are no errors.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from errkb.hookspecs import Block, Parser
from errkb.model.event import ErrorEvent, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.codes import system_code
from errkb.parse.continuation import PER_LINE, borders_output, message_spans
from errkb.parse.cppstack import attach_stack
from errkb.parse.hints import SEVERE, gates
from errkb.parse.lazy import Lazy
from errkb.parse.roles import HOT
from errkb.parse.shapes import indentation, is_marker, next_text, starts_something

__all__ = ["MessageParser"]


_QUIET = frozenset({"INFO", "NOTICE", "DEBUG", "TRACE", "WARNING"})
_NOISE = frozenset({"DEBUG", "TRACE"})

_LEAD = (
    r"(?:Uncaught |Unhandled (?:exception|rejection|promise rejection)[:.]? |Caused by: ?|Suppressed: |fatal: |thrown: "
    r"|\[?(?:[Ee]rror|ERROR|FATAL)\]?: ?|Exception in thread \"[^\"\n]{0,80}\" |PHP Fatal error:  Uncaught "
    r"|Fatal error: Uncaught |\(node:\d+\) |Traceback: |Exception: (?=[\w.]+(?:Error|Exception): ))*"
)
_DOTTED = r"(?:[A-Za-z_$][\w$]*(?:\.|::|\$|/|\\))*"
_SUFFIX = (
    r"(?:[Ee]rror|Exception|Interrupt|Failure|Fault|Timeout|NotFound|Expired|Denied|Violation|Killed\w*|Configured)"
)
_CLASS = Lazy(
    rf"[ \t]*{_LEAD}(?P<cls>{_DOTTED}_?[A-Z]\w*{_SUFFIX}\w{{0,3}}(?:\(\w+\))?|{_DOTTED}Error|{_DOTTED[:-1]}+\w*_error"
    rf"|{_DOTTED}KilledWorker|Exception|KeyboardInterrupt|SystemExit|StopIteration|{_DOTTED}(?:errors|exceptions|error|exc)\.\w+|queue\.Empty)"
    r"(?: ?\[(?P<code>[A-Z][A-Z0-9_]+)\])?(?:: ?(?P<message>(?=\S).*)|:?$)"
)
_LOGGER = Lazy(  # `app: `, `[app] `, `app - `, `worker.py:12 `, after a level
    r"(?:(?:ERROR|CRITICAL|FATAL|WARNING)[: ] ?)?(?:\[[^\]\n]{1,80}\] ?){0,3}"
    r"(?:[A-Za-z_<][\w.$/<>-]{0,80}+(?::\d{1,6})?(?: ?\([^()\n]{1,80}\))?(?::| -| \||:?(?= )) ?)?"
    r"(?=(?:\w{1,80}\.){0,8}_?[A-Z]\w{0,80}(?:Error|Exception|Interrupt|Exit|Failure|Timeout)(?:: \S|:?$))"
)
"""What a record of a log says before the class that no carrier takes off: by itself it may be part of a message."""
_BARE = frozenset({"Error", "Exception", "error", "Failure", "Timeout", "Interrupt"})
"""Names that say too little to stand alone."""
_CODE = Lazy(
    r"[ \t]*(?:LINK : |[^\s:]+[:(]\d+[,:]\d+\)?:? -? ?)?(?:fatal )?"
    r"error(?:\[(?P<rust>E\d{4})\]| (?P<code>[A-Z]{1,4}\d{3,5})): (?P<message>\S.*)"
)
_PREFIXED = Lazy(
    r"[ \t]*(?:(?:[A-Za-z][\w./@+-]{0,60}(?:\[\d+\])?: ?)?"
    r"(?:(?:fatal|internal compiler|syntax|runtime|parse|link) )?"
    r"(?:[Ee]rror|ERROR|[Ff]atal|FATAL|E)(?: \d+)?(?: \(\w+\))?: ?"
    r"|\(error\) |[^\s:]+:\d+(?::\d+)?: (?:fatal )?error: "
    r"|(?:[A-Za-z][\w./@+-]{0,60}: ?)?Error response from daemon: ?)+(?P<message>\S.*)"
)
_NO_VALUE = Lazy(r"(?:[\d.,%]+|none|null|nil|false|no|undefined|''|\"\"|\[\]|\{\}|-|N/A)[.,;]?$")
_SENTENCES = (
    r"Error (?:in|at|from|response|while|when|during|code|occurred)\b",
    r"Error (?!handling|logging|reporting|tracking|monitoring|checking|correcting|testing)\w+ing\b",
    r"error (?=[A-Z])",
    r"(?:FAILURE: |Execution failed for |NVIDIA-SMI has failed|'[^'\n]{1,60}' is not recognized as )",
    r"(?:ERROR|FATAL) [A-Za-z]",
    r"!!! (?:Exception|Error)",
    r"(?:[Ff]ailed|FAILED|Unable|unable) to \w",
    r"Failed (?!password)\w+ing\b",
    r"(?:Could|could|Can|can) ?not \w",
    r"(?:Couldn't|Can't|couldn't|can't) \w",
    r"No module named ",
    r"No space left",
    r"[\w./-]{1,40}: (?:[^:\n]{1,80}: )?(?:cannot |can't |No such file|No module named |command not found|not found$)",
    r"[\w./-]{1,40}: (?:[^:\n]{1,80}: )?(?:[Pp]ermission denied|[Cc]onnection refused|undefined ref)",
    r"[\w./-]{1,40}: (?:[^:\n]{1,80}: |\(\d+\) )?[Ff]ailed to ",
    r"(?:Segmentation fault|Bus error|Illegal instruction|Aborted|Killed|Out of memory)(?: \(core dumped\))?$",
    r"Fatal Python error: ",
    r"(?:Permission denied|Connection refused)",
    r"\[(?:Errno|WinError) -?\d{1,5}\] \S",
    r"(?:An )?(?:[Uu]nexpected|[Uu]nhandled|[Ii]nternal|fatal) (?:error|exception)\b",
    r"Received sig\w+ from ",
)
"""How complaints begin that name neither class nor level."""
_SENTENCE = Lazy(rf"[ \t]*(?P<message>(?:{'|'.join(_SENTENCES)}).*)")
_INSIDE = Lazy(
    r"(?<=[\s:>\])(|])(?P<cls>(?:\w+\.){0,8}[A-Z]\w{0,80}(?:Error|Exception))(?: \[(?P<code>[A-Z][A-Z0-9_]+)\])?"
    r": (?P<message>\S.*)"
)
_LEVEL_INSIDE = Lazy(
    r"(?P<prefix>[^\n]{1,160}?)(?<![\w.=/-])(?:ERROR|CRITICAL|FATAL|SEVERE)(?![\w.=])(?:/[\w.-]{1,40})?"
    r"[\]|:)>]* *(?:[-:|] *)?(?=\w)"
)
_LOG_PREFIX = Lazy(r"\d:\d\d|[\[|(<] ?$")
"""What the text before a level must show to be the prefix of an unknown log format: a clock, or an open bracket."""
_KEBAB = Lazy(r"[ \t]*error: (?P<code>[a-z]+(?:-[a-z]+)+)$")
_LOOK = 2000
"""Characters of a line in which its shape must show."""


_MOST_ASKED = 40
"""Lines of a message at which other parsers are asked."""


class MessageParser:
    """Reads messages that need no traceback; what one of the `others` reads is no part of them."""

    name = "message"
    hints: tuple[str, ...] = (
        *("ERROR", "rror", "xception", "FATAL", "atal", "CRITICAL", "SEVERE", "panic", "ailed", "nable to ", "annot "),
        *("ould not ", "ouldn't ", "illed", "Abort", "Segmentation", "Interrupt", "Out of memory", "Unclosed "),
        *("what(): ", "erminate called", "No space", "No module", "Received sig", "ermission denied", "undefined ref"),
        *(
            "nection refused",
            "ommand not found",
            "[Errno ",
            "[WinError ",
            "was never retrieved",
            "run successfully",
            "with-error",
        ),
    )
    nearby: tuple[str, ...] = (
        *("an not ", "an't ", "E: ", "No such file", "not found", "is not recognized", "FAILURE", "Execution failed"),
        *("NVIDIA-SMI has", "Module ", "Bus error", "Illegal ", "make", "resource_tracker: ", "leaked ", "Task was "),
        *("SystemExit", "StopIteration", "queue.Empty", "exc.", "Failure", "Fault", "Timeout", "NotFound", "Expired"),
        *("Denied", "Violation", "Configured", "KilledWorker"),
    )

    def __init__(self, others: Sequence[Parser] = ()) -> None:
        self._others = tuple(others)
        self._hints = tuple(dict.fromkeys(hint.strip("\n") for parser in others for hint in parser.hints))

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one message with the lines it goes on over, up to one that another parser reads."""
        line = lines[at]
        if not line.text.strip() or is_marker(line.text):
            return None
        block = _read(lines, at)
        end = self._next_of_others(lines, at, block.next) if block and block.next > at + 1 else None
        if end is None:
            return block
        block = _read(lines[at:end], 0)
        if block:
            block.next += at
        return block

    def _next_of_others(self, lines: Sequence[Line], at: int, behind: int) -> int | None:
        """Return the first line within a message at which another parser finds an event."""
        for index in range(at + 1, min(behind, at + _MOST_ASKED)):
            line = lines[index]
            text = line.text
            if text[:1].strip() and line.logger not in PER_LINE and any(map(text.__contains__, self._hints)):
                blocks = (parser.parse(lines, index) for parser in gates(self._others).asked(line))
                if any(block and block.events for block in blocks):
                    return index
        return None


def _read(lines: Sequence[Line], at: int) -> Block | None:
    if lines[at].logger in PER_LINE and lines[at].level in SEVERE:
        return _marked(lines, at)
    return _diagnostic(lines, at) or _named(lines, at) or _plain(lines, at) or _inside(lines, at)


def _marked(lines: Sequence[Line], at: int) -> Block:
    """Read a block whose lines all carry the mark of the program (the box of pip and uv)."""
    logger = lines[at].logger
    behind = at + 1
    while behind < len(lines) and lines[behind].logger == logger and not _new_box(lines[behind]):
        behind += 1
    while logger == "box" and behind < len(lines) and _wrapped(lines[behind]):
        behind += 1
    spans: list[Span] = []
    for line in lines[at:behind]:
        if spans or line.text.strip():
            spans.append(rest_of(line, indentation(line.text) if not spans or line.logger is None else 0))
    while spans and (spans[-1].low == spans[-1].high or (len(spans) > 1 and borders_output(spans[-1].text))):
        spans.pop()
    event = make_event(lines[at], lines[behind - 1], spans, inferred=True)
    return Block([event], behind)


def _wrapped(line: Line) -> bool:
    """Say whether a line goes on with the last branch of a box, which has no mark on further lines."""
    return line.logger is None and line.level is None and line.text.startswith("      ") and bool(line.text.strip())


def _new_box(line: Line) -> bool:
    return line.logger == "box" and line.level in SEVERE


def _diagnostic(lines: Sequence[Line], at: int) -> Block | None:
    """`error: subprocess-exited-with-error` above a box: pip's reference for the text in it."""
    match = _KEBAB.match(lines[at].text[:_LOOK])
    if match is None:
        return None
    index = next_text(lines, at + 1)
    if index is not None and lines[index].logger == "box":
        block = _marked(lines, index)
        block.events[0].code = match["code"]
        block.events[0].start, block.events[0].line_start = lines[at].start, lines[at].number
        return block
    event = make_event(
        lines[at], lines[at], [rest_of(lines[at], match.start("code"))], code=match["code"], inferred=True
    )
    return Block([event], at + 1)


def _named(lines: Sequence[Line], at: int) -> Block | None:
    """A class with its message, an error code, a panic."""
    line = lines[at]
    text = line.text[:_LOOK].rstrip() if len(line.text) > _LOOK else line.text.rstrip()
    match = _CLASS.match(text) or _logged(line, text)
    if match and not (match["message"] is None and match["cls"] in _BARE):
        if match["message"] is None and line.level in _QUIET:
            return None  # a healthy line that ends with the name of an exception
        return _classed(lines, at, match["cls"], match["code"], match.start("message"))
    match = _CODE.match(text)
    if match:
        return _message(lines, at, match.start("message"), code=match["rust"] or match["code"])
    return None


def _logged(line: Line, text: str) -> re.Match[str] | None:
    """Return the class behind the name of a logger: only where a level says that this is a log."""
    if line.level is None and not text.startswith(("ERROR", "CRITICAL", "FATAL")):
        return None
    before = _LOGGER.match(text)
    return _CLASS.match(text, before.end()) if before and before.end() else None


def _classed(lines: Sequence[Line], at: int, cls: str, code: str | None, column: int) -> Block | None:
    line = lines[at]
    column = column if column >= 0 else len(line.text)
    message = line.text[column:]
    if _NO_VALUE.match(message[:100].strip()) and cls in _BARE:
        return None  # `Error: 0`, `error: none`
    block = _message(lines, at, column, cls=cls, code=code or system_code(message))
    if line.level in _NOISE:
        block.events[0].role = "noise"
    return block


def _plain(lines: Sequence[Line], at: int) -> Block | None:
    """A line at level ERROR, or one that begins as complaints do."""
    line = lines[at]
    if line.level in _QUIET and not HOT.search(line.text[:_LOOK]):
        return None
    text = line.text[:_LOOK]
    match = _PREFIXED.match(text)
    if match and not _NO_VALUE.match(match["message"]):
        return _message(lines, at, match.start("message"), inferred=True)
    if line.level in SEVERE:
        if text[:1].isspace() or starts_something(text):
            return None  # source lines and what else stands inside a traceback
        return _message(lines, at, 0, inferred=True)
    match = _SENTENCE.match(text)
    if match:
        return _message(lines, at, match.start("message"), inferred=True)
    if HOT.search(text):
        return _message(lines, at, indentation(text), inferred=True)
    match = _LEVEL_INSIDE.match(text) if line.level is None else None
    if match and _LOG_PREFIX.search(match["prefix"]):
        return _message(lines, at, match.end(), inferred=True)
    return None


def _inside(lines: Sequence[Line], at: int) -> Block | None:
    """A class with its message behind a prefix that is not known."""
    line = lines[at]
    if line.level in _QUIET:
        return None
    match = _INSIDE.search(line.text[:_LOOK])
    if match is None:
        return None
    block = _message(lines, at, match.start("message"), cls=match["cls"], code=match["code"])
    block.events[0].inferred = True
    return block


def _message(
    lines: Sequence[Line],
    at: int,
    column: int,
    *,
    cls: str | None = None,
    code: str | None = None,
    inferred: bool = False,
) -> Block:
    spans, behind = message_spans(lines, at, column)
    if len(spans) > 2 and not spans[0].text.strip() and not spans[1].text.strip():
        spans = spans[2:]  # the class on a line of its own, a blank line, the message
    event: ErrorEvent = make_event(lines[at], lines[behind - 1], spans, cls=cls, code=code, inferred=inferred)
    return Block([event], attach_stack(event, lines, behind))
