"""Samples: an occurrence with the lines around it, kept as small as can be until somebody looks.

A sample is kept for each different error, of which a log of gigabytes has tens of thousands; so where the bytes are at
hand they are kept as they are, with the number of lines before and in it, and made into text when the sample is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["AROUND", "Context", "context_of", "raw_context", "shown"]

AROUND = 3
"""Lines before and after."""
MOST_LINES = 12
"""Lines of a sample; of a longer one the first and the last are kept."""
LONGEST_LINE = 400
_LONGEST_RAW = 1 << 14

Lines = tuple[str, ...]
Context = tuple[Lines, Lines, Lines] | tuple[bytes, int, int]
"""The lines, those before and those after; or all as bytes, how many stand before and how many are the sample's."""


def context_of(lines: Sequence[str], before: Sequence[str], after: Sequence[str]) -> tuple[Lines, Lines, Lines]:
    """Return lines and those around them, bounded in number and length."""
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES // 2], "…", *lines[-MOST_LINES // 2 :]]
    return _short(lines), _short(before), _short(after)


def raw_context(data: bytes, low: int, high: int) -> Context:
    """Return the lines `data[low:high]` and those around them."""
    begin, before = low, 0
    while begin > 0 and before < AROUND:
        begin = data.rfind(b"\n", 0, begin - 1) + 1
        before += 1
    end = high
    for _ in range(AROUND):
        end = data.find(b"\n", end) + 1
        if not end:
            end = len(data)
            break
    raw = (data[begin:end], before, data.count(b"\n", low, high))
    return raw if end - begin <= _LONGEST_RAW else shown(raw)


def shown(context: Context) -> tuple[Lines, Lines, Lines]:
    """Return the lines of a sample, those before and those after."""
    first, before, count = context
    if isinstance(first, bytes) and isinstance(before, int) and isinstance(count, int):
        lines = first.decode("utf-8", "replace").removesuffix("\n").split("\n")
        return context_of(lines[before : before + count], lines[:before], lines[before + count :])
    return context  # type: ignore[return-value]  # told apart by its first part


def _short(lines: Sequence[str]) -> Lines:
    return tuple([line[:LONGEST_LINE].rstrip("\r") for line in lines])
