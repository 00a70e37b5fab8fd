"""Ranking: from candidates to the answers of a text, the root cause's best first."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from errkb.match.evidence import STRONG_LITERAL, Candidate, level
from errkb.match.fold import Folded
from errkb.match.verify import Spans
from errkb.model.event import ErrorEvent
from errkb.model.match import Capture, Match

__all__ = ["Judged", "apart", "best_per_record", "order", "to_match", "weigh_rivals"]

Judged = tuple[Candidate, Match]

TIE_MARGIN = 0.05
"""Log-odds by which two records of one wording may differ and still count as equally well supported."""
MOST_TIED = 50
FEW = 2
"""Records that may share an answer because what tells them apart is cut off; of more, none is one."""
SHOWS_VALUES = 4.0
FAR_MORE = 20
"""Characters of text that a message cut short must show above what another template accounts for as a whole."""
MOST_RIVALS, NO_RIVAL, NEGLIGIBLE = 40, 6.0, 0.05
"""Candidates that are weighed against each other; those with log-odds so much lower than the best take nothing."""


def best_per_record(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the best candidate of each record (a record has several wordings), best first."""
    best: dict[str, tuple[tuple[bool, bool, float, int], Candidate]] = {}
    for candidate in candidates:
        # Of one record, what is documented goes before its place in source, and a wording that gives its values before
        # one that is only alike.
        confident, odds, literal = _strength(candidate)
        odds += SHOWS_VALUES if candidate.spans is not None else 0.0
        preference = (not candidate.template.located, confident, odds, literal)
        old = best.get(candidate.template.id)
        if old is None or preference > old[0]:
            best[candidate.template.id] = (preference, candidate)
    ranked = sorted((candidate for _, candidate in best.values()), key=_strength, reverse=True)
    return _private_first(_documented(ranked))


def _documented(ranked: list[Candidate]) -> list[Candidate]:
    """Leave out places in source of which the same project has a documented record: they are one answer."""
    known = {(one.template.repo, one.template.parts) for one in ranked if not one.template.located}
    if not known:
        return ranked
    return [one for one in ranked if not one.template.located or (one.template.repo, one.template.parts) not in known]


def _private_first(ranked: list[Candidate]) -> list[Candidate]:
    """Return the candidates with each private one before the public ones that fit no better.

    Whoever writes down an error again has a reason: the same wording counts as a tie wherever the frames are from.
    """
    for own in [candidate for candidate in ranked if candidate.template.private]:
        at = next((n for n, other in enumerate(ranked) if other is own or _ties(own, other)), 0)
        ranked.remove(own)
        ranked.insert(at, own)
    return ranked


def _ties(own: Candidate, other: Candidate) -> bool:
    if other.template.private or level(own)[1] != level(other)[1]:
        return False
    return own.template.parts == other.template.parts or other.log_odds - own.log_odds <= TIE_MARGIN


def weigh_rivals(ranked: Sequence[Candidate]) -> None:
    """Let the candidates of one event share the probability: what speaks for one speaks against the others.

    With log-odds `s` the score of a candidate becomes `e^s / (1 + sum of e^s)`, the 1 standing for no record at all.
    Records of the same wording do not compete, since they are shown together, nor does an error with one it quotes.
    """
    best = max((candidate.log_odds for candidate in ranked), default=0.0)
    rivals = [candidate for candidate in ranked if candidate.log_odds > best - NO_RIVAL][:MOST_RIVALS]
    odds = {id(candidate): math.exp(candidate.log_odds) for candidate in rivals}
    against = []
    for candidate in ranked:
        others = [other for other in rivals if other is not candidate and not _no_rivals(candidate, other)]
        equal = [other for other in others if _undecided(candidate, other) and _ties_with(candidate, other)]
        if len(equal) <= FEW:  # shown together
            others = [other for other in others if other not in equal]
        against.append(sum(odds[id(other)] for other in others))
    for candidate, weight in zip(ranked, against, strict=True):
        if weight > NEGLIGIBLE:
            candidate.add("rivals", "other records fit as well, or nearly", math.log1p(weight))


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


