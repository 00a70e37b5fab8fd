"""What a sync did, and where a synced source comes from, on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errkb.model.report import SyncedFrom
from errkb.render.canvas import INDENT, Canvas
from errkb.render.prose import count
from errkb.render.screen import Screen
from errkb.render.table import size

if TYPE_CHECKING:
    from errkb.sync.run import SyncReport

__all__ = ["origin_lines", "render_sync"]


def render_sync(report: SyncReport, screen: Screen) -> str:
    """Return which version is in use now, what was fetched, and which records were left out and why."""
    canvas = Canvas(screen)
    canvas.put(*canvas.wrap(_verdict(report)))
    canvas.put(*canvas.wrap(report.address, indent=INDENT, style="dim"))
    if report.fetched:
        kept = f", {count(report.kept, 'file')} were here already" if report.kept else ""
        canvas.put(*canvas.wrap(f"{count(report.fetched, 'file')} fetched ({size(report.fetched_bytes)}){kept}"))
    for title, counted in (("Left out", report.left_out), ("Put right", report.put_right)):
        if counted:
            canvas.title(f"{title}: {count(sum(counted.values()), 'record')}")
            canvas.items(
                [f"{rule}: {number:,}, first {report.examples.get(rule, '')}" for rule, number in counted.items()]
            )
    return canvas.render()


def origin_lines(synced: SyncedFrom) -> tuple[str, ...]:
    """Return where a source comes from, which version is in use, and what else is here."""
    extent = "the index only, records on demand" if synced.on_demand else "the index only"
    facts = [
        f"version {synced.version}" + (" (pinned)" if synced.pinned else ""),
        extent if synced.index_only else "",
        "signed" if synced.signed else "",
        f"asked {synced.checked}" if synced.checked else "",
    ]
    others = [version for version in synced.versions if version != synced.version]
    also = (f"also here: {', '.join(others)}",) if others else ()
    return (synced.address, " · ".join(fact for fact in facts if fact), *also)


def _verdict(report: SyncReport) -> str:
    records = f", {count(report.records, 'record')}" if report.records is not None else ""
    match report.outcome:
        case "new":
            before = f" (before: {report.before})" if report.before else ""
            return f"{report.name}: now {report.version}{before}{records}"
        case "pinned":
            hint = f"`errkb sources unpin {report.name}` follows it"
            return f"{report.name}: pinned to {report.version}; {report.offered} is published: {hint}"
        case _ if report.verified:
            return f"{report.name}: verified, nobody was asked, {report.version}{records}"
        case _:
            return f"{report.name}: up to date, {report.version}{records}"
