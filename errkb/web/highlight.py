"""Code -> HTML by Pygments, as short as it can be: a letter as the class of a token, none where it says little.

Lexers work with regular expressions that were not written for hostile text, so what they are given is bounded, and a
line that is too long for source code is shown as it is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from errkb.normalize import printable

__all__ = ["highlight"]

LONGEST = 20_000
LONGEST_LINE = 400
_CLASSES = (
    ("Comment", "c"),
    ("Literal.String", "s"),
    ("Literal.Number", "n"),
    ("Keyword", "k"),
    ("Name.Function", "f"),
    ("Name.Class", "f"),
    ("Name.Builtin", "b"),
    ("Name.Exception", "b"),
    ("Name.Decorator", "d"),
    ("Generic.Deleted", "gd"),
    ("Generic.Inserted", "gi"),
    ("Generic.Prompt", "c"),
)


def highlight(code: str, language: str, start: int = 1, marked: int | None = None) -> Markup:
    """Return the code as HTML; the line `marked` (numbered from `start`) is in a `<mark>`."""
    text = printable(code).strip("\n")
    lines = _coloured(text, language).split("\n") if _is_usual(text) else str(escape(text)).split("\n")
    at = -1 if marked is None else marked - start - _lines_stripped(code)
    if 0 <= at < len(lines):
        lines[at] = f"<mark>{lines[at] or ' '}</mark>"
    return Markup("\n".join(lines))  # noqa: S704  # every piece went through `escape`


def _lines_stripped(code: str) -> int:
    return len(code) - len(code.lstrip("\n"))


def _is_usual(text: str) -> bool:
    return len(text) <= LONGEST and all(len(line) <= LONGEST_LINE for line in text.split("\n"))


def _coloured(text: str, language: str) -> str:
    """Return tokens as spans, none of which goes over the end of a line."""
    lexer = _lexer(language)
    if lexer is None:
        return str(escape(text))
    done: list[str] = []
    for kind, value in lexer.get_tokens(text):
        name = _class(kind)
        if name is None:
            done.append(str(escape(value)))
            continue
        pieces = (f'<span class="{name}">{escape(piece)}</span>' if piece else "" for piece in value.split("\n"))
        done.append("\n".join(pieces))
    return "".join(done).removesuffix("\n")


@lru_cache(maxsize=64)
def _lexer(language: str) -> Any:
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return None if language == "text" else get_lexer_by_name(language, stripnl=False, ensurenl=True)
    except ClassNotFound:
        return None


@lru_cache(maxsize=1024)
def _class(kind: Any) -> str | None:
    name = ".".join(kind)
    if name == "Literal.String.Doc":
        return "c"
    return next((short for long, short in _CLASSES if name == long or name.startswith(f"{long}.")), None)