def to_match(candidate: Candidate, folded: Folded, rivals: Sequence[Candidate]) -> Match:
    """Return the match of a candidate; rivals that the evidence cannot tell apart are its tie."""
    value, name = level(candidate)
    template = candidate.template
    tie = [
        rival.template.id
        for rival in rivals
        if rival is not candidate
        and rival.template.private == template.private
        and _ties_with(candidate, rival)
        and (rival.template.parts == template.parts or _undecided(rival, candidate))
    ][:MOST_TIED]
    return Match(
        event=candidate.event.id,
        record_id=template.id,
        kind="located" if template.located else "documented",
        level=name,
        score=round(value, 4),
        method=candidate.method,
        captures=_captures(candidate, folded),
        evidence=candidate.evidence,
        tie=tie,
        wrapper=template.wrapper,
        via_alias=template.alias,
    )


def _ties_with(one: Candidate, other: Candidate) -> bool:
    return abs(one.log_odds - other.log_odds) <= TIE_MARGIN


def _undecided(one: Candidate, other: Candidate) -> bool:
    """Say whether of neither the whole wording is there: what tells them apart is not in the message."""
    return all(each.cut or each.likeness is not None or each.method == "frame" for each in (one, other))


def apart(one: Candidate, other: Candidate) -> bool:
    """Say whether one of two candidates of an event is the error that the other quotes in a value or behind its end."""
    outer, inner = sorted((one, other), key=lambda candidate: candidate.spans.start if candidate.spans else 0)
    if outer.spans is None or inner.spans is None or inner.spans.start <= outer.spans.start:
        return False
    if inner.template.wrapper or not (outer.template.wrapper or outer.template.literal < STRONG_LITERAL):
        return False  # a wrapper explains nothing more, and an error with a sentence of its own needs no other
    at = inner.spans.start
    return at >= outer.spans.end or any(start <= at < end for start, end in outer.spans.groups)


def order(judged: list[Judged], events: Sequence[ErrorEvent]) -> list[Match]:
    """Return the matches of all events: causes first, then wrappers, then noise, a record once.

    Causes come in text order, warnings after errors. Of one event the error it quotes comes before the other; of
    an exception and its translation ("during handling" in the same function) the better supported answer
    comes first. Wrappers come best supported first: which of them printed first says nothing about the cause.
    """
    by_id = {event.id: event for event in events}

    def key(item: Judged) -> tuple[int, bool, int, int, bool, float]:
        candidate, match = item
        event = candidate.event
        group = 2 if event.role == "noise" else 1 if match.wrapper or event.role == "wrapper" else 0
        quiet = candidate.template.severity in ("warning", "info")
        support = -round(match.score * 5) if group == 1 else 0
        return (group, quiet, support, _translated(event, by_id).line_start, not candidate.before, -match.score)

    matches: list[Match] = []
    seen: set[str] = set()
    for _, match in sorted(judged, key=key):
        if match.record_id not in seen:
            seen.add(match.record_id)
            matches.append(match)
    return matches


def _translated(event: ErrorEvent, by_id: dict[str, ErrorEvent]) -> ErrorEvent:
    seen = {event.id}
    while (
        event.link == "context" and event.role == "cause" and event.caused_by in by_id and event.caused_by not in seen
    ):
        event = by_id[event.caused_by]
        seen.add(event.id)
    return event


def _strength(candidate: Candidate) -> tuple[bool, float, int]:
    """Return what the better one has more of; of equals the one with more text, or with less that is not there."""
    literal = candidate.template.literal
    return (level(candidate)[1] == "confident", candidate.log_odds, -literal if candidate.cut else literal)


def _captures(candidate: Candidate, folded: Folded) -> list[Capture]:
    spans, event = candidate.spans, candidate.event
    if spans is None:
        return _whole_message(candidate)
    captures: list[Capture] = []
    for name, (start, end) in zip(candidate.template.names, spans.groups, strict=False):
        if start < candidate.offset:
            continue
        first = folded.origin(start - candidate.offset)
        last = folded.origin(end - candidate.offset - 1) + 1
        value = folded.message[first:last]
        kept = value.strip()
        first += len(value) - len(value.lstrip())
        begin = event.text_position(first)
        captures.append(Capture(name, kept, begin, event.text_position(first + len(kept) - 1) + 1 if kept else begin))
    return captures


def _whole_message(candidate: Candidate) -> list[Capture]:
    """Return the message itself as the value of a template that is nothing but a placeholder (`{key}`)."""
    template, message = candidate.template, candidate.event.message
    value = message.strip()
    if template.parts != (None,) or not value:
        return []
    first = message.index(value)
    event = candidate.event
    return [
        Capture(template.names[0], value, event.text_position(first), event.text_position(first + len(value) - 1) + 1)
    ]
