"""The first line of an exception in a Java trace, and how it hangs on the one above it."""

from __future__ import annotations

from typing import Literal

from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation

__all__ = ["Header", "Joint", "find_header", "joint", "may_stand_alone"]

Joint = Literal["caused", "suppressed", "wrapped"]

_LOOK = 2000
_JOINTS: tuple[tuple[str, Joint], ...] = (
    ("Caused by: ", "caused"),
    ("Suppressed: ", "suppressed"),
    ("Wrapped by: ", "wrapped"),
)
_PY4J = Lazy(r": (?:[a-z_]\w*\.)+[A-Z]\w*(?:Exception|Error)\b")
"""Below `An error occurred while calling o45.collect.`, py4j prints the trace of the Java side."""
_THREAD = r"Exception in (?:thread \"[^\"\n]{0,200}\"|[\w ]{1,60}thread [\w-]{1,60}:?) "
_LEAD = Lazy(
    rf"[ \t]*(?:(?:{_THREAD}|Caused by: ?|Suppressed: ?|Wrapped by: ?|: (?=[a-z]\w*\.)|\[error\] |Uncaught: )*)"
)
_SURE = Lazy(rf"[ \t]*(?:{_THREAD}|Caused by: (?:[a-z_]\w*\.)+[A-Z]|: (?:[a-z_]\w*\.)+[A-Z]\w*(?:Exception|Error)\b)")
_SEGMENT = r"[A-Za-z_$][\w$]{0,100}"
_CLASS = rf"(?:[a-z_][\w$]{{0,60}}\.){{1,14}}[A-Z_$][\w$]{{0,200}}(?:\.{_SEGMENT}){{0,3}}"
_END = r"(?:: ?(?P<message>.*)|[ \t]*$)"
_DOTTED = Lazy(rf"(?P<cls>{_CLASS}){_END}")
_BARE = Lazy(rf"(?P<cls>[A-Z][\w$]{{0,120}}(?:Exception|Error|Throwable)(?:\.{_SEGMENT}){{0,2}}){_END}")
_INSIDE = Lazy(rf"(?<![\w.$/-])(?P<cls>{_CLASS}(?:(?<=Exception)|(?<=Error)|(?<=Throwable)|(?<=Failure))){_END}")
_UNCAUGHT = Lazy(r"[ \t]*Exception: (?P<cls>[\w.$]{3,200}) thrown from the UncaughtExceptionHandler in thread \"")
_LAUNCHER = Lazy(
    r"Error: (?=(?:Could not find or load main class|Unable to (?:initialize main class|access jarfile)|A JNI error has"
    r"|Main method not found in|LinkageError occurred|JavaFX runtime|Could not create the Java Virtual)\b)"
)
_STATE = "java.lang.Thread.State"


_ALONE = (
    *("Exception in ", "Caused by: ", "from the UncaughtExceptionHandler", "main class", "jarfile", "A JNI error"),
    *("Main method", "LinkageError occurred", "JavaFX runtime", "the Java Virtual"),
)


class Header:
    """The class and where its message begins; the class itself begins at `lead`."""

    __slots__ = ("cls", "lead", "low", "sure")

    def __init__(self, cls: str | None, low: int, lead: int, *, sure: bool = False) -> None:
        self.cls = cls
        self.low = low
        self.lead = lead
        self.sure = sure
        """The line is a Java exception whatever stands below it."""


def joint(text: str) -> Joint | None:
    """Return how the exception on a line hangs on the one above it, or `None` where it does not."""
    stripped = text.lstrip()
    if _PY4J.match(stripped):
        return "caused"
    return next((kind for start, kind in _JOINTS if stripped.startswith(start)), None)


def may_stand_alone(text: str) -> bool:
    """Say whether a line can be a Java exception that is sure without frames below."""
    return text.lstrip(" \t").startswith(": ") or any(map(text.__contains__, _ALONE))


def find_header(text: str, column: int = 0) -> Header | None:
    """Return what a line says about an exception from a column on, or `None` where it names none."""
    shown = text[: column + _LOOK]
    lead = _LEAD.match(shown, column)
    start = lead.end() if lead else column + indentation(shown[column:])
    match = _DOTTED.match(shown, start) or _BARE.match(shown, start)
    if match is None or not _exceptional(match["cls"]):
        match = _INSIDE.search(shown, start) or match
    if match is None:
        return _spoken(shown, start)
    if match["cls"] == _STATE:
        return None
    low = match.start("message") if match["message"] is not None else len(text)
    return Header(match["cls"], low, match.start("cls"), sure=_SURE.match(shown, column) is not None)


def _exceptional(name: str) -> bool:
    return name.endswith(("Exception", "Error", "Throwable"))


def _spoken(shown: str, start: int) -> Header | None:
    """What the launcher and the machine say in words."""
    match = _UNCAUGHT.match(shown, start)
    if match:
        return Header(match["cls"], len(shown), match.start("cls"), sure=True)
    match = _LAUNCHER.match(shown, start)
    return Header(None, match.end(), start, sure=True) if match else None
