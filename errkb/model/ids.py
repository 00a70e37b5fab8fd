"""The derived fields of a record: id, slug, source window and permalink.

Each rule stands in exactly one function here and follows the schema-v2 contract; nothing else computes them.
"""

from __future__ import annotations

import hashlib
import re
from string import ascii_lowercase, digits

__all__ = ["MAX_WINDOW", "WINDOW_RADIUS", "permalink", "record_id", "slug", "source_window"]

WINDOW_RADIUS = 18
"""Lines shown either side of the raise (contract: 37 lines in all)."""
MAX_WINDOW = 40
"""Longest `sourceCode` the contract allows, in lines."""

_SEPARATOR = "\x01"
_IN_SLUG = bytes(code if chr(code) in ascii_lowercase + digits else ord(" ") for code in range(256))
"""What each byte of ASCII text becomes before its words are joined."""
_IN_PATH = re.compile(r"[A-Za-z0-9_.~/+@!$&'()*,;=:-]*")


def record_id(repo: str, error_code: str | None, error_message: str, file_path: str) -> str:
    """Return the 16 hex characters that name a record.

    sha256 over repo, key and file path joined by U+0001, where the key is the error code, else the message template.
    """
    key = error_message if error_code is None else error_code
    digest = hashlib.sha256(_SEPARATOR.join((repo, key, file_path)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]


def slug(error_code: str | None, error_message: str) -> str:
    """Return the slug of a record that has its slug to itself.

    The first 50 characters of the code, else of the message, lower-cased; every run outside `[a-z0-9]` is one dash.
    """
    text = error_message if error_code is None else error_code
    words = text[:50].lower().encode("ascii", "replace").translate(_IN_SLUG).split()
    return b"-".join(words).decode() or "error"


def slug_with_id(base: str, identifier: str) -> str:
    """Return the slug of a second record of the same repo whose plain slug is taken."""
    return f"{base}-{identifier[:6]}"


def source_window(line: int, total_lines: int | None = None) -> tuple[int, int]:
    """Return the 1-based inclusive window of 18 lines either side of `line`, cut at the ends of the file."""
    start = max(1, line - WINDOW_RADIUS)
    end = line + WINDOW_RADIUS
    return start, end if total_lines is None else max(start, min(end, total_lines))


def permalink(repo: str, sha: str, file_path: str, start: int | None, end: int | None = None) -> str:
    """Return the address of the source region pinned to a commit.

    `#L{start}-L{end}`, one `#L{n}` when both are equal or only one line is known, no fragment when no line is known.
    Characters a URL path cannot hold are percent-encoded.
    """
    base = f"https://github.com/{repo}/blob/{sha}/{_quote_path(file_path)}"
    if start is None:
        return base
    return f"{base}#L{start}" if end is None or end == start else f"{base}#L{start}-L{end}"


def _quote_path(path: str) -> str:
    if _IN_PATH.fullmatch(path):
        return path
    from urllib.parse import quote  # a file path with blanks or non-ASCII characters is rare

    return quote(path, safe="/+@!$&'()*,;=:~")
