"""What the page shows, before it is HTML: verdicts, the plot, and errors as far as a page can hold them."""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from errkb.model.pattern import placeholder_names
from errkb.model.triage import KnownError, Sample, TriageReport, Verdict
from errkb.render.answer import LONGEST_IN_PROSE
from errkb.render.prose import count, fill_in
from errkb.render.triage.clusters import Cluster
from errkb.render.triage.html.timeline import Axis, axis, moment

__all__ = [
    "UNITS",
    "Bar",
    "Plot",
    "explanation",
    "folder",
    "headline",
    "names",
    "plot",
    "sample_lines",
    "spark",
    "units",
]

MOSTUNITS = 500
UNITS = {"dir": "folder", "process": "process", "file": "file", "job": "job"}
"""What a unit is called."""
_HEIGHT = 100
_SPARK = (60, 12)
"""Bars and height of the small plot of an error."""


@dataclass(slots=True, frozen=True)
class Bar:
    """One step of the plot; heights in hundredths of the tallest step."""

    label: str
    known: int
    unknown: int
    wrappers: int
    failed: int
    heights: tuple[float, float, float]


@dataclass(slots=True, frozen=True)
class Plot:
    """The plot over all errors."""

    axis: Axis
    bars: list[Bar]
    most: int
    labels: tuple[str, str, str]


def headline(report: TriageReport) -> str:
    """Return what has happened, in a few words."""
    ended = [verdict.outcome for verdict in report.verdicts]
    noun, all_, failed, passed = UNITS[report.unit], len(ended), ended.count("failed"), ended.count("passed")
    if failed:
        return f"{failed:,} of {count(all_, noun)} failed"
    if all_ and passed == all_:
        return f"{count(all_, noun)} passed" if all_ == 1 else f"All {count(all_, noun)} passed"
    if passed:
        return f"No failure told: {passed:,} of {count(all_, noun)} passed"
    events = count(report.totals.events, "error event")
    return f"{events[0].upper()}{events[1:]} in {count(report.totals.files, 'file')}"


def plot(report: TriageReport, found: list[Cluster]) -> Plot | None:
    """Return the plot, `None` where the logs have no clock or everything happened at once."""
    ends = [when for one in report.verdicts if (when := _ended(one))]
    steps = axis(ends, (cluster.spread.timeline for cluster in found), report.bucket)
    if steps is None or steps.steps < 2:
        return None
    known, unknown, wrappers = ([0] * steps.steps for _ in range(3))
    for cluster in found:
        into = wrappers if cluster.error.wrapper else known if cluster.bucket == "known" else unknown
        for at, number in enumerate(steps.counts(cluster.spread.timeline)):
            into[at] += number
    failed = _failures(report, steps)
    most = max(map(sum, zip(known, unknown, wrappers, strict=True)))
    bars = [
        Bar(steps.label(at), *numbers, tuple(round(_HEIGHT * number / (most or 1), 2) for number in numbers[:3]))  # type: ignore[arg-type]
        for at, numbers in enumerate(zip(known, unknown, wrappers, failed, strict=True))
    ]
    last = steps.steps - 1
    return Plot(steps, bars, most, (steps.label(0), steps.label(last // 2), steps.label(last)))


def spark(cluster: Cluster, steps: Axis) -> str:
    """Return the path of the small plot of an error, as SVG draws it."""
    bars, height = _SPARK
    wide = [0] * bars
    for at, number in enumerate(steps.counts(cluster.spread.timeline)):
        wide[at * bars // steps.steps] += number
    most = max(wide) or 1
    tall = [max(round(height * number / most), 1) if number else 0 for number in wide]
    return "".join(f"M{at} {height}v-{size}h1v{size}z" for at, size in enumerate(tall) if size)


def units(report: TriageReport) -> tuple[list[Verdict], int, int]:
    """Return the units of the table, how many passed without any error, and how many are left out."""
    order = {"failed": 0, "unknown": 1, "passed": 2}
    told = [one for one in report.verdicts if one.outcome != "passed" or one.in_passing]
    told.sort(key=lambda verdict: (order[verdict.outcome], -verdict.events * (verdict.outcome == "unknown")))
    return told[:MOSTUNITS], len(report.verdicts) - len(told), max(len(told) - MOSTUNITS, 0)


def names(found: list[Cluster], kind: str) -> dict[str, int]:
    """Return the files or units of errors with a number each, the most struck first."""
    total: dict[str, int] = {}
    for cluster in found:
        for name, number in getattr(cluster.spread, kind).items():
            total[name] = total.get(name, 0) + number
    return {name: at for at, name in enumerate(sorted(total, key=lambda name: (-total[name], name)))}


def folder(report: TriageReport) -> str:
    """Return the folder all files lie in, with the slash behind it; it need not be said of each of them."""
    found = [file.name for file in report.files]
    shared = os.path.commonprefix(found)  # noqa: RUF071 - by character, and then up to the slash
    return shared[: shared.rfind("/") + 1]


def sample_lines(sample: Sample) -> Iterator[tuple[int | None, str, bool]]:
    """Yield number, text and whether it is the error itself, for each line of a sample."""
    first = sample.place.line - len(sample.before)
    lines = [(one, False) for one in sample.before]
    lines += [(part, True) for one in sample.lines for part in one.split("\n")]
    lines += [(one, False) for one in sample.after]
    for at, (text, own) in enumerate(lines):
        yield (first + at if first + at > 0 else None), text, own


def explanation(error: KnownError) -> Mapping[str, Any]:
    """Return the texts of a record with the commonest values filled in, as far as they read well."""
    record = error.record
    own = error.captures[0][0] if error.captures else {}
    every = {*placeholder_names(record.get("errorMessage") or ""), *own}
    short = {name: value for name, value in own.items() if len(value) <= LONGEST_IN_PROSE and "\n" not in value}

    def tell(text: str | None) -> str:
        return fill_in(text or "", every, short)

    return {
        "meaning": tell(record.get("documentation")),
        "why": tell(record.get("triggerScenarios")),
        "situations": tell(record.get("commonSituations")),
        "fixes": [tell(fix) for fix in record.get("solutions") or ()],
        "example": record.get("exampleFix") or "",
    }


def _ended(verdict: Verdict) -> datetime | None:
    """Return when a unit ended: the line that says so may have no time of its own."""
    told = verdict.outcome_line and verdict.outcome_line.time
    return moment(told or verdict.last)


def _failures(report: TriageReport, steps: Axis) -> list[int]:
    failed = [0] * steps.steps
    for verdict in report.verdicts:
        when = _ended(verdict) if verdict.outcome == "failed" else None
        at = None if when is None else steps.step(when)
        if at is not None:
            failed[at] += 1
    return failed
