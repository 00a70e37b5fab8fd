"""Reading the message off the source of a `raise` statement, where the traceback was cut before its last line."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.model.event import Line
from errkb.parse.build import Span
from errkb.parse.lazy import Lazy

__all__ = ["Raise", "find_raise"]

_RAISE = Lazy(r"[ \t]*raise (?P<cls>[A-Za-z_]\w*(?:\.\w+)*)(?P<call>\(?)")
_TOKEN = Lazy(
    r"(?:\b[rRbBfFuU]{1,2})?(?P<quote>\"\"\"|'''|\"|')(?P<body>(?:\\.|(?!(?P=quote)).)*)(?P=quote)?"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<stop>[,%]|\.\s*format\b)|[^\"'()\[\]{},%.\\]+|."
)
_ESCAPE = Lazy(r"\\(?P<char>.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "", '"': '"', "'": "'", "\\": "\\"}


class Raise:
    """A raise statement: the class, the literals of its first argument, and its source lines joined."""

    __slots__ = ("cls", "code", "parts")

    def __init__(self, cls: str | None, parts: list[Span | str], code: str) -> None:
        self.cls = cls
        self.parts = parts
        self.code = code


def find_raise(lines: Sequence[Line]) -> Raise | None:
    """Return the raise statement among the source lines printed under the last frame, or `None`.

    Literals next to each other are one message; values in f-strings stay as their `{expression}`.
    """
    for index in range(len(lines) - 1, -1, -1):
        match = _RAISE.match(lines[index].text)
        if match:
            cls: str | None = match["cls"]
            if not match["call"] and not match["cls"].rpartition(".")[2][:1].isupper():
                cls = None  # `raise error`: a variable
            parts = _literals(lines[index:], match.end()) if match["call"] else []
            code = "\n".join(line.text.strip() for line in lines[index:])
            return Raise(cls, parts, code)
    return None


def _literals(lines: Sequence[Line], column: int) -> list[Span | str]:
    parts: list[Span | str] = []
    depth = 1
    for line in lines:
        for token in _TOKEN.finditer(line.text, column):
            if token["quote"] is not None:
                if depth == 1:
                    parts += _body(line, *token.span("body"))
            elif token["open"]:
                depth += 1
            elif token["close"]:
                depth -= 1
                if depth == 0:
                    return parts
            elif token["stop"] and depth == 1:
                return parts
        column = 0
    return parts


def _body(line: Line, low: int, high: int) -> list[Span | str]:
    parts: list[Span | str] = []
    for match in _ESCAPE.finditer(line.text, low, high):
        char = _ESCAPES.get(match["char"])
        if char is not None:
            parts += [Span(line, low, match.start()), char]
            low = match.end()
    parts.append(Span(line, low, high))
    return parts
