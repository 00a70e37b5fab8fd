"""Commands of a GitHub workflow, which it shows beside lines of code and at the top of a run.

Nothing foreign ends a command or one of its properties, and no line of it stands alone, where it would be a command.
"""

from __future__ import annotations

from errkb.normalize import printable

__all__ = ["annotation"]


def annotation(level: str, text: str, *, title: str, file: str | None = None, line: int | None = None) -> str:
    """Return the line that shows a text; `level` is `error`, `warning` or `notice`."""
    found = {"file": file, "line": line, "title": title}
    properties = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in found.items() if value is not None)
    return f"::{level} {properties}::{_escaped(text)}\n"


def _escaped(text: str, more: str = "") -> str:
    text = printable(text)
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
