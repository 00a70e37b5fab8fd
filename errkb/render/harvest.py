"""Harvests, their differences and refreshed records on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from errkb.model.located import Skipped
from errkb.model.report import Entry
from errkb.render.canvas import INDENT, Canvas
from errkb.render.prose import count, cut, one_line
from errkb.render.screen import Screen

__all__ = ["render_diff", "render_harvest", "render_refreshed"]

MOST = 40
"""Lines of one kind shown at most."""
_TITLES = {"added": "New", "gone": "Gone", "moved": "Moved", "reworded": "Reworded"}
_OUTCOMES = {
    "same": "At the same place",
    "line": "Moved within the file",
    "file": "Moved to another file (the old id is kept)",
    "reworded": "Reworded: add these wordings as aliases if they are the same error",
    "gone": "Gone from the source",
    "unread": "Not looked for",
}


class Report(Protocol):
    """What a harvest did."""

    projects: list[tuple[str, int]]
    records: int
    files: int
    read: int
    skipped: list[tuple[str, Skipped]]
    place: Path | None


class Change(Protocol):
    """One difference between two harvests."""

    @property
    def kind(self) -> str:
        """Return `added`, `gone`, `moved` or `reworded`."""
        ...

    @property
    def old(self) -> Entry | None:
        """Return the entry before."""
        ...

    @property
    def new(self) -> Entry | None:
        """Return the entry after."""
        ...


class Outcome(Protocol):
    """What became of a record."""

    @property
    def kind(self) -> str:
        """Return what kind of outcome it is."""
        ...

    @property
    def record(self) -> dict[str, Any]:
        """Return the record as it was."""
        ...

    @property
    def place(self) -> str:
        """Return where the error is now."""
        ...

    @property
    def detail(self) -> str:
        """Return what else is to be said."""
        ...


def render_harvest(report: Report, screen: Screen, *, every: bool = False) -> str:
    """Return what was found by project, and what was left out by reason (`every`: file by file)."""
    canvas = Canvas(screen)
    for label, records in report.projects[:MOST]:
        canvas.put(*canvas.wrap(f"{label}: {count(records, 'located error')}"))
    if len(report.projects) > MOST:
        canvas.put(*canvas.wrap(f"… and {count(len(report.projects) - MOST, 'more project')}"))
    canvas.put(
        *canvas.wrap(
            f"{count(report.records, 'located error')} in {count(report.files, 'file')}, {report.read} read anew."
        )
    )
    if report.skipped:
        canvas.title("Left out")
        canvas.items(list(_left_out(report.skipped, every=every)))
    if report.place is not None:
        canvas.blank()
        canvas.put(*canvas.wrap(f"Written to {report.place}", style="dim"))
    return canvas.render()


def _left_out(skipped: Sequence[tuple[str, Skipped]], *, every: bool) -> Iterable[str]:
    if every:
        return [f"{name}: {one.path}: {one.reason}" for name, one in skipped]
    reasons = Counter(_kind(one.reason) for _, one in skipped)
    example = {_kind(one.reason): one.path for _, one in reversed(skipped)}
    return [f"{reason}: {number} (e.g. {cut(example[reason], 60)})" for reason, number in reasons.most_common(MOST)]


def _kind(reason: str) -> str:
    return reason.partition(" (")[0]


def render_diff(changes: Sequence[Change], screen: Screen) -> str:
    """Return the differences by kind."""
    canvas = Canvas(screen)
    for kind, title in _TITLES.items():
        same = [change for change in changes if change.kind == kind]
        if not same:
            continue
        canvas.title(f"{title} ({len(same)})")
        canvas.items([_change(change) for change in same[:MOST]])
        if len(same) > MOST:
            canvas.put(*canvas.wrap(f"… and {len(same) - MOST} more", indent=INDENT))
    if not changes:
        canvas.put(canvas.word("Nothing differs."))
    return canvas.render()


def _change(change: Change) -> str:
    if change.old is not None and change.new is not None:
        if change.kind == "moved":
            return f"{_said(change.new)} ({_place(change.old)} → {_place(change.new)})"
        return f"{_said(change.old)} → {_said(change.new)} ({_place(change.new)})"
    entry = change.new or change.old
    return "" if entry is None else f"{_said(entry)} ({_place(entry)})"


def _said(entry: Entry) -> str:
    record = entry.record
    return ": ".join(part for part in (record["errorClass"], cut(one_line(record["errorMessage"]), 120)) if part)


def _place(entry: Entry) -> str:
    return f"{entry.record['filePath']}:{entry.record['lineNumber']}"


def render_refreshed(outcome: Sequence[Outcome], screen: Screen, *, dry_run: bool) -> str:
    """Return what became of the records, what needs a decision last."""
    canvas = Canvas(screen)
    for kind, title in _OUTCOMES.items():
        same = [one for one in outcome if one.kind == kind]
        if not same:
            continue
        canvas.title(f"{title} ({len(same)})")
        if kind != "same":
            canvas.items(
                [f"{one.record['repo']}/{one.record['slug']} → {one.place}{_detail(one)}" for one in same[:MOST]]
            )
    if dry_run:
        canvas.blank()
        canvas.put(canvas.word("Nothing was written (--dry-run)."))
    return canvas.render()


def _detail(one: Outcome) -> str:
    return f": {cut(one_line(one.detail), 160)}" if one.detail else ""
