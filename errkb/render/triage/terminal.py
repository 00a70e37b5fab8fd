"""A triage report on the terminal: what failed and why, known errors with their first fix, unknown ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from errkb.model.triage import KnownError, Sample, Spread, TriageReport, UnknownError, Verdict
from errkb.render.canvas import INDENT, Canvas
from errkb.render.prose import count, cut, one_line
from errkb.render.screen import Screen
from errkb.render.triage.clusters import STATES, faults, left_out, outcomes, period, title

__all__ = ["render_triage"]

LONGEST_VALUE = 60
LONGEST_LINE = 160
_BYTES = ((1e9, "GB"), (1e6, "MB"), (1e3, "KB"))


def render_triage(report: TriageReport, screen: Screen, *, limit: int = 10, audit: bool = False) -> str:
    """Return the summary; `limit` bounds each list, `audit` shows what lost against each cause."""
    canvas = Canvas(screen)
    _head(canvas, report)
    _verdicts(canvas, report, limit, audit=audit)
    _changes(canvas, report, limit)
    _known(canvas, report.known, limit)
    _unknown(canvas, report, limit)
    _cascades(canvas, report, limit)
    if told := faults(report):
        canvas.title("Not read")
        canvas.items([*told[:limit], *([f"… and {len(told) - limit:,} more"] if len(told) > limit else [])])
    return canvas.render()


def _head(canvas: Canvas, report: TriageReport) -> None:
    totals = report.totals
    canvas.put(
        *canvas.wrap(
            f"{count(totals.files, 'file')}, {_size(totals.bytes)}, {count(totals.lines, 'line')}"
            + (f", {period(totals.first, totals.last)}" if totals.first else ""),
            style="bold",
        )
    )
    canvas.put(
        *canvas.wrap(
            f"{count(totals.known, 'occurrence')} of {count(len(report.known), 'known error')}, "
            f"{totals.unknown:,} of {count(len(report.unknown) + report.unknown_left, 'unknown one')}"
        )
    )


def _verdicts(canvas: Canvas, report: TriageReport, limit: int, *, audit: bool) -> None:
    told = [verdict for verdict in report.verdicts if verdict.outcome != "passed" or verdict.in_passing]
    if not report.verdicts:
        return
    canvas.title("Verdicts")
    canvas.prose(outcomes(report))
    names = _titles(report, (key for verdict in told[:limit] for key in verdict.in_passing[:3]))
    for verdict in told[:limit]:
        _verdict(canvas, verdict, names, audit=audit)
    if len(told) > limit:
        canvas.prose(f"… and {len(told) - limit:,} more", "dim")


def _verdict(canvas: Canvas, verdict: Verdict, names: dict[str, str], *, audit: bool) -> None:
    canvas.put(canvas.word(f"{INDENT}{verdict.unit}: {verdict.outcome}", _STYLES[verdict.outcome]))
    cause = verdict.cause
    if cause is not None:
        step = f", step {cause.place.step}" if cause.place.step else ""
        by = " (only a wrapper was found)" if verdict.by_wrapper else ""
        canvas.put(*canvas.wrap(one_line(cut(cause.text, LONGEST_LINE)), indent=INDENT * 2))
        canvas.put(
            *canvas.wrap(
                f"{cause.place.file}:{cause.place.line}{step}{by}; {cause.why}", indent=INDENT * 2, style="dim"
            )
        )
    elif verdict.outcome == "failed":
        canvas.put(*canvas.wrap("no verdict: nothing in the log says why", indent=INDENT * 2))
    for key in verdict.in_passing[:3]:
        canvas.put(*canvas.wrap(f"in passing: {names.get(key, key)}", indent=INDENT * 2, style="dim"))
    if audit:
        for other in verdict.runners_up:
            text = one_line(cut(other.text, LONGEST_LINE))
            canvas.put(
                *canvas.wrap(f"not {other.place.file}:{other.place.line} {text}: {other.why}", indent=INDENT * 2)
            )


_STYLES = {"failed": "bold red", "passed": "green", "unknown": "yellow"}


def _changes(canvas: Canvas, report: TriageReport, limit: int) -> None:
    if report.changes is None:
        return
    names = _titles(report, (change.key for change in report.changes[:limit]))
    canvas.title("Against the baseline")
    if not report.changes:
        canvas.prose("Nothing is new, grown or gone.")
    for change in report.changes[:limit]:
        counts = f"{change.before or 0:,} → {change.count or 0:,}"
        reason = f" (acknowledged: {change.acknowledged})" if change.acknowledged else ""
        canvas.prose(f"{STATES[change.state]}: {names.get(change.key, change.key)} ({counts}){reason}")
    if len(report.changes) > limit:
        canvas.prose(f"… and {len(report.changes) - limit:,} more", "dim")


def _known(canvas: Canvas, known: Sequence[KnownError], limit: int) -> None:
    if not known:
        return
    canvas.title(f"Known errors ({len(known):,})")
    for error in known[:limit]:
        _entry(canvas, title(error), error.spread, error.sample, wrapper=error.wrapper)
        for values, times in error.captures[:2]:
            shown = ", ".join(f"{name}={cut(one_line(value), LONGEST_VALUE)}" for name, value in values.items())
            canvas.put(*canvas.wrap(f"{times:,} × {shown}", indent=INDENT * 2, style="dim"))
        if error.first_fix:
            canvas.put(*canvas.wrap(f"first fix: {one_line(error.first_fix)}", indent=INDENT * 2))
        canvas.put(canvas.word(f"{INDENT * 2}more: errkb show {error.record['id']}", "dim"))
    if len(known) > limit:
        canvas.prose(f"… and {len(known) - limit:,} more (--limit, or --format json)", "dim")


def _unknown(canvas: Canvas, report: TriageReport, limit: int) -> None:
    if not report.unknown:
        return
    canvas.title(f"Unknown errors ({len(report.unknown) + report.unknown_left:,})")
    for error in report.unknown[:limit]:
        _entry(canvas, title(error), error.spread, error.sample, wrapper=error.wrapper)
        canvas.put(canvas.word(f"{INDENT * 2}{_raised(error)}fingerprint {error.fingerprint}", "dim"))
        if error.nearest:
            near = f"nearest record: {error.nearest.id} {one_line(error.nearest.message)} ({error.nearest.score:.2f})"
            canvas.put(*canvas.wrap(cut(near, LONGEST_LINE), indent=INDENT * 2, style="dim"))
    if len(report.unknown) > limit:
        canvas.prose(f"… and {len(report.unknown) - limit:,} more (--limit, or --format json)", "dim")
    if left := left_out(report):
        canvas.prose(left, "dim")


def _raised(error: UnknownError) -> str:
    return f"raised in {error.frame}, " if error.frame else ""


def _entry(canvas: Canvas, name: str, spread: Spread, sample: Sample, *, wrapper: bool) -> None:
    mark = " (only reports another error)" if wrapper else ""
    canvas.put(*canvas.wrap(f"{spread.count:,} × {name}{mark}", indent=INDENT, hang=INDENT * 2, style="bold"))
    parts = [
        period(spread.first, spread.last),
        count(spread.files_total, "file") if spread.files_total > 1 else "",
        count(spread.processes_total, "process") if spread.processes_total > 1 else "",
        f"first at {sample.place.file}:{sample.place.line}",
    ]
    canvas.put(*canvas.wrap(", ".join(filter(None, parts)), indent=INDENT * 2, style="dim"))


def _cascades(canvas: Canvas, report: TriageReport, limit: int) -> None:
    if not report.cascades:
        return
    names = _titles(report, (key for one in report.cascades[:limit] for key in (one.cause, one.effect)))
    canvas.title("Cascades")
    for one in report.cascades[:limit]:
        effect, cause = names.get(one.effect, one.effect), names.get(one.cause, one.cause)
        canvas.prose(f"{one.count:,} of {one.of:,} × {effect} came within {one.seconds:g} s after {cause}")


def _titles(report: TriageReport, keys: Iterable[str]) -> dict[str, str]:
    """Return the line of each error asked for; lists worked out on demand are not worked out for the others."""
    wanted = set(keys)
    found: dict[str, str] = {}
    for errors in (report.known, report.unknown):
        by_key = getattr(errors, "by_key", None)
        some = by_key(wanted) if by_key else (error for error in errors if error.key in wanted)
        found |= {error.key: title(error) for error in some} if wanted else {}
    return found


def _size(size: int) -> str:
    for unit, name in _BYTES:
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"
