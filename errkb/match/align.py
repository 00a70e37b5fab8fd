"""Alignment: how much of a template stands in a message that words it differently.

Words that both sides share are chained in order; of all chains the one is taken that leaves least standing on one side
only, values put where the template has its placeholders. Costs the square of the shared words, of which a message has
some twenty; a bound keeps texts that repeat themselves cheap.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

__all__ = ["Likeness", "Wording", "align"]

_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")
_HOLE, _JOIN = "", "_"
MOST_PAIRS = 400
"""Pairs of equal words that are chained; of more, those of the rarest words."""
NEGATIONS, NEGATION = frozenset({"not", "no", "never", "cannot", "without"}), 16.0
"""What a negation on one side counts more than another word: a message that says the opposite is another message."""
OTHER_WORD = 4.0
"""Characters that a word, or a name of several (`num_gpus`), counts where the other side has none or another one."""
MARK = 0.5
"""Characters that a punctuation mark counts."""
LOST = 0.15
"""How much a word counts that the template has behind the end of a message that ends inside a word."""


class Likeness:
    """How much of a template stands in a message.

    `matched` characters of words do, `missing` and `extra` stand on one side only; `ratio` is the share of both sides
    that matches; `starts` and `ends` say that both begin and end with the same word, or the template with a value;
    `broken` that the message ends inside a word of the template, or before its last value.
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


class Wording:
    """The words of one side, and what any run of them counts: `words[b] - words[a]` for those from `a` up to `b`."""

    __slots__ = ("holes", "inside", "marks", "negations", "places", "tokens", "words")

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.words, self.marks, self.negations, self.holes = [0.0], [0.0], [0.0], [0]
        self.inside: list[bool] = []
        """Whether a token goes on with a name that began before it."""
        self.places: dict[str, list[int]] = {}
        word, mark, negation, hole, joined = 0.0, 0.0, 0.0, 0, False
        for at, token in enumerate(tokens):
            if token.isalnum():
                self.inside.append(joined)
                self.places.setdefault(token, []).append(at)
                if not joined:
                    word += OTHER_WORD
                    negation += NEGATION if token in NEGATIONS else 0.0
                joined = False
            else:
                joined = token == _JOIN
                self.inside.append(joined)
                if token == _HOLE:
                    hole += 1
                elif not joined:
                    mark += MARK
            self.words.append(word)
            self.marks.append(mark)
            self.negations.append(negation)
            self.holes.append(hole)

    @classmethod
    def of_message(cls, text: str) -> Wording:
        """Return the words of a message."""
        return cls(_TOKEN.findall(text.lower()))

    @classmethod
    def of_template(cls, parts: Sequence[str | None]) -> Wording:
        """Return the words of a template's literals."""
        tokens: list[str] = []
        for part in parts:
            if part is None:
                tokens.append(_HOLE)
            else:
                tokens += _TOKEN.findall(part.lower())
        return cls(tokens)

    def alone(self, start: int, end: int) -> float:
        """Return what the words from `start` up to `end` count if the other side has none of them."""
        found = self.words[end] - self.words[start]
        return found + OTHER_WORD if start < end and self.inside[start] else found


def align(own: Wording, message: Wording, *, cut: bool) -> Likeness:
    """Compare a template with a message: the share of both that the other accounts for, in order.

    Words count by their length where both have them. What a placeholder can have taken counts on neither side. `cut`
    says that the message may go on behind its end.
    """
    if not own.tokens or not message.tokens:
        return Likeness(0.0, 0.0, 0.0)
    last = message.tokens[-1]
    broken = _broken(own, last) if cut else None
    if broken is not None:
        message = Wording([*message.tokens[:-1], broken])
    chain = _chain(own, message)
    matched = missing = extra = 0.0
    here = 0, 0
    for i, j in [*chain, (len(own.tokens), len(message.tokens))]:
        left, more, marks = _gap(own, message, here, (i, j))
        missing += left * (LOST if broken is not None and i == len(own.tokens) else 1.0)
        extra += more
        matched += marks + (len(own.tokens[i]) if i < len(own.tokens) else 0)
        here = i + 1, j + 1
    if broken is not None:
        matched -= len(broken) - len(last)
    behind = chain[-1][1] + 1 if chain else 0
    return _likeness(own.tokens, message.tokens, behind, broken is not None, (max(matched, 0.0), missing, extra))


