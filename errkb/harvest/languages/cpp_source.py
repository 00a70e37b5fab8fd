"""Source of C and C++ made readable by their grammars, every byte in its place.

Format macros between strings become strings (`"%" PRIu64 "…"`), the names of numpy's templates (`@TYPE@`) identifiers.
"""

from __future__ import annotations

import re

__all__ = ["prepared", "worth"]

_SURE = (b"throw", b"die", b"fatal", b"error", b"warning", b"stderr", b"BUG")
"""Words whose text may be a constant."""
_STATEMENT = 600
"""Bytes within which a call has its text."""
_QUOTED = re.compile(rb'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|\'(?:[^\'\\\n]|\\.){1,4}\'')
"""Strings, comments and characters; a string that is not closed goes to the end of its line."""
_BETWEEN = re.compile(rb'[ \t\n]*\b([A-Za-z_]\w{3,60})\b[ \t\n]*(?=["),])')
_FORMATS = re.compile(rb"PRI\w+|\w*(?:FMT|FORMAT|SPEC|MODIFIER|PRI\w*)\w*|[A-Z_]{2,}\w*")
_TEMPLATE = re.compile(rb"@(\w{1,40})@")


def prepared(data: bytes) -> bytes:
    """Return the source with format macros between strings as strings, and without the marks of numpy's templates."""
    if b"begin repeat" in data:
        data = _unmarked(data)
    if b"PRI" not in data and b"FMT" not in data and b"FORMAT" not in data:
        return data
    made = bytearray(data)
    for found in _QUOTED.finditer(data):
        between = _BETWEEN.match(data, found.end()) if found[0][:1] == b'"' else None
        if between is not None and _FORMATS.fullmatch(between[1]):
            size = len(between[1])
            percent = b"" if found[0].endswith(b'%"') else b"%"
            made[between.start(1) : between.end(1)] = b'"' + percent + b" " * (size - 3 - len(percent)) + b'd"'
    return bytes(made)


def _unmarked(data: bytes) -> bytes:
    """Make `@name@` outside of strings an identifier."""
    pieces: list[bytes] = []
    end = 0
    for found in _QUOTED.finditer(data):
        pieces += (_TEMPLATE.sub(rb"_\1_", data[end : found.start()]), found[0])
        end = found.end()
    return b"".join([*pieces, _TEMPLATE.sub(rb"_\1_", data[end:])])


def worth(data: bytes, at: int) -> bool:
    """Say whether text follows a telling word before the statement ends, or something is thrown or printed.

    Headers are full of assertions and checks without text.
    """
    if data.startswith(_SURE, at):
        return True
    end = data.find(b";", at, at + _STATEMENT)
    return data.find(b'"', at, end if end >= 0 else at + _STATEMENT) >= 0
