"""Which text the reader means: the arguments themselves, a file, standard input or the clipboard."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import BinaryIO

from errkb.errors import InputError, UsageError
from errkb.model.text import Text

__all__ = ["read_text"]

_LOOKS_LIKE_PATH = re.compile(r"(?:\.{0,2}/|~|[A-Za-z]:[\\/])\S*|\S+\.(?:log|txt|out|err)")
LONGEST_PATH = 4096


def read_text(arguments: list[str], *, clipboard: bool = False) -> Text:
    """Return the text to work on.

    One argument that names an existing file is read; `-`, or no argument and something piped in, reads standard input;
    everything else is the text itself, several arguments joined by blanks. Raises `InputError` for a path that does not
    exist and `UsageError` when there is nothing to read.
    """
    from errkb.source import decode, read_clipboard, read_paste

    if clipboard:
        if arguments:
            raise UsageError("give a text or --clipboard, not both")
        return read_clipboard()
    if arguments in ([], ["-"]):
        return read_paste(None, _standard_input(asked=bool(arguments)))
    if len(arguments) == 1 and (path := _as_path(arguments[0])):
        return read_paste(path, None)
    text = " ".join(arguments)
    if not text.strip():
        raise InputError("the text is empty", hint="paste the error message with the lines before it")
    return decode(os.fsencode(text))


def _standard_input(*, asked: bool) -> BinaryIO:
    stream = sys.stdin
    if stream is None or stream.closed:
        raise InputError("standard input is closed", hint='give the text itself: errkb explain "ValueError: …"')
    if stream.isatty() and not asked:
        raise UsageError(
            "there is nothing to read",
            hint='errkb explain "ValueError: …", errkb explain FILE, or pipe a log: my-program 2>&1 | errkb explain',
        )
    return stream.buffer


def _as_path(argument: str) -> Path | None:
    """Return the path an argument means, `None` if it is a text."""
    if not argument or len(argument) > LONGEST_PATH or "\n" in argument or "\0" in argument:
        return None
    path = Path(argument)
    try:
        if path.exists():
            return path
    except OSError:  # too long for a file name, or not ours to look at
        pass
    if _LOOKS_LIKE_PATH.fullmatch(argument):
        raise InputError("no such file", where=argument, hint="a text that looks like a path can be piped in")
    return None
