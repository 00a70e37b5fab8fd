"""Shapes that several parsers share: class lines, chain separators, and what cannot be part of a message."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.model.event import Line, Link
from errkb.parse.lazy import Lazy
from errkb.parse.quoting import FENCE

__all__ = [
    "HEADER",
    "ClassLine",
    "chain_link",
    "class_line",
    "indentation",
    "is_marker",
    "next_text",
    "starts_something",
    "strong_class",
]

HEADER = "Traceback (most recent call last)"

_NAME = r"[A-Za-z_]\w*(?:\.(?:\w+|<locals>))*(?:\(\w+(?:\.\w+)*\))?"
_CLASS_LINE = Lazy(rf"[ \t]*(?P<cls>{_NAME})(?::(?: (?P<message>.*)|$)|[ \t]*$)")
_SUFFIX = (
    r"(?:Error|Exception|Warning|Interrupt|Exit|Iteration|Timeout|Failure|Fault|Expired|NotFound|Denied|Violation|"
    r"ExceptionGroup|Killed\w*|Configured|Refused|Aborted)"
)
_STRONG = Lazy(rf"(?:\w+\.)*(?:_?[A-Z]\w*)?{_SUFFIX}(?:\(\w+\))?$")
_CAPITAL = Lazy(r"(?:\w+\.|<locals>\.)*_?[A-Z]\w+(?:\(\w+\))?$")
_KEYWORDS = frozenset(
    {
        "async",
        "await",
        "break",
        "case",
        "class",
        "continue",
        "def",
        "default",
        "elif",
        "else",
        "except",
        "finally",
        "for",
        "from",
        "if",
        "import",
        "lambda",
        "match",
        "pass",
        "return",
        "self",
        "super",
        "try",
        "while",
        "with",
        "yield",
        "True",
        "False",
        "None",
        "future",
        "note",
        "hint",
        "cwd",
    }
)
_CHAIN: tuple[tuple[str, Link], ...] = (
    ("The above exception was the direct cause", "direct"),
    ("During handling of the above exception", "context"),
)
_CHAIN_CUT = ("The above exception", "During handling of")
_LOOK = 500
"""Characters of a line that say what it is."""
_NEW = Lazy(
    r"Traceback \(most|File \"|(?:\+ )?Exception Group Traceback|The above exception was|During handling of the above"
    r"|Exception ignored in|Exception in (?:thread|callback)|(?:Sub)?[Pp]rocess \S+:$|Unclosed "
    r"|Task (?:exception|was destr)"
    r"|\$(?: |$)|>>> |\.\.\. |In \[|Out\[|PS [A-Z]:|[A-Z]:\\[^>\n]*>|(?:\([\w.-]+\) ?)?[\w.-]+@[\w.-]+[:~ ]"
    r"|Process finished with exit code|exit status \d+$|make(?:\[\d+\])?: \*"
    r"|error Command failed|Command exited|Root Cause"
    r"|frame #\d|\*\* \([A-Za-z]|Exception raised from |at [\w.$<>\[\]/,`-]+ ?\(|at \S.*[(:]\S*:?\d+\)?$"
    r"|: (?:[a-z]\w{0,40}\.){1,12}[A-Z]\w{0,80}(?:Exception|Error)\b"  # what py4j prints of the Java side
    r"|\.\.\. \d+ more|Caused by:|goroutine \d|stack backtrace"
    r"|(?P<rule>[-=_*#~+!])(?P=rule){7,}|-{6}$|> \[|Aborted|Segmentation fault|Killed$|Terminated$|srun: |slurmstepd: "
    r"|FAILED |PASSED |note: run with |\d+ (?:passed|failed|skipped)\b"
    r"|(?:START|END|REPORT) RequestId: |section_(?:start|end):\d|\[Pipeline\]|\d{1,3}(?:\.\d{1,3}){3} - \S+ \["
    r"|\S+\.py:\d+: |(?:sys|<[\w -]{1,40}>):\d+: \w*Warning: "
    r"|(?:In file included|During startup)|Current thread |Extension modules: |terminate called |==\d{1,10}==|#\d+ +0x"
    r"|-?(?:ba|z|da|k|c|tc)?sh: (?:line )?\d+: |(?:ba|z|k)sh: |thread '[^'\n]{0,80}' (?:\(\d+\) )?panicked at|\*\*\* "
    r"|Installing collected packages: |Running setup\.py |Building (?:editable|wheels?) for |Attempting uninstall: "
    r"|Successfully (?:built|installed) |Requirement already satisfied: |Found existing installation: "
    r"|(?:TRACE|DEBUG|INFO|NOTICE|WARNING) [\w.-]{1,60}: \S"
    r"|Fatal Python error: |collect2: |ninja: |CMake (?:Error|Warning)|Thread 0x[0-9a-f]+ "
)


class ClassLine:
    """A line `module.Class: message`; `column` is where the message begins, the line's length where there is none."""

    __slots__ = ("cls", "column")

    def __init__(self, cls: str, column: int) -> None:
        self.cls = cls
        self.column = column


def class_line(text: str, *, loose: bool) -> ClassLine | None:
    """Return what a line says if it is the last line of a traceback.

    `loose` where the indentation already says that it must be one; otherwise the name has to look like that of an
    exception, since source lines with lost indentation come along here too.
    """
    match = _CLASS_LINE.match(text)
    if match is None:
        return None
    name: str = match["cls"]
    if name in _KEYWORDS:
        return None
    has_message = match["message"] is not None
    if not (strong_class(name) or ((has_message or loose) and _CAPITAL.match(name)) or (loose and has_message)):
        return None
    return ClassLine(name, match.start("message") if has_message else len(text))


def strong_class(name: str) -> bool:
    """Say whether a name is that of an exception by its look alone."""
    return _STRONG.match(name) is not None


def chain_link(text: str) -> Link | None:
    """Return how two tracebacks hang together if the line separates them."""
    stripped = text.strip()
    for start, link in _CHAIN:
        if stripped.startswith(start):
            return link
    for start, (_, link) in zip(_CHAIN_CUT, _CHAIN, strict=True):
        if stripped.startswith(start):
            return link
    return None


def starts_something(text: str) -> bool:
    """Say whether a line cannot belong to the message above it."""
    stripped = text.lstrip()[:_LOOK]
    return stripped.startswith(FENCE) or _NEW.match(stripped) is not None


def is_marker(text: str) -> bool:
    """Say whether a line only points at the source above it (`~~~^^^`)."""
    stripped = text.strip()
    return bool(stripped) and not stripped.strip("^~ ")


def indentation(text: str) -> int:
    """Return the number of blanks and tabs a line begins with."""
    return len(text) - len(text.lstrip(" \t"))


def next_text(lines: Sequence[Line], at: int, most: int = 3) -> int | None:
    """Return the index of the next line that is not blank, if at most `most` blank ones come before it."""
    for index in range(at, min(at + most + 1, len(lines))):
        if lines[index].text.strip():
            return index
    return None
