"""The report as Markdown, for an issue, a chat or the summary of a job: verdicts, then errors with their first fix.

Bounded, since all of these places are: what is left out is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from errkb.model.triage import KnownError, TriageReport, UnknownError, Verdict, Witness
from errkb.normalize import printable
from errkb.render.markdown import fence, inline, span
from errkb.render.prose import count, cut, one_line
from errkb.render.table import size
from errkb.render.triage.clusters import (
    STATES,
    Cluster,
    clusters,
    doubled,
    faults,
    left_out,
    named,
    outcomes,
    period,
    said,
)

__all__ = ["MOST_ERRORS", "chunks"]

MOST_ERRORS = 50
"""Errors of each bucket that are told."""
MOST_UNITS = 100
MOST_FAULTS = 20
MOST_LINES = 12
LONGEST_LINE = 300
_MARKS = {"failed": "failed", "passed": "passed", "unknown": "no outcome"}


def chunks(report: TriageReport) -> Iterator[str]:
    """Yield the document, section by section."""
    found = clusters(report)
    names = named(found)
    yield from _joined(_summary(report))
    if report.verdicts:
        yield from _joined(_verdicts(report, names))
    if report.changes is not None:
        yield from _joined(_changes(report, names))
    for bucket, heading in (("known", "Known errors"), ("unknown", "Unknown errors")):
        yield from _joined(_bucket(heading, [one for one in found if one.bucket == bucket], names))
    if told := left_out(report):
        yield f"{told}\n\n"
    if broken := faults(report):
        yield from _joined(["## Files that were not read to their end", _items(broken, MOST_FAULTS, "file")])
    if told := doubled(report):
        yield f"{told}\n\n"


def _summary(report: TriageReport) -> Iterator[str]:
    totals = report.totals
    yield "# Triage"
    read = f"{count(totals.files, 'file')}, {size(totals.bytes)}, {count(totals.lines, 'line')}"
    yield inline(" · ".join(part for part in (read, period(totals.first, totals.last)) if part))
    events = f"{count(totals.events, 'error event')}: {totals.known:,} known, {totals.unknown:,} unknown"
    yield inline(". ".join(part for part in (events, outcomes(report)) if part) + ".")


def _verdicts(report: TriageReport, names: dict[str, str]) -> Iterator[str]:
    yield "## Verdicts"
    order = {"failed": 0, "unknown": 1, "passed": 2}
    shown = sorted(report.verdicts, key=lambda verdict: order[verdict.outcome])
    rows = [_verdict(verdict, names) for verdict in shown[:MOST_UNITS]]
    yield "\n".join(["| unit | outcome | primary cause | where |", "|---|---|---|---|", *rows])
    if len(shown) > MOST_UNITS:
        yield f"{count(len(shown) - MOST_UNITS, 'more unit')} left out."


def _verdict(verdict: Verdict, names: dict[str, str]) -> str:
    cause, where = "no verdict", ""
    if verdict.cause:
        cause = inline(said(verdict.cause, names))
        cause += " (only reports another error; the cause is not in the log)" * verdict.by_wrapper
        where = _where(verdict.cause)
    elif verdict.outcome == "passed":
        cause = f"{count(len(verdict.in_passing), 'error')} in passing" if verdict.in_passing else ""
    return f"| {_cell(verdict.unit)} | {_MARKS[verdict.outcome]} | {cause} | {where} |"


def _where(witness: Witness) -> str:
    step = f", step {inline(witness.place.step)}" if witness.place.step else ""
    return f"{_cell(f'{witness.place.file}:{witness.place.line}')}{step}"


def _changes(report: TriageReport, names: dict[str, str]) -> Iterator[str]:
    yield "## Against the baseline"
    if not report.changes:
        yield "Nothing has changed."
        return
    told = []
    for change in report.changes:
        was, now = change.before or 0, change.count or 0
        expected = f"; expected: {change.acknowledged}" if change.acknowledged else ""
        name = names.get(change.key, change.key)
        told.append(f"{STATES[change.state]}: {name} ({was:,} before, {now:,} now{expected})")
    yield _items(told, MOST_ERRORS, "change")


def _bucket(heading: str, found: Sequence[Cluster], names: dict[str, str]) -> Iterator[str]:
    if not found:
        return
    yield f"## {heading}"
    for cluster in found[:MOST_ERRORS]:
        yield from _error(cluster, names)
    if len(found) > MOST_ERRORS:
        yield f"{count(len(found) - MOST_ERRORS, 'more error')} left out here; other formats hold them."


def _error(cluster: Cluster, names: dict[str, str]) -> Iterator[str]:
    error, spread = cluster.error, cluster.spread
    yield f"### {inline(cluster.title)}"
    where = f"{count(spread.count, 'time')} in {count(spread.units_total, 'unit')}"
    state = STATES[cluster.change.state] if cluster.change else ""
    facts = [where, period(spread.first, spread.last), "only reports another error" * error.wrapper, state]
    yield inline(" · ".join(fact for fact in facts if fact))
    for cascade in cluster.follows:
        told = f"{cascade.count:,} of {cascade.of:,} came within {cascade.seconds:g} s of: "
        yield told + inline(names.get(cascade.cause, cascade.cause))
    yield from _meaning(error)
    if error.sample.lines:
        place = error.sample.place
        yield f"At {span(f'{place.file}:{place.line}')}:"
        yield fence("\n".join(_line(line) for line in error.sample.lines[:MOST_LINES]))


def _meaning(error: KnownError | UnknownError) -> Iterator[str]:
    if isinstance(error, KnownError):
        if error.captures:
            values, number = error.captures[0]
            settings = ", ".join(f"{span(name)} = {span(value)}" for name, value in values.items())
            yield f"Most often ({number:,}): {settings}" if settings else ""
        if error.first_fix:
            yield f"**First fix:** {inline(error.first_fix)}"
        yield f"`errkb show {error.record['id']}`"
    elif error.nearest:
        near = error.nearest
        yield f"No record knows it. Nearest, not an answer: {inline(cut(one_line(near.message), 200))} (`{near.id}`)"


def _items(told: Sequence[str], most: int, noun: str) -> str:
    lines = [f"- {inline(one)}" for one in told[:most]]
    if len(told) > most:
        lines.append(f"- {count(len(told) - most, f'more {noun}')}")
    return "\n".join(lines)


def _cell(text: str) -> str:
    """Return a code span within a table, where a bar ends the cell even in code."""
    return span(text).replace("|", "\\|")


def _line(text: str) -> str:
    return cut(printable(text), LONGEST_LINE)


def _joined(parts: Iterable[str]) -> Iterator[str]:
    return (f"{part}\n\n" for part in parts if part)
