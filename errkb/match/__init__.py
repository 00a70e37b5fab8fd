"""Matching: scan -> verify -> rank -> fuzzy.

Every pattern of every segment is tried on every event and on every line no event covers; what stands there is scored
with all the evidence, and only what is well supported is called an answer. Each stage leaves a trace.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from errkb.index import Index
from errkb.match.evidence import Candidate, level, score
from errkb.match.fold import Folded
from errkb.match.rank import Judged, apart, best_per_record, order, repo_table, to_match, weigh_rivals
from errkb.match.scan import codes_of, event_candidates, further_candidates, line_candidates
from errkb.model.event import ErrorEvent, ParseResult
from errkb.model.match import Match
from errkb.model.report import TraceStep
from errkb.model.text import Text

__all__ = ["Ranking", "match"]

MIN_LIKENESS = 0.4
"""Wordings less alike than this are not worth showing, not even as nearest."""
FUZZY = 12
"""Templates of similar wording that are scored with all evidence."""
MAX_FUZZY_EVENTS = 8
"""Events without a confident answer for which similar wordings are looked up."""


@dataclass(slots=True)
class Ranking:
    """The answers to a text: confident matches in order, the nearest others, all events, and the trace."""

    events: list[ErrorEvent]
    matches: list[Match] = field(default_factory=list)
    nearest: list[Match] = field(default_factory=list)
    trace: list[TraceStep] = field(default_factory=list)


def match(
    parsed: ParseResult,
    text: Text,
    indexes: Sequence[Index],
    *,
    repo: str | None = None,
    limit: int = 3,
    trace: bool = False,
) -> Ranking:
    """Tie the events of a text to records.

    `repo` keeps only records of that repository; `limit` bounds `nearest`. The work grows linearly with the text and
    with the number of templates.
    """
    run = _Run(indexes, repo, trace)
    for event in parsed.events:
        run.event(event)
    events = run.lines(parsed, text)
    if not run.cause_answered(events):
        run.demote_noise()
    ranking = Ranking(events, order(run.judged, events), [], run.trace)
    taken = {found.record_id for found in ranking.matches}
    ranking.nearest = _nearest(run.weak, taken, limit)
    return ranking


class _Run:
    """One matching run: what was found so far."""

    def __init__(self, indexes: Sequence[Index], repo: str | None, trace: bool) -> None:
        self.indexes = indexes
        self.repo = repo
        self.tracing = trace
        self.trace: list[TraceStep] = []
        self.repos = repo_table(indexes)
        self.judged: list[Judged] = []
        self.weak: list[Judged] = []
        self.answered: set[str] = set()
        self.fuzzy_left = MAX_FUZZY_EVENTS

    def event(self, event: ErrorEvent) -> None:
        """Match one event of the reader.

        What says little, what is cut off and what is only alike is looked for where nothing else explains the event.
        """
        folded = Folded(event.message)
        found = {index: self._scored(event_candidates(index, event, folded), event) for index in self.indexes}
        if not _settled(found, event):
            for index, own in found.items():
                known = {candidate.template.number for candidate in own}
                own.extend(self._scored(further_candidates(index, event, folded, known), event))
        if event.role != "noise" and self.fuzzy_left and not _confident(found) and folded.text:
            self.fuzzy_left -= 1
            for index, own in found.items():
                known = {candidate.template.number for candidate in own}
                alike = (c for c in self._alike(index, event, folded) if c.template.number not in known)
                own.extend(self._scored(alike, event))
        self._judge(event, folded, [candidate for own in found.values() for candidate in own])

    def lines(self, parsed: ParseResult, text: Text) -> list[ErrorEvent]:
        """Match the lines that no event covers; return all events in the order of the text."""
        found: dict[str, tuple[ErrorEvent, list[Candidate]]] = {}
        for candidate in line_candidates(self.indexes, parsed, text.value, len(parsed.events) + 1):
            if self._wanted(candidate):
                found.setdefault(candidate.event.id, (candidate.event, []))[1].append(candidate)
        events = list(parsed.events)
        events += [event for event, candidates in found.values() if self._line(event, candidates)]
        events.sort(key=lambda event: (event.line_start, event.start))
        return events

    def cause_answered(self, events: Sequence[ErrorEvent]) -> bool:
        """Say whether some cause has an answer, or there is no cause to answer."""
        causes = [event.id for event in events if event.role == "cause"]
        return not causes or any(cause in self.answered for cause in causes)

    def demote_noise(self) -> None:
        """Take back the answers to noise: beside a cause that nothing explains they would pass for its explanation."""
        self.weak += [item for item in self.judged if item[0].event.role == "noise"]
        self.judged = [item for item in self.judged if item[0].event.role != "noise"]

    def _alike(self, index: Index, event: ErrorEvent, folded: Folded) -> Iterator[Candidate]:
        """Yield candidates of similar wording."""
        from errkb.match.fuzzy import similar  # rapidfuzz loads only when no pattern answers

        among = None if self.repo is None else index.by_repo(self.repo)
        for number, likeness in similar(index, folded.text, limit=FUZZY, cls=event.cls, cut=event.cut, among=among):
            if likeness.ratio >= MIN_LIKENESS:
                template, length = index.template(number), len(folded.text)
                yield Candidate(template, event, "fuzzy", message_length=length, likeness=likeness)

    def _line(self, event: ErrorEvent, found: list[Candidate]) -> bool:
        """Match one line outside the reader's events; its record says what the line is."""
        answered = self._judge(event, Folded(event.message), self._scored(found, event))
        if answered:
            best, judged = next(item for item in self.judged if item[0].event is event)
            quiet = best.template.severity in ("warning", "info")
            event.role = "noise" if quiet else "wrapper" if judged.wrapper else "cause"
        return answered

    def _wanted(self, candidate: Candidate) -> bool:
        return self.repo is None or candidate.template.repo.lower() == self.repo.lower()

    def _scored(self, candidates: Iterable[Candidate], event: ErrorEvent) -> list[Candidate]:
        """Return the candidates with their evidence, those of other repositories than the wanted one left out."""
        codes = codes_of(event)
        wanted = [candidate for candidate in candidates if self._wanted(candidate)]
        for candidate in wanted:
            score(candidate, self.repos, candidate.template.code in codes)
        return wanted

    def _judge(self, event: ErrorEvent, folded: Folded, found: list[Candidate]) -> bool:
        """Rank the candidates of one event; return whether one of them is a confident answer.

        An event has at most two: the error it reports and, apart from that, the wrapper around it.
        """
        ranked = best_per_record(found)
        weigh_rivals(ranked)
        if self.tracing:
            self._note(found)
        answers: list[Judged] = []
        for candidate in ranked:
            judged = to_match(candidate, folded, ranked)
            if judged.level == "confident" and all(apart(candidate, other) for other, _ in answers):
                answers.append((candidate, judged))
            elif not any(judged.record_id in answer.tie for _, answer in answers):
                self.weak.append((candidate, judged))
        self.judged += answers
        if answers:
            self.answered.add(event.id)
        return bool(answers)

    def _note(self, candidates: Iterable[Candidate]) -> None:
        for candidate in candidates:
            stage = "fuzzy" if candidate.method == "fuzzy" else "candidate"
            parts = ", ".join(f"{item.kind} {item.weight:+g}" for item in candidate.evidence)
            subject = f"{candidate.event.id} ~ {candidate.template.repo}: {candidate.template.message[:60]}"
            self.trace.append(TraceStep(stage, subject, f"{candidate.log_odds:+.2f} = {parts}"))


def _confident(found: dict[Index, list[Candidate]]) -> bool:
    return any(level(candidate)[1] == "confident" for own in found.values() for candidate in own)


def _settled(found: dict[Index, list[Candidate]], event: ErrorEvent) -> bool:
    """Say whether nothing is left to look for: a confident candidate accounts for the whole message.

    Of a message of several lines that ends with the text, more may have been there.
    """
    for candidate in (candidate for own in found.values() for candidate in own):
        if level(candidate)[1] == "confident" and (
            not event.cut
            or candidate.spans is None
            or (candidate.spans.end >= candidate.message_length and "\n" not in event.message)
        ):
            return True
    return False


def _nearest(weak: list[Judged], taken: set[str], limit: int) -> list[Match]:
    nearest: list[Match] = []
    for _, found in sorted(weak, key=lambda item: -item[1].score):
        if found.record_id not in taken and len(nearest) < limit:
            taken.add(found.record_id)
            if found.level == "confident":  # a rival of a better answer to the same event
                found.level = "likely"
            nearest.append(found)
    return nearest
