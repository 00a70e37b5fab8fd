"""How the match index lies on disk: what its writer and its readers have to agree on."""

from __future__ import annotations

import re

from errkb.index.postings import HEAD

__all__ = ["COLUMNS", "FILE", "FORMAT", "LETTERS", "SHORTEST_WORD", "head_of"]

FILE = "index.bin"
FORMAT = 10
COLUMNS = ("repo", "cls", "code", "severity", "error_type", "package", "literal", "flags", "regex", "alias", "group")
"""What a row holds of each template, as 32-bit numbers."""
WRAPPER, BUILTIN, ANCHORED, MULTILINE, LOCATED = 1, 2, 4, 8, 16
LETTERS = re.compile(r"[^\W\d_]+")
"""What counts as a word of a text."""
SHORTEST_WORD = 3
"""Words with fewer letters lead to templates only in pairs."""


def head_of(parts: bytes) -> bytes:
    """Return the first literal of encoded parts with at least `HEAD` bytes, from its first word on, or nothing."""
    for part in parts.split(b"\xff"):
        head = part.lstrip()
        if len(head) >= HEAD:
            return head
    return b""
