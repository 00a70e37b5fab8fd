"""Fuzzy search: wordings that drifted between releases, and plain words.

Rare words of the message pick candidates; rapidfuzz compares their wording. The only import of rapidfuzz.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict

from rapidfuzz import fuzz

from errkb.index import Index

__all__ = ["similar"]

_WORD = re.compile(r"[^\W\d_]{3,}")
_VALUE = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\d[\w.:+-]*")
CANDIDATES = 60
REORDERED = 0.88
"""Likeness of the same words in another order."""
MAX_MESSAGE = 2_000
"""Characters of the message that are compared; templates are shorter."""


def similar(index: Index, message: str, *, limit: int = 5, repo: str | None = None) -> list[tuple[int, float]]:
    """Return (template number, likeness between 0 and 1), most alike first, for templates that share rare words."""
    message = message[:MAX_MESSAGE]
    weights = _word_weights(index, message)
    shared: dict[int, float] = defaultdict(float)
    for word, weight in weights.items():
        for number in index.by_word(word):
            shared[number] += weight
    best = sorted(shared, key=lambda number: (-shared[number], number))
    found: list[tuple[int, float]] = []
    masked = _mask(message)
    for number in best[: CANDIDATES if repo is None else None]:
        template = index.templates[number]
        if repo is not None and template.repo != repo:
            continue
        found.append((number, _likeness(template.parts, masked)))
    found.sort(key=lambda item: (-item[1], item[0]))
    return found[:limit]


def _likeness(parts: list[str | None], masked: str) -> float:
    """Compare the literals with the message, values left out of both, as token sequences."""
    own = _mask(" ".join(part for part in parts if part))
    if not own or not masked:
        return 0.0
    whole = fuzz.ratio(own, masked) / 100
    inside = fuzz.partial_ratio(own, masked) / 100 if len(own) <= len(masked) else 0.0
    tokens = fuzz.token_sort_ratio(own, masked) / 100
    # A short template somewhere inside a long message, or its words in another order, say less than two whole wordings
    # alike: enough to be shown as near, not enough to be an answer.
    return max(whole, inside * min(1.0, 0.75 + len(own) / 400), tokens * REORDERED)


def _mask(text: str) -> str:
    return " ".join(_VALUE.sub(" ", text).lower().split())


def _word_weights(index: Index, message: str) -> dict[str, float]:
    total = len(index) + 1
    words = {word.lower() for word in _WORD.findall(message)}
    weights = {word: math.log(total / (1 + len(index.by_word(word)))) for word in words if index.by_word(word)}
    rarest = sorted(weights, key=lambda word: (-weights[word], word))[:24]
    return {word: weights[word] for word in rarest}
