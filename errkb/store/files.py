"""Files as DuckDB's readers are told of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

__all__ = ["lines", "pattern"]

LONGEST = 1024 * 1024 * 1024
"""Bytes of the longest line that is read."""
_USUAL = 16 * 1024 * 1024
"""Bytes of the longest line DuckDB expects by itself; its buffers grow with it."""
_WINDOW = 8 * 1024 * 1024


def lines(path: Path, columns: Mapping[str, str]) -> str:
    """Return the SQL that reads a file of one JSON object a line into columns of these types."""
    names = json.dumps(dict(columns))
    longest = min(max(_longest_line(path) + 1, _USUAL), LONGEST)
    return (
        f"read_json({pattern(path)}, format = 'newline_delimited', columns = {names}, maximum_object_size = {longest})"
    )


def pattern(path: Path) -> str:
    """Return a path as a literal for a reader, which would look for wildcards in it."""
    text = "".join(f"[{char}]" if char in "[*?" else char for char in str(path))
    return "'" + text.replace("'", "''") + "'"


def _longest_line(path: Path) -> int:
    """Return how many bytes the longest line has; 0 where the file is too short for it to matter."""
    if path.stat().st_size <= _USUAL:
        return 0
    longest = run = 0
    with path.open("rb") as file:
        while block := file.read(_WINDOW):
            first, last = block.find(b"\n"), block.rfind(b"\n")
            if first < 0:
                run += len(block)
                continue
            longest, run = max(longest, run + first), len(block) - last - 1
    return max(longest, run)
