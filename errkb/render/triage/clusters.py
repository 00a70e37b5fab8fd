"""What is told of the errors of a report, and in which order: what made units fail first, what only reports last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from errkb.model.triage import Cascade, Change, KnownError, Spread, TriageReport, UnknownError, Witness
from errkb.render.prose import count, cut, one_line

__all__ = [
    "STATES",
    "Cluster",
    "clusters",
    "doubled",
    "faults",
    "left_out",
    "named",
    "outcomes",
    "period",
    "title",
    "titles",
]

LONGEST_TITLE = 300
STATES = {"new": "new", "grown": "grown", "gone": "gone", "newly_recognised": "newly recognised"}


@dataclass(slots=True, frozen=True)
class Cluster:
    """One error of the report with all that other parts of the report say about it."""

    bucket: Literal["known", "unknown"]
    error: KnownError | UnknownError
    title: str
    severity: str
    """`critical`, `error`, `warning` or `info`; of an unknown error `error`."""
    change: Change | None
    follows: tuple[Cascade, ...]
    """What it came after."""
    precedes: tuple[Cascade, ...]
    fails: tuple[str, ...]
    """The units whose primary cause it is."""
    in_passing_only: bool
    """Every unit it stands in has passed all the same."""

    @property
    def key(self) -> str:
        """Return the key of the error."""
        return self.error.key

    @property
    def spread(self) -> Spread:
        """Return how often, where and when."""
        return self.error.spread

    @property
    def acknowledged(self) -> str | None:
        """Return the reason why it is expected, if it is."""
        return self.change.acknowledged if self.change else None


def clusters(report: TriageReport) -> list[Cluster]:
    """Return the listed errors, the most important first."""
    about = _About(report)
    return sorted([about.cluster(error) for error in _errors(report)], key=_importance)


def title(error: KnownError | UnknownError) -> str:
    """Return an error in one line: class and message, with the placeholders of a record."""
    if isinstance(error, KnownError):
        name, text = error.record.get("errorClass"), error.record.get("errorMessage") or ""
    else:
        name, text = error.cls, error.template
    text = one_line(text)
    return cut(f"{name}: {text}" if name and not text.startswith(name) else text, LONGEST_TITLE)


def named(found: Iterable[Cluster]) -> dict[str, str]:
    """Return the line of each error by its key."""
    return {cluster.key: cluster.title for cluster in found}


def titles(report: TriageReport) -> dict[str, str]:
    """Return the line of every listed error by its key, where nothing else is wanted of them."""
    return {error.key: title(error) for error in _errors(report)}


def said(witness: Witness, names: Mapping[str, str]) -> str:
    """Return what a witness says in one line: its own words, else the line of its error."""
    return cut(one_line(witness.text), LONGEST_TITLE) or names.get(witness.key, witness.key)


def period(first: str | None, last: str | None) -> str:
    """Return `2026-03-01 10:00:00 to 10:31:00`, empty where the log has no times."""
    if not first or not last:
        return ""
    begin, end = first.replace("T", " ").rstrip("Z"), last.replace("T", " ").rstrip("Z")
    if begin == end:
        return begin
    day, _, time = end.partition(" ")
    return f"{begin} to {time if time and begin.startswith(day) else end}"


def outcomes(report: TriageReport) -> str:
    """Return `4 units: 2 failed, 1 passed, 1 without a verdict`."""
    ended = Counter(verdict.outcome for verdict in report.verdicts)
    parts = [(ended["failed"], "failed"), (ended["passed"], "passed"), (ended["unknown"], "without an outcome")]
    unit = {"dir": "folder", "process": "process"}.get(report.unit, report.unit)
    told = ", ".join(f"{number:,} {name}" for number, name in parts if number)
    return f"{count(len(report.verdicts), unit)}: {told}" if told else ""


def faults(report: TriageReport) -> list[str]:
    """Return a sentence for each file that was not read to its end."""
    return [
        f"{file.name}: {'read in part' if file.state == 'partial' else 'not read'}"
        + (f" ({file.reason})" if file.reason else "")
        for file in report.files
        if file.state in ("partial", "skipped")
    ]


def doubled(report: TriageReport) -> str:
    """Return how many files only repeat others, empty if none."""
    number = sum(file.state == "duplicate" for file in report.files)
    verb = "repeats" if number == 1 else "repeat"
    return f"{count(number, 'file')} only {verb} lines of others; each line counts once." * bool(number)


def left_out(report: TriageReport) -> str:
    """Return how many clusters are counted, but not listed; empty if none."""
    if not report.unknown_left:
        return ""
    verb = "is" if report.unknown_left == 1 else "are"
    return f"{count(report.unknown_left, 'more unknown error')}, rarer than these, {verb} counted only."


def _errors(report: TriageReport) -> list[KnownError | UnknownError]:
    return [*report.known, *report.unknown]


class _About:
    """What the other parts of a report say about its errors, by key."""

    def __init__(self, report: TriageReport) -> None:
        self.changes = {change.key: change for change in report.changes or ()}
        self.follows: dict[str, list[Cascade]] = {}
        self.precedes: dict[str, list[Cascade]] = {}
        self.fails: dict[str, list[str]] = {}
        for cascade in report.cascades:
            self.follows.setdefault(cascade.effect, []).append(cascade)
            self.precedes.setdefault(cascade.cause, []).append(cascade)
        for verdict in report.verdicts:
            if verdict.cause and verdict.outcome == "failed":
                self.fails.setdefault(verdict.cause.key, []).append(verdict.unit)
        self.passed = {verdict.unit for verdict in report.verdicts if verdict.outcome == "passed"}

    def cluster(self, error: KnownError | UnknownError) -> Cluster:
        """Return the error with all of it."""
        key, spread = error.key, error.spread
        severity = error.record.get("severity") if isinstance(error, KnownError) else None
        return Cluster(
            bucket="known" if isinstance(error, KnownError) else "unknown",
            error=error,
            title=title(error),
            severity=severity or "error",
            change=self.changes.get(key),
            follows=tuple(self.follows.get(key, ())),
            precedes=tuple(self.precedes.get(key, ())),
            fails=tuple(self.fails.get(key, ())),
            in_passing_only=len(spread.units) == spread.units_total and self.passed.issuperset(spread.units),
        )


def _importance(cluster: Cluster) -> tuple[object, ...]:
    spread = cluster.spread
    strikes = max(spread.units_total, 1) * max(spread.days, 1)
    is_new = cluster.change is not None and cluster.change.state == "new" and cluster.acknowledged is None
    return (
        cluster.error.wrapper,
        -len(cluster.fails),
        cluster.in_passing_only,
        not is_new,
        -strikes,
        -spread.count,
        cluster.key,
    )
