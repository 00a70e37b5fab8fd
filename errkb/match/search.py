"""Plain words -> records, for people who have no message to paste."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from errkb.index import Index, Template

__all__ = ["search", "suggest"]

_WORD = re.compile(r"\w{2,}")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_WHOLE, _BEGINNING, _INSIDE = 1.0, 0.8, 0.4


def search(indexes: Sequence[Index], words: str, *, repo: str | None, limit: int) -> list[tuple[Template, float]]:
    """Return (template, score between 0 and 1) of the records that hold the words, best first.

    Each word counts by its rarity, whole words more than beginnings, beginnings more than parts of words; repository,
    class and code count like the message.
    """
    wanted = list(dict.fromkeys(word.lower() for word in _WORD.findall(words)))
    best: dict[str, tuple[Template, float]] = {}
    fits = [[_fits(index, word) for word in wanted] for index in indexes]
    size = sum(len(index) for index in indexes)
    rarity = [math.log(1 + size / (1 + sum(len(own[n]) for own in fits))) for n in range(len(wanted))]
    total = sum(rarity) or 1.0
    for index, own in zip(indexes, fits, strict=True):
        scores: dict[int, float] = {}
        for weight, found in zip(rarity, own, strict=True):
            for number, fit in found.items():
                scores[number] = scores.get(number, 0.0) + weight * fit / total
        if repo is not None:
            scores = {number: scores[number] for number in index.by_repo(repo) if number in scores}
        for number in sorted(scores, key=lambda number: -scores[number])[: 20 * limit]:
            template, score = index.template(number), scores[number]
            if template.id not in best or score > best[template.id][1]:
                best[template.id] = (template, score)
    ranked = sorted(best.values(), key=lambda item: (-item[1], len(item[0].message), item[0].id))
    return ranked[:limit]


def suggest(names: Sequence[str], wanted: str, limit: int = 3) -> list[str]:
    """Return the names most like the one that was asked for."""
    from rapidfuzz import fuzz, process

    found = process.extract(wanted, names, scorer=fuzz.WRatio, limit=limit, score_cutoff=60)
    return [name for name, _, _ in found]


def _fits(index: Index, word: str) -> dict[int, float]:
    """Return how well each template holds a word. The index knows words of letters: `tf32` is looked for as `tf`."""
    letters = max(_LETTERS.findall(word) or [word], key=len)
    found: dict[int, float] = {}
    for _, name, templates in index.names_with(letters):
        fit = _fit(letters, name)
        for number in templates:
            if fit > found.get(number, 0.0):
                found[number] = fit
    if letters == word:
        return found
    return {number: fit for number, fit in found.items() if word in _haystack(index.template(number))}


def _haystack(template: Template) -> str:
    fields = (template.message, template.cls, template.code, template.repo)
    return " ".join(field.lower() for field in fields if field)


def _fit(word: str, name: str) -> float:
    """Compare a word with a name: all of it or of one of its parts, the beginning of one, or something inside."""
    best, at = 0.0, name.find(word)
    while at >= 0:
        before, after = name[at - 1 : at] if at else "", name[at + len(word) : at + len(word) + 1]
        if not before.isalnum():
            best = max(best, _BEGINNING if after.isalnum() else _WHOLE)
        at = name.find(word, at + 1)
    return best or _INSIDE
