"""Bytes of a source file -> text, by the rules of the language; what is no text is refused with a reason."""

from __future__ import annotations

import codecs
import re

from errkb.model.located import UnreadableError

__all__ = ["decoded"]

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]{1,40})")
MAX_LINE = 1_000_000
"""A longer line is data."""


def decoded(data: bytes) -> str:
    """Return the text of a source file with plain line ends.

    A byte order mark or a coding line (PEP 263) decides, else it is UTF-8; bytes that are not valid become one
    replacement character each where no coding is declared. Raises `UnreadableError`.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UnreadableError("not UTF-8 (UTF-16 byte order mark)")
    if b"\0" in data:
        raise UnreadableError("null bytes: not text")
    if len(data) > MAX_LINE and max(map(len, data.split(b"\n"))) > MAX_LINE:
        raise UnreadableError("a line of more than a million bytes")
    data = data.removeprefix(codecs.BOM_UTF8)
    text = _text(data)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _text(data: bytes) -> str:
    for line in data.split(b"\n", 2)[:2]:
        if found := _COOKIE.match(line):
            name = found[1].decode("ascii", "replace")
            try:
                info = codecs.lookup(name)
                if not info._is_text_encoding:  # a coding such as `zip` would unpack
                    raise UnreadableError(f"the coding {name!r} is not one of text")
                return data.decode(info.name)
            except LookupError:
                raise UnreadableError(f"unknown coding {name!r}") from None
            except ValueError:
                raise UnreadableError(f"not {name}, which it declares") from None
    return data.decode("utf-8", "replace")
