"""The report of a reproduction run, and the bar that shows how far it is."""

from __future__ import annotations

from collections import Counter

from errkb.model.reproduction import NewWording, Outcome, ReproductionReport, Status
from errkb.render.canvas import Canvas, Line
from errkb.render.prose import count
from errkb.render.screen import Screen

__all__ = ["bar", "outcome_line", "render_reproductions"]

_MARKS: dict[Status, tuple[str, str]] = {
    "reproduced": ("ok     ", "green"),
    "failed": ("FAILED ", "bold red"),
    "skipped": ("skipped", "yellow"),
    "unchanged": ("as was ", "dim"),
}
BAR = 24


def render_reproductions(report: ReproductionReport, screen: Screen) -> str:
    """Return what each script showed, new wordings, and a summary."""
    canvas = Canvas(screen)
    for outcome in report.outcomes:
        _outcome(canvas, outcome)
    for wording in report.wordings:
        _wording(canvas, wording)
    canvas.blank()
    numbers = Counter(outcome.status for outcome in report.outcomes)
    parts = [f"{numbers[status]} {status}" for status in _MARKS if numbers[status]] or ["nothing to run"]
    if report.unfinished:
        parts.append(f"{report.unfinished} not started")
    canvas.put(canvas.word(", ".join(parts) + ".", "bold"))
    if numbers["reproduced"] or numbers["failed"]:
        canvas.prose(f"Scripts ran with: {report.isolation}.", "dim")
    return canvas.render()


def outcome_line(outcome: Outcome) -> str:
    """Return an outcome in one line without styles: what went wrong, where."""
    return f"{_name(outcome)}: {outcome.status}" + (f": {outcome.reason}" if outcome.reason else "")


def bar(done: int, total: int, failed: int) -> str:
    """Return how far the run is, in one line."""
    full = BAR * done // total if total else BAR
    return f"[{'#' * full}{'.' * (BAR - full)}] {done} of {count(total, 'script')}, {failed} failed"


def _name(outcome: Outcome) -> str:
    return f"{outcome.repo}/{outcome.slug}" + (f" ({outcome.version})" if outcome.version else "")


def _outcome(canvas: Canvas, outcome: Outcome) -> None:
    mark, style = _MARKS[outcome.status]
    line = Line().append(f"{mark} ", style).append_text(canvas.word(_name(outcome)))
    canvas.put(*canvas.wrap(line, hang=" " * 8))
    if outcome.reason:
        canvas.put(*canvas.wrap(outcome.reason, indent=" " * 8, style="dim"))
    if outcome.kept:
        canvas.put(*canvas.wrap(f"kept: {outcome.kept}", indent=" " * 8, style="dim"))


def _wording(canvas: Canvas, wording: NewWording) -> None:
    done = "added to the evidence of" if wording.written else "another wording of"
    canvas.title(f"{wording.package} {wording.versions}: {done} {wording.repo}/{wording.slug}")
    canvas.prose(f"{wording.error_class}: {wording.error_message}" if wording.error_class else wording.error_message)
