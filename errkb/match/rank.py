"""Ranking: from candidates to the answers of a text, the root cause's best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from errkb.match.candidate import Candidate
from errkb.match.claim import level
from errkb.match.fold import Folded
from errkb.match.rivals import TIE_MARGIN, tie_with
from errkb.model.event import ErrorEvent
from errkb.model.match import Capture, Match

__all__ = ["Judged", "best_per_record", "order", "to_match"]

Judged = tuple[Candidate, Match]

MOST_TIED = 50
ABOUT_EQUAL = 2.0
"""Log-odds by which two wrappers may differ and still stand in the order of the text."""
SHOWS_VALUES = 4.0
"""Log-odds by which a wording that is only alike must lead one of the same record that gives its values."""


def best_per_record(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the best candidate of each record (a record has several wordings), best first."""
    candidates = list(candidates)
    if len(candidates) < 2:
        return candidates
    best: dict[str, tuple[tuple[bool, bool, float, int], Candidate]] = {}
    most: dict[str, float] = {}
    for candidate in candidates:
        # Of one record, what is documented goes before its place in source, and a wording that gives its values before
        # one that is only alike.
        confident, odds, literal = _strength(candidate)
        identifier = candidate.template.id
        most[identifier] = max(odds, most.get(identifier, odds))
        odds += SHOWS_VALUES if candidate.spans is not None else 0.0
        preference = (not candidate.template.located, confident, odds, literal)
        old = best.get(identifier)
        if old is None or preference > old[0]:
            best[identifier] = (preference, candidate)
    for identifier, (_, candidate) in best.items():
        if most[identifier] > candidate.log_odds:
            candidate.add("alike", "the wording as a whole says more", most[identifier] - candidate.log_odds)
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
        at = next((n for n, other in enumerate(ranked) if other is own or _fits_no_better(other, own)), 0)
        ranked.remove(own)
        ranked.insert(at, own)
    return ranked


def _fits_no_better(other: Candidate, own: Candidate) -> bool:
    if other.template.private or level(own)[1] != level(other)[1]:
        return False
    return own.template.parts == other.template.parts or other.log_odds - own.log_odds <= TIE_MARGIN


def to_match(candidate: Candidate, folded: Folded, rivals: Sequence[Candidate]) -> Match:
    """Return the match of a candidate; rivals that the evidence cannot tell apart are its tie."""
    value, name = level(candidate)
    template = candidate.template
    tie = [
        rival.template.id
        for rival in rivals
        if rival is not candidate and rival.template.private == template.private and tie_with(candidate, rival)
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
        support = -round(candidate.log_odds / ABOUT_EQUAL) if group == 1 else 0
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
