"""Stack frames of JavaScript engines: V8 (`at f (file:1:2)`), Firefox and Safari (`f@file:1:2`), Hermes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from errkb.model.event import Frame
from errkb.parse.lazy import Lazy
from errkb.parse.managed.javascript.packages import origin

__all__ = ["is_frame", "read_frame"]

_LONGEST = 1500
_NOWHERE = frozenset({"<anonymous>", "native", "native code", "[native code]", "unknown location", "unknown"})
_INDEX = Lazy(r"index \d{1,9}$")  # `at async Promise.all (index 0)`
_FILE = Lazy(r"(?:node:|<|\[|internal[/:]|webpack|evalmachine|REPL\d|ext:)|.*(?:[/\\]|\.[A-Za-z]\w{0,7}$)")
"""What tells a file from a time of day where nothing else shows that it is one."""
_EVAL = Lazy(r".*\((?P<file>[^()\n]{1,800}):(?P<line>\d{1,9}):\d{1,9}\)")
_AT_SIGN = Lazy(
    r"(?P<function>[^@\n]{0,200})@(?P<file>(?:https?|file|webpack[\w-]*|resource|moz-extension|safari-extension|app|blob"
    r"|capacitor|chrome):[^\n]{1,900}?|/[^\s@]{1,900}|[\w./\\-]{1,300}\.[cm]?[jt]sx?(?:\?[^\s:]{0,200})?"
    r"|\[native code\]|debugger eval code)(?::(?P<line>\d{1,9}))?(?::\d{1,9})?$"
)
_SCHEME = Lazy(r"(?:async |address at |file://(?=/)|rsc://React/\w+/(?:file://)?)+")
_QUERY = Lazy(r"\?[\w=&.-]{1,80}$")


def is_frame(text: str) -> bool:
    """Say whether a line is a frame of a JavaScript stack."""
    return read_frame(text) is not None


def read_frame(text: str) -> Frame | None:
    """Return the frame on a line, or `None`; what the inspector puts behind it (` {`, `,`) is no part of it."""
    if len(text) > _LONGEST:
        return None
    text = text.strip()
    if not (text.startswith("at ") or "@" in text):
        return None
    frame = _parsed(text)
    return replace(frame) if frame else None


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Frame | None:
    """Read a frame; stacks repeat each other, so the latest are kept."""
    return _v8(text[3:].rstrip(" {,").strip()) if text.startswith("at ") else _at_sign(text)


def _v8(text: str) -> Frame | None:
    function: str | None = None
    if text.endswith(")"):
        function, _, text = text[:-1].partition(" (")
        if not text:
            return None
    elif text == "<anonymous>":
        return Frame(text)
    text = text.removeprefix("eval code (").removeprefix("eval (")
    if text.startswith("eval at "):
        place = _EVAL.match(text)
        return _frame(place["file"], place["line"], function) if place else None
    if text in _NOWHERE or _INDEX.match(text):
        return Frame("<anonymous>", None, _name(function)) if function else None
    file, _, column = text.rpartition(":")
    file, _, line = file.rpartition(":")
    if not (column.isdecimal() and line.isdecimal()) or file.isdecimal():
        return None
    if not file or not (function or _FILE.match(file)):
        return None
    return _frame(file, line, function)


def _at_sign(text: str) -> Frame | None:
    match = _AT_SIGN.match(text)
    if match is None or (match["line"] is None and "native code" not in match["file"]):
        return None
    return _frame(match["file"], match["line"], match["function"])


def _frame(file: str, line: str | None, function: str | None) -> Frame:
    scheme = _SCHEME.match(file)
    file = file[scheme.end() :] if scheme else file
    file = _QUERY.sub("", file)
    package, repo = origin(file)
    return Frame(file, int(line[:9]) if line else None, _name(function), package, repo)


def _name(function: str | None) -> str | None:
    """Return the name of a function without what the engine says about the call (`async`, `new`, `[as x]`)."""
    if not function:
        return None
    name = function.partition(" [as ")[0]
    return name.removeprefix("async ").removeprefix("async*").removeprefix("new ").strip() or None
