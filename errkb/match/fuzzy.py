"""Fuzzy search: wordings that drifted between releases, lost a word on the way, or were cut off.

Rare words of the message pick candidates through the index; an alignment of words rates how much of both sides the
other accounts for. The only import of rapidfuzz. Costs the postings of the rarest words and one alignment a candidate,
whatever the number of templates.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from heapq import nlargest
from itertools import pairwise

from rapidfuzz import fuzz, process
from rapidfuzz.distance import LCSseq

from errkb.index import LETTERS, SHORTEST_WORD, Index

__all__ = ["Likeness", "similar"]

_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")
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
NEGATIONS, NEGATION = frozenset({"not", "no", "never", "cannot", "without"}), 20.0
"""A message that says the opposite is another message, however alike the rest is."""
_HOLE = ""
LOST = 0.15
"""How much a word counts that the template has behind the end of a message that ends inside a word."""
OTHER_WORD = 4.0
"""Characters that a word counts where the other side has none or another one, however long it is."""


class Likeness:
    """How much of a template stands in a message.

    `matched` characters of words do, `missing` and `extra` stand on one side only; `ratio` is the share of both sides
    that matches; `starts` and `ends` say that both begin and end with the same word, or the template with a value;
    `broken` that the message ends inside a word of the template, or
    before its last value.
    """

    __slots__ = ("broken", "ends", "extra", "matched", "missing", "ratio", "starts")

    def __init__(
        self,
        matched: float,
        missing: float,
        extra: float,
        *,
        starts: bool = False,
        ends: bool = False,
        broken: bool = False,
    ) -> None:
        self.matched, self.missing, self.extra = matched, missing, extra
        self.starts, self.ends, self.broken = starts, ends, broken
        self.ratio = 2 * matched / (2 * matched + missing + extra) if matched else 0.0


def similar(
    index: Index, message: str, *, limit: int, cls: str | None, cut: bool, among: Collection[int] | None = None
) -> list[tuple[int, Likeness]]:
    """Return (template number, likeness), most alike first, for templates that share rare words with a message.

    Templates of the class `cls` are looked at first. `cut` says that the message may go on behind its end; `among`
    keeps only these templates.
    """
    message = message[:MAX_MESSAGE]
    tokens = _TOKEN.findall(message.lower())
    if not tokens:
        return []
    numbers = _sharing(index, message, among)
    of_class = set(index.of_class(cls)) if cls and len(numbers) > ALIGNED else set()
    likest = _likest(index, message, numbers, of_class) if len(numbers) > ALIGNED else numbers
    rated = [(number, _likeness(index.parts(number), tokens, cut=cut)) for number in likest]
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
    return nlargest(SHARING, shared, key=shared.__getitem__)


def _likest(index: Index, message: str, numbers: Sequence[int], of_class: Collection[int]) -> list[int]:
    """Return the templates whose text is most like the message as a string."""
    choices = {number: " ".join(part for part in index.parts(number) if part) for number in numbers}
    rated = process.extract(message, choices, scorer=fuzz.ratio, processor=None, limit=None)
    best = nlargest(ALIGNED, rated, key=lambda item: item[1] + OF_CLASS * (item[2] in of_class))
    return [number for _, _, number in best]


def _likeness(parts: Sequence[str | None], message: list[str], *, cut: bool) -> Likeness:
    """Compare a template with the words of a message: the share of both that the other accounts for, in order.

    Words count by their length. What a placeholder can have taken counts on neither side.
    """
    own: list[str] = []
    for part in parts:
        if part is None:
            own.append(_HOLE)
        else:
            own += _TOKEN.findall(part.lower())
    if not own:
        return Likeness(0.0, 0.0, 0.0)
    broken = cut and _broken(own, message)
    lost = LOST if broken else 1.0
    matched = missing = extra = 0.0
    behind = 0
    for block in LCSseq.opcodes(own, [*message[:-1], broken] if broken else message):
        if block.tag == "equal":
            behind = block.dest_end
            matched += sum(_weight(token) for token in own[block.src_start : block.src_end])
            continue
        alone = _others(own[block.src_start : block.src_end])
        missing += alone * (lost if block.dest_end == len(message) and block.src_end == len(own) else 1.0)
        if _HOLE not in own[max(block.src_start - 1, 0) : block.src_end + 1]:  # one word for another counts once
            extra += max(_others(message[block.dest_start : block.dest_end]) - alone, 0.0)
    if broken:
        matched -= len(broken) - len(message[-1])
    starts = own[0] == message[0] or (own[0] is _HOLE and own[1:2] != [] and own[1] in message[1:4])
    open_end = own[-1] is _HOLE and behind == len(message)  # the value that would come last is not there
    ends = own[-1] == message[-1] or (own[-1] is _HOLE and not open_end)
    return Likeness(max(matched, 0.0), missing, extra, starts=starts, ends=ends, broken=bool(broken) or open_end)


def _broken(own: Sequence[str], message: Sequence[str]) -> str | None:
    """Return the word of the template of which the last word of the message is only the beginning."""
    last = message[-1]
    if last in own or not last.isalnum():
        return None
    return next((token for token in own if token.startswith(last)), None)


def _others(tokens: Sequence[str]) -> float:
    return sum(
        NEGATION if token in NEGATIONS else OTHER_WORD if token.isalnum() else _weight(token) for token in tokens
    )


def _weight(token: str) -> float:
    return len(token) if token.isalnum() else 0.5 if token else 0.0
