"""Where in a JSON file the value of a JSON pointer stands: findings name a line that an editor can go to.

The text is walked once along the pointer; values that are not on the way are skipped by the decoder of the standard
library. A text that is not JSON, or a pointer that leads nowhere, ends at the last place that was found.
"""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]  # undocumented, stable since Python 2

__all__ = ["line_of"]

_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


def line_of(text: str, pointer: str) -> int:
    """Return the 1-based line on which the value of a JSON pointer (RFC 6901) begins."""
    at = _skip(text, 0)
    try:
        for key in pointer.split("/")[1:]:
            at = _child(text, at, key.replace("~1", "/").replace("~0", "~"))
    except (ValueError, IndexError, RecursionError):
        pass
    return text.count("\n", 0, at) + 1


def _child(text: str, at: int, key: str) -> int:
    """Return where the value of `key` begins in the object or array at `at`; raises `ValueError` if it is not there."""
    opening, number = text[at], 0
    if opening not in "{[":
        raise ValueError(key)
    at = _skip(text, at + 1)
    while text[at] not in "}]":
        name = str(number)
        if opening == "{":
            name, at = scanstring(text, at + 1, False)
            at = _skip(text, _skip(text, at) + 1)  # the colon
        if name == key:
            return at
        _, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at)
        at = _skip(text, at + 1) if text[at] == "," else at
        number += 1
    raise ValueError(key)


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at
