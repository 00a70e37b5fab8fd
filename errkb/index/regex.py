"""Free-form regexes run on google-re2: linear in the line whatever the pattern, and loaded only where one exists."""

from __future__ import annotations

from typing import Any

__all__ = ["compiled", "find"]

MAX_MEMORY = 8 << 20
"""Bytes google-re2 may use for one pattern; it refuses what needs more instead of taking time."""


def compiled(pattern: bytes) -> Any:
    """Return the regex compiled, `None` where google-re2 does not take it (look-around, back-references).

    A pattern of ASCII matches bytes, as `re` does for bytes, so a log need not be sound UTF-8. One with other
    characters matches characters.
    """
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.log_errors = False
    options.max_mem = MAX_MEMORY
    if pattern.isascii():
        options.encoding = re2.Options.Encoding.LATIN1
    try:
        return re2.compile(pattern, options)
    except re2.error:
        return None


def find(regex: Any, line: bytes, *, from_start: bool = False) -> tuple[int, int, tuple[tuple[int, int], ...]] | None:
    """Return start, end and group spans of the leftmost match in a line; a group that took no part is (-1, -1)."""
    match = regex.match(line) if from_start else regex.search(line)
    if match is None:
        return None
    return (*match.span(), tuple(match.span(number) for number in range(1, regex.groups + 1)))
