"""Matching: scan -> verify -> rank -> fuzzy.

Every pattern of every segment is tried on every event and on every line no event covers; what stands there is scored
with all the evidence, and only what is well supported is called an answer. Each stage leaves a trace.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest
from operator import itemgetter

from errkb.index import Index
from errkb.match.candidate import Candidate
from errkb.match.claim import explains, level
from errkb.match.evidence import score
from errkb.match.lines import line_candidates, named_events
from errkb.match.rank import Judged, best_per_record, order, to_match
from errkb.match.rivals import apart, weigh_rivals
from errkb.match.scan import MAX_MATCHED_MESSAGE, candidate_at, event_candidates, further_candidates
from errkb.match.seen import Seen
from errkb.match.verify import verify, verify_regex
from errkb.model.event import ErrorEvent, ParseResult
from errkb.model.match import Match
from errkb.model.report import TraceStep
from errkb.model.text import Text

__all__ = ["Judged", "Matcher", "Ranking", "match"]

MIN_LIKENESS = 0.4
"""Wordings less alike than this are not worth showing, not even as nearest."""
FUZZY = 24
"""Templates of similar wording that are scored with all evidence."""
MAX_FUZZY_EVENTS = 8
"""Events without a confident answer for which similar wordings are looked up."""


_Found = dict[Index, list[Candidate]]


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

    `repo` keeps only records of that repository; `limit` bounds `nearest`. The work grows with the text, hardly
    with the number of templates.
    """
    run = _Run(indexes, repo, limit, trace)
    if named := named_events(indexes, parsed, text.value):
        parsed = replace(parsed, events=[*parsed.events, *named])
    for event in parsed.events:
        run.event(event)
    events = run.lines(parsed, text)
    run.rest()
    if not run.cause_answered(events):
        run.demote_noise()
    ranking = Ranking(events, order(run.judged, events), [], run.trace)
    taken = {found.record_id for found in ranking.matches}
    ranking.nearest = _nearest(run.weak, taken, limit)
    return ranking


class Matcher:
    """Matches one event after the other, each by itself, for logs of any size: exact wordings, codes and places only.

    What it answers is what `match` is confident of; similar wordings are not looked for.
    """

    def __init__(self, indexes: Sequence[Index]) -> None:
        self._run = _Run(indexes, None, 0, False)

    def event(self, event: ErrorEvent) -> list[Judged]:
        """Return the answers to an event of the reader: the error and, apart from it, the wrapper around it."""
        run = self._run
        run.event(event)
        run.settle()
        return self._taken()

    def line(self, event: ErrorEvent, sighted: Iterable[tuple[Index, int]]) -> list[Judged]:
        """Return the answers to a text that is no event of the reader, given the templates that stand on its lines."""
        seen = Seen(event, self._run.repo_of_package)
        self._run.line(event, self._run.scored(_sighted(seen, sighted), seen))
        return self._taken()

    def _taken(self) -> list[Judged]:
        run = self._run
        answers = run.judged
        run.judged, run.weak, run.open = [], [], {}
        run.answered.clear()
        return answers


def _sighted(seen: Seen, sighted: Iterable[tuple[Index, int]]) -> Iterator[Candidate]:
    """Yield candidates of templates that stand on the lines of an event which nothing but its wording makes one."""
    text = seen.folded.text[:MAX_MATCHED_MESSAGE]
    for index, number in sighted:
        regex = number in index.regexes
        spans = verify_regex(index, number, text) if regex else verify(index.parts(number), text)
        if spans is not None:
            candidate = candidate_at(index.template(number), seen.event, spans, text)
            candidate.plain = True
            yield candidate


