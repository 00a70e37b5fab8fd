"""Which candidates of an event compete, which are shown together, and what that leaves of their scores."""

from __future__ import annotations

import math
from collections.abc import Sequence

from errkb.match.candidate import STRONG_LITERAL, Candidate
from errkb.match.verify import Spans

__all__ = ["apart", "equally_supported", "tie_with", "weigh_rivals"]

TIE_MARGIN = 0.05
"""Log-odds by which two records of one wording may differ and still count as equally well supported."""
FEW = 2
"""Records that may share an answer because what tells them apart is cut off; of more, none is one."""
FAR_MORE = 20
"""Characters of text that a message cut short must show above what another template accounts for as a whole."""
MOST_RIVALS, NO_RIVAL, NEGLIGIBLE = 40, 6.0, 0.05
"""Candidates that are weighed against each other; those with log-odds so much lower than the best take nothing."""


def weigh_rivals(ranked: Sequence[Candidate]) -> None:
    """Let the candidates of one event share the probability: what speaks for one speaks against the others.

    With log-odds `s` the score of a candidate becomes `e^s / (1 + sum of e^s)`, the 1 standing for no record at all.
    Records of the same wording do not compete, since they are shown together, nor does an error with one it quotes.
    """
    if len(ranked) < 2:
        return
    best = max(candidate.log_odds for candidate in ranked)
    rivals = [candidate for candidate in ranked if candidate.log_odds > best - NO_RIVAL][:MOST_RIVALS]
    odds = {id(candidate): math.exp(candidate.log_odds) for candidate in rivals}
    against = []
    for candidate in ranked:
        others = [other for other in rivals if other is not candidate and not _no_rivals(candidate, other)]
        equal = {id(other) for other in others if tie_with(candidate, other)}
        shown = equal if len(equal) <= FEW else set()
        against.append(sum(odds[id(other)] for other in others if id(other) not in shown))
    for candidate, weight in zip(ranked, against, strict=True):
        if weight > NEGLIGIBLE:
            candidate.add("rivals", "other records fit as well, or nearly", math.log1p(weight))


def equally_supported(one: Candidate, other: Candidate) -> bool:
    """Say whether the evidence for two candidates weighs the same."""
    return abs(one.log_odds - other.log_odds) <= TIE_MARGIN


def tie_with(one: Candidate, other: Candidate) -> bool:
    """Say whether the message cannot tell two equally well supported candidates apart.

    They have the same wording, or of neither the whole wording is there.
    """
    undecided = all(each.cut or each.likeness is not None or each.method == "frame" for each in (one, other))
    return equally_supported(one, other) and (one.template.parts == other.template.parts or undecided)


def apart(one: Candidate, other: Candidate) -> bool:
    """Say whether one of two candidates of an event is the error that the other quotes in a value or behind its end."""
    outer, inner = sorted((one, other), key=lambda candidate: candidate.spans.start if candidate.spans else 0)
    if outer.spans is None or inner.spans is None or inner.spans.start <= outer.spans.start:
        return False
    if inner.template.wrapper or not (outer.template.wrapper or outer.template.literal < STRONG_LITERAL):
        return False  # a wrapper explains nothing more, and an error with a sentence of its own needs no other
    at = inner.spans.start
    return at >= outer.spans.end or any(start <= at < end for start, end in outer.spans.groups)


def _no_rivals(candidate: Candidate, other: Candidate) -> bool:
    """Say whether another candidate takes nothing from one: the same wording, a quoted error, or one that says less.

    To every message that `module 'numpy' has no attribute {name}` fits, `module {module} has no attribute {name}` does
    as well: that is nothing against the former.
    """
    if other.template.parts == candidate.template.parts or apart(candidate, other):
        return True
    if candidate.method == other.method == "frame":
        return True  # both are raised there: nothing tells them apart
    own, less = candidate.spans, other.spans
    if own is None or less is None:
        return False
    if _within_value(_text_of(candidate, own), less) or _within_value(_text_of(other, less), own):
        return True
    more = FAR_MORE if candidate.cut and not other.cut else 0
    start, end = _text_of(other, less)
    if own.start < start and end < own.end and candidate.has("start") and candidate.has("end"):
        return True  # it is a part of a message that is accounted for as a whole
    within = own.start <= start and (own.end >= end or other.cut) and own.literal >= less.literal + more
    return (
        within
        and _accounts_for(own, less)
        and (own.literal > less.literal or (other.cut and not candidate.cut))
        and (other.has("other-class") or not candidate.has("other-class"))
    )


def _within_value(text: tuple[int, int], outer: Spans) -> bool:
    """Say whether the text of one template stands in a value of another: an error that is quoted there."""
    return any(start <= text[0] and text[1] <= end for start, end in outer.groups)


def _text_of(candidate: Candidate, spans: Spans) -> tuple[int, int]:
    """Return where the first text of a template begins and the last ends, values at either end left out."""
    parts = candidate.template.parts
    start = spans.groups[0][1] if parts[0] is None else spans.start
    return start, spans.groups[-1][0] if parts[-1] is None and not candidate.cut else spans.end


def _accounts_for(own: Spans, less: Spans) -> bool:
    """Say whether what one template takes for text is no mere value of the other."""
    return all(
        start >= less.end or end <= less.start or any(low <= start and end <= high for low, high in less.groups)
        for start, end in own.groups
    )
