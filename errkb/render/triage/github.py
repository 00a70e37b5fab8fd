"""The report as annotations of a GitHub workflow: one command a line, the most important errors first.

GitHub shows ten annotations of each level and step, so no more are written.
"""

from __future__ import annotations

from collections.abc import Iterator

from errkb.model.triage import KnownError, TriageReport
from errkb.render.annotations import annotation
from errkb.render.prose import count, cut, one_line
from errkb.render.triage import markdown
from errkb.render.triage.clusters import Cluster, clusters, named, outcomes, said

__all__ = ["chunks", "summary"]

MOST = 10
"""Annotations of one level."""
LONGEST = 1_000
LONGEST_TITLE = 200
SUMMARY_BYTES = 1024 * 1024
"""What GitHub takes as the summary of a step."""
_CUT = "\n\nThe rest does not fit into a summary.\n"


def chunks(report: TriageReport) -> Iterator[str]:
    """Yield the commands."""
    found = clusters(report)
    lines: dict[str, list[str]] = {"error": list(_verdicts(report, named(found))), "warning": [], "notice": []}
    told = {verdict.cause.key for verdict in report.verdicts if verdict.outcome == "failed" and verdict.cause}
    for cluster in found:
        if cluster.key not in told:
            level = _level(cluster)
            lines[level].append(_error(cluster, level))
    for of_level in lines.values():
        yield from of_level[:MOST]
    left = sum(max(len(of_level) - MOST, 0) for of_level in lines.values())
    totals = report.totals
    parts = [f"{count(totals.events, 'error event')}: {totals.known:,} known, {totals.unknown:,} unknown"]
    parts += [part for part in (outcomes(report), f"{left:,} annotations left out" * bool(left)) if part]
    yield _command("notice", "errkb triage", ". ".join(parts) + ".")


def summary(report: TriageReport) -> str:
    """Return the Markdown of the step's summary, short enough for GitHub to take it."""
    kept, room = list[str](), SUMMARY_BYTES - len(_CUT)
    for chunk in markdown.chunks(report):
        room -= len(chunk.encode("utf-8", "backslashreplace"))
        if room < 0:
            return "".join([*kept, _CUT])
        kept.append(chunk)
    return "".join(kept)


def _verdicts(report: TriageReport, names: dict[str, str]) -> Iterator[str]:
    for verdict in report.verdicts:
        if verdict.outcome != "failed":
            continue
        cause = verdict.cause
        if cause is None:
            yield _command("error", f"{verdict.unit} failed", "No cause stands in its log.")
            continue
        step = f" in step {cause.place.step}" if cause.place.step else ""
        wrapper = " It only reports another error, which is not in the log." * verdict.by_wrapper
        text = f"{said(cause, names)}{wrapper}"
        yield _command("error", f"{verdict.unit} failed{step}", text, cause.place.file, cause.place.line)


def _error(cluster: Cluster, level: str) -> str:
    error, spread = cluster.error, cluster.spread
    parts = [cluster.title, f"{count(spread.count, 'time')} in {count(spread.units_total, 'unit')}"]
    if isinstance(error, KnownError) and error.first_fix:
        parts.append(f"First fix: {error.first_fix}")
    parts += [f"Expected: {cluster.acknowledged}"] * bool(cluster.acknowledged)
    place = error.sample.place
    return _command(level, f"{cluster.bucket} error", "\n".join(parts), place.file, place.line)


def _level(cluster: Cluster) -> str:
    if cluster.error.wrapper or cluster.in_passing_only or cluster.acknowledged or cluster.severity == "info":
        return "notice"
    return "warning"


def _command(level: str, title: str, text: str, file: str | None = None, line: int | None = None) -> str:
    return annotation(level, cut(text, LONGEST), title=cut(one_line(title), LONGEST_TITLE), file=file, line=line)
