"""Fuzzy search: wordings that drifted between releases, were cut off, or lost a word on the way.

Rare words of the message pick candidates through the index, an alignment of words rates them. The only import of
rapidfuzz. Costs the postings of the rarest words and one alignment a candidate.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Sequence

from rapidfuzz.distance import LCSseq

from errkb.index import Index

__all__ = ["similar"]

_WORD = re.compile(r"[^\W\d_]{3,}")
_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")
CANDIDATES = 60
MAX_POSTINGS = 20_000
"""Templates that are counted for one message; the commonest words are left out first."""
MAX_MESSAGE = 2_000
"""Characters of the message that are compared; templates are shorter."""
MAX_WORDS = 24
REORDERED = 0.88
"""Likeness of the same words in another order."""
_HOLE = ""


def similar(index: Index, message: str, *, limit: int = 5, repo: str | None = None) -> list[tuple[int, float]]:
    """Return (template number, likeness between 0 and 1), most alike first, for templates that share rare words."""
    message = message[:MAX_MESSAGE]
    numbers = _candidates(index, message, None if repo is None else set(index.by_repo(repo)))
    tokens = _TOKEN.findall(message.lower())
    rated = [(number, _likeness(index.parts(number), tokens)) for number in numbers]
    rated.sort(key=lambda item: (-item[1], item[0]))
    return rated[:limit]


def _candidates(index: Index, message: str, among: set[int] | None) -> list[int]:
    """Return the templates that share most with the message, each word counting by its rarity."""
    total = len(index) + 1
    postings = {word: index.by_word(word) for word in {word.lower() for word in _WORD.findall(message)}}
    rarest = sorted((len(found), word) for word, found in postings.items() if found)[:MAX_WORDS]
    shared: dict[int, float] = defaultdict(float)
    left = MAX_POSTINGS
    for count, word in rarest:
        if count > left and shared:
            break
        weight = math.log(total / (1 + count)) + 0.01
        left -= count
        for number in postings[word] if among is None else among.intersection(postings[word]):
            shared[number] += weight
    return sorted(shared, key=lambda number: (-shared[number], number))[:CANDIDATES]


def _likeness(parts: Sequence[str | None], message: list[str]) -> float:
    """Compare a template with the words of a message: the share of both that the other accounts for, in order.

    Words count by their length. What a placeholder can have taken counts on neither side.
    """
    own: list[str] = []
    for part in parts:
        if part is None:
            own.append(_HOLE)
        else:
            own += _TOKEN.findall(part.lower())
    size = sum(_weight(token) for token in own)
    if not size or not message:
        return 0.0
    matched = missing = extra = 0.0
    for block in LCSseq.opcodes(own, message):
        text = sum(_weight(token) for token in own[block.src_start : block.src_end])
        if block.tag == "equal":
            matched += text
            continue
        missing += text
        if _HOLE not in own[max(block.src_start - 1, 0) : block.src_end + 1]:
            extra += sum(_weight(token) for token in message[block.dest_start : block.dest_end])
    return 2 * matched / (2 * matched + missing + extra) if matched else 0.0


def _weight(token: str) -> float:
    return len(token) if token.isalnum() else 0.5 if token else 0.0