class _Run:
    """One matching run: what was found so far."""

    def __init__(self, indexes: Sequence[Index], repo: str | None, limit: int, trace: bool) -> None:
        self.indexes = indexes
        self.repo = repo
        self.limit = limit
        self.tracing = trace
        self.trace: list[TraceStep] = []
        known = [index.repo_of_package for index in indexes]
        self.repo_of_package = known[0] if len(known) == 1 else ChainMap(*known)
        self.judged: list[Judged] = []
        self.weak: list[Judged] = []
        self.answered: set[str] = set()
        self.open: dict[str, tuple[Seen, _Found]] = {}

    def event(self, event: ErrorEvent) -> None:
        """Match one event of the reader; one that nothing explains stays open.

        What says little and what is cut off is looked for only where nothing else accounts for the whole message.
        """
        seen = Seen(event, self.repo_of_package)
        found = {index: self.scored(event_candidates(index, seen), seen) for index in self.indexes}
        if not _settled(found, event):
            for index, own in found.items():
                known = {candidate.template.number for candidate in own}
                own.extend(self.scored(further_candidates(index, seen, known), seen))
        candidates = _all(found)
        if any(explains(candidate) for candidate in candidates):
            self._judge(seen, candidates)
        else:
            self.open[event.id] = (seen, found)

    def lines(self, parsed: ParseResult, text: Text) -> list[ErrorEvent]:
        """Match the lines that no event covers; return all events in the order of the text.

        A known message of several lines takes the place of the events that its lines were read as.
        """
        candidates: dict[str, tuple[ErrorEvent, list[Candidate]]] = {}
        loose = [seen.event for seen, _ in self.open.values() if _is_one_line(seen.event)]
        for candidate in line_candidates(self.indexes, parsed, loose, text.value):
            if self._wanted(candidate):
                candidates.setdefault(candidate.event.id, (candidate.event, []))[1].append(candidate)
        made = [event for event, own in candidates.values() if self.line(event, own)]
        replaced = {old.id for event in made for old in loose if _holds(event, old)}
        for identifier in replaced:
            del self.open[identifier]
        events = [event for event in parsed.events if event.id not in replaced] + made
        events.sort(key=lambda event: (event.line_start, event.start))
        return events

    def rest(self) -> None:
        """Look for similar wordings for the events that are still open.

        Beside an answer a line that only looks like an error needs none.
        """
        left = MAX_FUZZY_EVENTS
        for seen, found in self.open.values():
            event = seen.event
            if left and seen.folded.text and event.role != "noise" and not (event.inferred and self.answered):
                left -= 1
                for index, own in found.items():
                    known = {candidate.template.number for candidate in own if not candidate.cut}
                    alike = (c for c in self._alike(index, seen) if c.template.number not in known)
                    own.extend(self.scored(alike, seen))
            self._judge(seen, _all(found))

    def settle(self) -> None:
        """Judge the events that are still open by what was found of them so far."""
        for seen, found in self.open.values():
            self._judge(seen, _all(found))

    def cause_answered(self, events: Sequence[ErrorEvent]) -> bool:
        """Say whether some cause has an answer, or there is no cause to answer."""
        causes = [event.id for event in events if event.role == "cause"]
        return not causes or any(cause in self.answered for cause in causes)

    def demote_noise(self) -> None:
        """Take back the answers to noise: beside a cause that nothing explains they would pass for its explanation."""
        self.weak += [item for item in self.judged if item[0].event.role == "noise"]
        self.judged = [item for item in self.judged if item[0].event.role != "noise"]

    def _alike(self, index: Index, seen: Seen) -> Iterator[Candidate]:
        """Yield candidates of similar wording."""
        from errkb.match.fuzzy import similar  # rapidfuzz loads only when no pattern answers

        event, text = seen.event, seen.folded.text
        among = None if self.repo is None else index.by_repo(self.repo)
        for number, likeness in similar(index, text, limit=FUZZY, cls=event.cls, cut=event.cut, among=among):
            if likeness.ratio >= MIN_LIKENESS:
                template = index.template(number)
                yield Candidate(template, event, "fuzzy", message_length=len(text), likeness=likeness)

    def line(self, event: ErrorEvent, found: list[Candidate]) -> bool:
        """Match one line outside the reader's events; its record says what the line is."""
        seen = Seen(event, self.repo_of_package)
        answered = self._judge(seen, self.scored(found, seen))
        if answered:
            best, judged = next(item for item in self.judged if item[0].event is event)
            quiet = best.template.severity in ("warning", "info")
            event.role = "noise" if quiet else "wrapper" if judged.wrapper else "cause"
        return answered

    def _wanted(self, candidate: Candidate) -> bool:
        return self.repo is None or candidate.template.repo.lower() == self.repo.lower()

    def scored(self, candidates: Iterable[Candidate], seen: Seen) -> list[Candidate]:
        """Return the candidates with their evidence, those of other repositories than the wanted one left out."""
        wanted = [candidate for candidate in candidates if self._wanted(candidate)]
        for candidate in wanted:
            score(candidate, seen)
        return wanted

    def _judge(self, seen: Seen, candidates: list[Candidate]) -> bool:
        """Rank the candidates of one event; return whether one of them is a confident answer.

        An event has at most two: the error it reports and, apart from that, the wrapper around it.
        """
        ranked = best_per_record(candidates)
        weigh_rivals(ranked)
        if self.tracing:
            self._note(candidates)
        answers: list[Judged] = []
        others: list[tuple[float, Candidate]] = []
        for candidate in ranked:
            value, name = level(candidate)
            if name == "confident" and all(apart(candidate, other) for other, _ in answers):
                answers.append((candidate, to_match(candidate, seen.folded, ranked)))
            elif not any(candidate.template.id in answer.tie for _, answer in answers):
                others.append((value, candidate))
        best = nlargest(self.limit, others, key=itemgetter(0))
        self.weak += [(candidate, to_match(candidate, seen.folded, ranked)) for _, candidate in best]
        self.judged += answers
        if answers:
            self.answered.add(seen.event.id)
        return bool(answers)

    def _note(self, candidates: Iterable[Candidate]) -> None:
        for candidate in candidates:
            stage = "fuzzy" if candidate.method == "fuzzy" else "candidate"
            parts = ", ".join(f"{item.kind} {item.weight:+g}" for item in candidate.evidence)
            subject = f"{candidate.event.id} ~ {candidate.template.repo}: {candidate.template.message[:60]}"
            self.trace.append(TraceStep(stage, subject, f"{candidate.log_odds:+.2f} = {parts}"))


def _all(found: _Found) -> list[Candidate]:
    return [candidate for own in found.values() for candidate in own]


def _is_one_line(event: ErrorEvent) -> bool:
    return not event.frames and event.line_start == event.line_end


def _holds(event: ErrorEvent, old: ErrorEvent) -> bool:
    return event.stream == old.stream and event.line_start <= old.line_start and old.line_end <= event.line_end


def _settled(found: _Found, event: ErrorEvent) -> bool:
    """Say whether nothing is left to look for: a confident candidate accounts for the whole message.

    Of a message of several lines that ends with the text, more may have been there.
    """
    for candidate in _all(found):
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
