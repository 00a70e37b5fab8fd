"""Plain words -> records, for people who have no message to paste."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from errkb.index import Index, Template

__all__ = ["search", "suggest"]

_WORD = re.compile(r"\w{2,}")


def search(indexes: Sequence[Index], words: str, *, repo: str | None, limit: int) -> list[tuple[Template, float]]:
    """Return (template, score between 0 and 1) of the records that hold the words, best first.

    Each word counts by its rarity, whole words more than beginnings, beginnings more than parts of words; repository,
    class and code count like the message.
    """
    wanted = list(dict.fromkeys(word.lower() for word in _WORD.findall(words)))
    if not wanted:
        return []
    rows = [
        (t, _haystack(t))
        for index in indexes
        for t in index.templates
        if repo is None or t.repo.lower() == repo.lower()
    ]
    fits = [[_fit(word, own) for word in wanted] for _, own in rows]
    rarity = [math.log(1 + len(rows) / (1 + sum(fit[n] > 0 for fit in fits))) for n in range(len(wanted))]
    total = sum(rarity) or 1.0
    best: dict[str, tuple[Template, float]] = {}
    for (template, _), fit in zip(rows, fits, strict=True):
        score = sum(weight * one for weight, one in zip(rarity, fit, strict=True)) / total
        if score > 0 and (template.id not in best or score > best[template.id][1]):
            best[template.id] = (template, score)
    ranked = sorted(best.values(), key=lambda item: (-item[1], len(item[0].message), item[0].id))
    return ranked[:limit]


def suggest(names: Sequence[str], wanted: str, limit: int = 3) -> list[str]:
    """Return the names most like the one that was asked for."""
    from rapidfuzz import fuzz, process

    found = process.extract(wanted, names, scorer=fuzz.WRatio, limit=limit, score_cutoff=60)
    return [name for name, _, _ in found]


def _haystack(template: Template) -> str:
    fields = (template.message, template.cls, template.code, template.repo)
    return " " + " ".join(field.lower() for field in fields if field)


def _fit(word: str, haystack: str) -> float:
    at = haystack.find(word)
    if at < 0:
        return 0.0
    while at >= 0:
        before, after = haystack[at - 1], haystack[at + len(word) : at + len(word) + 1]
        if not before.isalnum():
            return 1.0 if not after.isalnum() else 0.8
        at = haystack.find(word, at + 1)
    return 0.4
