"""A verdict per unit: how it ended, and the one error that it ended of.

What a unit says is taken in *bursts*, errors that stand close together in one step. The cause is the first error with
substance of the last burst before the unit failed: what comes later in a burst mostly follows from it, what stands in
an earlier one was survived, and what comes after the failure (clean-up, uploads) cannot have caused it. Lines that only
report another error are a fallback. Where nothing can be said, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from errkb.model.triage import Outcome, Place, Verdict, Witness
from errkb.triage.clock import seconds
from errkb.triage.ledger import Row
from errkb.triage.outcome import HINT, RUNNER, Ending

__all__ = ["UnitStory", "verdicts"]

APART_LINES = 250
APART_SECONDS = 120.0
"""Errors further apart are of different bursts."""
MOST_OF_BURST = 8
MOST_BURSTS = 4
MOST_RUNNERS_UP = 5
MOST_PASSING = 20
NEAR_END = 15
"""A traceback so many lines before the end of a log that does not say how it ended is how it ended."""


_WORTH = (
    (1.5, "the first error with substance of the last ones before the failure"),
    (0.5, "the first of the last errors before the failure"),
)


@dataclass(slots=True)
class Suspect:
    """An error that may be the cause."""

    row: Row
    place: Place
    weight: float


@dataclass(slots=True)
class Burst:
    """Errors that stand close together: the first of them, and where the last stands."""

    step: str | None
    suspects: list[Suspect] = field(default_factory=list)
    last: int = 0
    time: float | None = None


@dataclass(slots=True)
class UnitStory:
    """What has been read of a unit so far, bounded whatever it says."""

    unit: str
    bursts: list[Burst] = field(default_factory=list)
    outcome: Outcome = "unknown"
    strength: int = 0
    outcome_line: Place | None = None
    outcome_at: int = 0
    failed_at: int | None = None
    """The first line that says with the most weight that it failed."""
    step: str | None = None
    events: int = 0
    first: str | None = None
    last: str | None = None
    lines: int = 0
    keys: dict[str, None] = field(default_factory=dict)

    def note(self, ending: Ending, line: int, place: Place) -> None:
        """Take a line that tells how the unit ended, or that a step begins; lines count through all logs of a run."""
        if ending.means == "step":
            self.step = ending.name or self.step
            return
        if ending.strength < self.strength:
            return
        if ending.means == "failed" and ending.strength == RUNNER and self.failed_at is None:
            self.failed_at = line
        self.outcome, self.strength, self.outcome_line = ending.means, ending.strength, place
        self.outcome_at = line

    def add(self, row: Row, line: int, place: Place) -> None:
        """Take an occurrence."""
        self.events += 1
        if row.time:
            self.first = min(self.first or row.time, row.time)
            self.last = max(self.last or row.time, row.time)
        if len(self.keys) < MOST_PASSING:
            self.keys.setdefault(row.key)
        time, burst = seconds(row.time), self.bursts[-1] if self.bursts else None
        if burst is None or self._is_apart(burst, line, time):
            burst = Burst(self.step)
            self.bursts.append(burst)
            if len(self.bursts) > MOST_BURSTS:
                del self.bursts[0]
        burst.last, burst.time = line, time if time is not None else burst.time
        if len(burst.suspects) < MOST_OF_BURST:
            burst.suspects.append(Suspect(row._replace(line=line, context=None, captures=()), place, _weight(row)))

    def _is_apart(self, burst: Burst, line: int, time: float | None) -> bool:
        if burst.step != self.step or line - burst.last > APART_LINES:
            return True
        if self.failed_at is not None and burst.last <= self.failed_at < line:
            return True
        return time is not None and burst.time is not None and time - burst.time > APART_SECONDS

    def ending(self) -> tuple[Outcome, Place | None]:
        """Return how the unit ended and where that stands: what says so, else the crash that is the last of it."""
        end = self._crashed() if self.strength <= HINT and self.outcome != "failed" else None
        if end is not None and end.row.line > self.outcome_at:
            return "failed", end.place
        return self.outcome, self.outcome_line

    def verdict(self, harmless: Iterable[str] = ()) -> Verdict:
        """Return what became of the unit; `harmless` are errors that units live with."""
        outcome, line = self.ending()
        verdict = Verdict(self.unit, outcome, events=self.events, first=self.first, last=self.last, outcome_line=line)
        if outcome == "passed":
            verdict.in_passing = list(self.keys)
        elif outcome == "failed":
            self._blame(verdict, frozenset(harmless))
        return verdict

    def _crashed(self) -> Suspect | None:
        """Return the error with which the log ends, if it does."""
        burst = self.bursts[-1] if self.bursts else None
        if burst is None or self.lines - burst.last > NEAR_END:
            return None
        return next((one for one in reversed(burst.suspects) if one.row.ends), None)

    def _blame(self, verdict: Verdict, harmless: frozenset[str]) -> None:
        before = [one for one in self.bursts if self.failed_at is None or one.suspects[0].row.line <= self.failed_at]
        after = [one for one in self.bursts if one not in before]
        chosen = self._cause(before, harmless) or self._cause(after, harmless)
        if chosen is None:
            return
        cause, why = chosen
        verdict.cause = Witness(cause.row.key, cause.place, cause.row.text, why)
        verdict.by_wrapper = cause.row.wrapper
        others = [(burst, one) for burst in reversed(self.bursts) for one in burst.suspects if one is not cause]
        verdict.runners_up = [
            Witness(one.row.key, one.place, one.row.text, self._lost(one, burst, cause, after, harmless))
            for burst, one in sorted(others, key=lambda other: -other[1].weight)[:MOST_RUNNERS_UP]
        ]

    def _cause(self, bursts: list[Burst], harmless: frozenset[str]) -> tuple[Suspect, str] | None:
        """Return the cause among bursts and why it is the one."""
        for least, why in _WORTH:
            for burst in reversed(bursts):
                worth = [one for one in burst.suspects if one.weight >= least and one.row.key not in harmless]
                if worth:
                    best = max(one.weight for one in worth)
                    return next(one for one in worth if one.weight >= min(best, 2.0)), why
        for burst in reversed(bursts):
            for one in burst.suspects:
                return one, "only a line that reports another error was found" if one.row.wrapper else "the only error"
        return None

    def _lost(self, one: Suspect, burst: Burst, cause: Suspect, after: list[Burst], harmless: frozenset[str]) -> str:
        if one.row.key == cause.row.key:
            return "the same error again"
        if burst in after:
            return "it came after the unit had failed"
        if one.row.wrapper:
            return "it only reports another error"
        if one.row.key in harmless:
            return "other units pass with it"
        if one.row.line > cause.row.line:
            return "it came after the cause"
        return "it was survived" if one.weight >= cause.weight else "it says less"


def verdicts(stories: Iterable[UnitStory]) -> list[Verdict]:
    """Return a verdict for each unit; errors that units pass with are no cause where there is another."""
    told = list(stories)
    harmless = {key for story in told if story.ending()[0] == "passed" for key in story.keys}
    return [story.verdict(harmless) for story in told]


def _weight(row: Row) -> float:
    """Return how much substance an error has: an exception of its own more than a line of a logger."""
    if row.wrapper or row.minor:
        return 0.2
    weight = 1.0
    if row.cls or row.ends:
        weight += 1.0
    if row.key.startswith("record:"):
        weight += 1.0
    if row.causes:
        weight += 2.0
    return weight
