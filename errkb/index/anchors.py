"""The anchor of a template: the longest run of its text that looks the same raw and folded.

A text can only hold the template if it holds the anchor. Cutting out a rarer window of it costs much when the index is
built and wins nothing (measured on 69,499 patterns: `docs/benchmarks.md`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["anchor", "is_weak"]

_CHANGED = re.compile(r"\s{2,}|[^\S ]|[‘’‚“”„\xa0\0]")
"""What `fold` changes, line ends, and NUL, which hyperscan takes for the end of a literal."""
_WEAK, _WEAK_WORD = 10, 16


def anchor(parts: Sequence[str | None]) -> bytes:
    """Return the anchor of a template, as UTF-8; empty where it has none.

    `parts` are its literals as they stand in the source, `None` for each placeholder.
    """
    best = ""
    for part in parts:
        if part and len(part) > len(best):
            for run in _CHANGED.split(part):
                stripped = run.strip()
                if len(stripped) > len(best):
                    best = stripped
    return best.encode("utf-8", "surrogatepass")


def is_weak(anchor: bytes) -> bool:
    """Say whether an anchor stands in so much text that it tells little: a short one, or a word.

    One template in a hundred; together they make 98 % of all hits in log text (69,499 real patterns).
    """
    return len(anchor) < _WEAK or (len(anchor) < _WEAK_WORD and b" " not in anchor)
