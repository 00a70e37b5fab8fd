"""Fuzzy search: wordings that drifted between releases, lost a word on the way, or were cut off.

Rare words of the message pick candidates through the index; an alignment of words rates how much of both sides the
other accounts for. The only import of rapidfuzz. Costs the postings of the rarest words and one alignment a candidate,
whatever the number of templates.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise

from rapidfuzz import fuzz, process

from errkb.index import LETTERS, SHORTEST_WORD, Index
from errkb.match.align import Likeness, Wording, align

__all__ = ["similar"]

SHARING = 1_500
"""Templates with the rarest words in common that are compared as strings."""
ALIGNED = 60
"""The likest of them, which are compared word by word."""
MAX_POSTINGS = 12_000
"""Templates that are counted for one message; the commonest words are left out first."""
OF_CLASS = 10.0
"""Likeness in percent that the class of the event is worth when it comes to what is compared closely."""
MAX_MESSAGE = 2_000
"""Characters of the message that are compared; templates are shorter."""
MAX_WORDS = 40


def similar(
    index: Index, message: str, *, limit: int, cls: str | None, cut: bool, among: Collection[int] | None = None
) -> list[tuple[int, Likeness]]:
    """Return (template number, likeness), most alike first, for templates that share rare words with a message.

    Templates of the class `cls` are looked at first. `cut` says that the message may go on behind its end; `among`
    keeps only these templates.
    """
    message = message[:MAX_MESSAGE]
    words = Wording.of_message(message)
    numbers = _sharing(index, message, among)
    likest = _likest(index, message, numbers, cls) if len(numbers) > ALIGNED else numbers
    of_class = {number for number in likest if cls and index.is_of_class(number, cls)}
    rated = [(number, align(Wording.of_template(index.parts(number)), words, cut=cut)) for number in likest]
    rated.sort(key=lambda item: (-item[1].ratio - OF_CLASS / 100 * (item[0] in of_class), item[0]))
    return rated[:limit]


def _sharing(index: Index, message: str, among: Collection[int] | None) -> list[int]:
    """Return the templates that share most with the message, each word counting by its rarity."""
    total = len(index) + 1
    words = [word.lower() for word in LETTERS.findall(message)]
    postings = [index.by_word(word) for word in dict.fromkeys(words) if len(word) >= SHORTEST_WORD]
    postings += [index.by_pair(*pair) for pair in dict.fromkeys(pairwise(words))]
    shared: dict[int, float] = {}
    get = shared.get
    left = MAX_POSTINGS
    for found in sorted(filter(None, postings), key=len)[:MAX_WORDS]:
        if len(found) > left and shared:
            break
        left -= len(found)
        weight = math.log(total / (1 + len(found))) + 0.01
        for number in found if among is None else set(among).intersection(found):
            shared[number] = get(number, 0.0) + weight
    if len(shared) <= SHARING:
        return list(shared)
    return sorted(shared, key=shared.__getitem__, reverse=True)[:SHARING]


def _likest(index: Index, message: str, numbers: Sequence[int], cls: str | None) -> list[int]:
    """Return the templates whose text is most like the message as a string, those of its class first."""
    choices = {number: index.text(number) for number in numbers}
    rated = process.extract(message, choices, scorer=fuzz.ratio, processor=None, limit=3 * ALIGNED)
    if cls:
        rated.sort(key=lambda item: -item[1] - OF_CLASS * index.is_of_class(item[2], cls))
    return [number for _, _, number in rated[:ALIGNED]]
