"""What an import did, on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from errkb.model.catalog import Finding
from errkb.normalize import printable
from errkb.render.canvas import INDENT, Canvas
from errkb.render.prose import count
from errkb.render.screen import Screen

__all__ = ["render_import"]


class Report(Protocol):
    """What an import did."""

    name: str | None
    records: int
    rejected: int
    lenient: bool
    findings: list[Finding]
    rules: Counter[str]
    unknown: Counter[str]
    beside: Counter[str]
    rejects: Path | None
    dataset_version: str


def render_import(report: Report, screen: Screen) -> str:
    """Return the source that was made, or what kept it from being made."""
    canvas = Canvas(screen)
    if report.name is not None:
        canvas.put(*canvas.wrap(f"{report.name}: {count(report.records, 'record')}, version {report.dataset_version}"))
    elif report.rejected:
        total = report.records + report.rejected
        verb = "is" if report.rejected == 1 else "are"
        refused = f"{report.rejected:,} of {count(total, 'record')} {verb} refused"
        canvas.put(*canvas.wrap(f"Nothing was imported: {refused}."))
    else:
        canvas.put(*canvas.wrap("Nothing was imported: there are no records."))
    if report.name is not None and report.rejected:
        canvas.put(*canvas.wrap(f"{count(report.rejected, 'record')} left out."))
    if report.findings:
        canvas.title("Faults")
        canvas.items([_line(finding) for finding in report.findings])
        canvas.title("By rule")
        canvas.items([f"{rule}: {number:,}" for rule, number in report.rules.most_common()])
    canvas.put(*[line for note in _notes(report) for line in canvas.wrap(note, indent=INDENT)])
    return canvas.render()


def _line(finding: Finding) -> str:
    line = f":{finding.line}" if finding.line else ""
    hint = f" ({finding.hint})" if finding.hint else ""
    return printable(f"{finding.file}{line}#{finding.pointer} {finding.rule}: {finding.message}{hint}")


def _notes(report: Report) -> Sequence[str]:
    found = []
    if report.beside:
        left_out = ", ".join(f"{rule} ({number:,})" for rule, number in sorted(report.beside.items()))
        found.append(f"Left out beside the records: {left_out}.")
    if report.unknown:
        keys = ", ".join(f"{key} ({number:,})" for key, number in sorted(report.unknown.items())[:20])
        if report.name is not None:
            found.append(f"Keys left out: {keys}.")
        else:
            found.append(f"This version does not know these keys: {keys}. --ignore-unknown leaves them out.")
    if report.rejects is not None and report.rejected:
        found.append(f"All faults: {report.rejects}")
    elif report.rejected > len(report.findings):
        found.append("--rejects FILE writes all of them.")
    if report.name is None and report.rejected and not report.lenient:
        found.append("--lenient imports the records that are sound.")
    return [printable(note) for note in found]