def _likeness(
    own: Sequence[str], message: Sequence[str], behind: int, broken: bool, sums: tuple[float, float, float]
) -> Likeness:
    starts = own[0] == message[0] or (own[0] is _HOLE and own[1:2] != [] and own[1] in message[1:4])
    open_end = own[-1] is _HOLE and behind == len(message)  # the value that would come last is not there
    ends = own[-1] == message[-1] or (own[-1] is _HOLE and not open_end)
    return Likeness(*sums, starts=starts, ends=ends, broken=broken or open_end)


def _chain(own: Wording, message: Wording) -> list[tuple[int, int]]:
    """Return the (own, message) places of the words that stand for each other, in order."""

    def reached(there: tuple[int, int]) -> tuple[float, int]:
        """Return the worth of the best chain that `there` can follow, the gap taken off, and its last pair."""
        i, j = there
        best, via = -_cost(own, message, (0, 0), there), -1
        for m in range(len(worth) - 1, -1, -1):
            at, to = pairs[m]
            if at < i and to < j and worth[m] > best:
                gap = 0.0 if at + 1 == i and to + 1 == j else _cost(own, message, (at + 1, to + 1), there)
                if worth[m] - gap > best:
                    best, via = worth[m] - gap, m
        return best, via

    pairs, worth, back = _pairs(own, message), list[float](), list[int]()
    for pair in pairs:
        best, via = reached(pair)
        worth.append(best + len(own.tokens[pair[0]]))
        back.append(via)
    _, via = reached((len(own.tokens), len(message.tokens)))
    chain: list[tuple[int, int]] = []
    while via >= 0:
        chain.append(pairs[via])
        via = back[via]
    return chain[::-1]


def _cost(own: Wording, message: Wording, here: tuple[int, int], there: tuple[int, int]) -> float:
    missing, extra, _ = _gap(own, message, here, there)
    return missing + extra


def _pairs(own: Wording, message: Wording) -> list[tuple[int, int]]:
    """Return the (own, message) places of equal words; of too many, those of the rarest words."""
    known = message.places
    shared = [(len(places) * len(known[word]), word) for word, places in own.places.items() if word in known]
    if sum(count for count, _ in shared) > MOST_PAIRS:
        shared.sort()
        sums = accumulate(count for count, _ in shared)
        shared = [pair for pair, total in zip(shared, sums, strict=True) if total <= MOST_PAIRS]
    return sorted((i, j) for _, word in shared for i in own.places[word] for j in known[word])


def _gap(own: Wording, message: Wording, here: tuple[int, int], there: tuple[int, int]) -> tuple[float, float, float]:
    """Return what stands on one side only between two shared words: missing, extra, and the marks both have.

    `here` are the (own, message) places behind the one word, `there` those of the other. A word in place of another
    counts once; a value takes whatever stands there, but no negation if words of the template are missing beside it.
    """
    (start, low), (end, high) = here, there
    marks = own.marks[end] - own.marks[start]
    if end - start == high - low and own.tokens[start:end] == message.tokens[low:high]:
        return 0.0, 0.0, marks
    missing = own.alone(start, end)
    others = message.marks[high] - message.marks[low]
    opposite = own.negations[end] - own.negations[start] - message.negations[high] + message.negations[low]
    extra = 0.0
    if own.holes[end] == own.holes[start]:
        extra = max(message.alone(low, high) - missing, 0.0) + max(others - marks, 0.0) + max(-opposite, 0.0)
    elif missing:
        extra = max(-opposite, 0.0)
    return missing + max(marks - others, 0.0) + max(opposite, 0.0), extra, min(marks, others)


def _broken(own: Wording, last: str) -> str | None:
    """Return the word of the template of which the last word of the message is only the beginning."""
    if last in own.places or not last.isalnum():
        return None
    return next((token for token in own.tokens if token.startswith(last)), None)
