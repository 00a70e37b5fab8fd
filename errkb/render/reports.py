"""The smaller reports on the terminal: events, search hits, sources, figures, health, findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from errkb.model.catalog import BuildReport, Finding, HealthCheck, KnowledgeBaseInfo, NewRecord, SearchHit
from errkb.model.event import ErrorEvent, ParseResult
from errkb.model.report import SourceInfo
from errkb.render.canvas import INDENT, Canvas, Line
from errkb.render.prose import count, one_line
from errkb.render.screen import Screen
from errkb.render.synced import origin_lines
from errkb.render.table import size

__all__ = [
    "render_build",
    "render_doctor",
    "render_events",
    "render_findings",
    "render_hits",
    "render_info",
    "render_new",
    "render_sources",
]

_ROLES = {"cause": "red", "wrapper": "yellow", "noise": "dim"}
MOST_REPOS = 12


def render_events(result: ParseResult, screen: Screen) -> str:
    """Return one entry per error: role, lines, class and message, the raising frame."""
    canvas = Canvas(screen)
    for event in result.events:
        canvas.blank()
        lines = f"line {event.line_start}" if event.line_start == event.line_end else ""
        place = lines or f"lines {event.line_start}-{event.line_end}"
        cause = f" · caused by {event.caused_by}" if event.caused_by else ""
        canvas.put(_words(canvas, (event.id, "bold"), (event.role, _ROLES[event.role]), (place + cause, "dim")))
        head = " ".join(part for part in (f"[{event.code}]" if event.code else "", event.cls or "") if part)
        message = one_line(event.message[:2000])
        canvas.put(*canvas.wrap(": ".join(part for part in (head, message) if part), indent=INDENT)[:4])
        canvas.put(*[line for note in _remarks(event) for line in canvas.wrap(note, indent=INDENT, style="dim")])
    if not result.events:
        canvas.put(canvas.word("No error found in this text."))
    if result.banners:
        canvas.title("Versions named in the text")
        canvas.items([f"{banner.package} {banner.version} (line {banner.line})" for banner in result.banners])
    return canvas.render()


def render_hits(hits: Sequence[SearchHit], screen: Screen) -> str:
    """Return the records found, best first."""
    canvas = Canvas(screen)
    for hit in hits:
        canvas.blank()
        canvas.put(_words(canvas, (hit.repo, "bold"), (hit.cls or hit.code or "", ""), (f"errkb show {hit.id}", "dim")))
        canvas.put(*canvas.wrap(one_line(hit.message), indent=INDENT)[:3])
    return canvas.render()


def render_sources(sources: Iterable[SourceInfo], screen: Screen) -> str:
    """Return one entry per source."""
    canvas = Canvas(screen)
    _sources(canvas, sources)
    return canvas.render()


def render_info(info: KnowledgeBaseInfo, screen: Screen) -> str:
    """Return the figures of the knowledge base."""
    canvas = Canvas(screen)
    figures = [
        ("errkb", info.version),
        ("dataset", info.dataset_version),
        ("records", f"{info.records:,}"),
        ("repositories", f"{len(info.repos):,}"),
        ("home", str(info.home)),
        ("cache", size(info.cache_bytes)),
    ]
    canvas.put(*canvas.pairs(figures))
    canvas.title("Records by repository")
    most = sorted(info.repos.items(), key=lambda item: (-item[1], item[0]))
    canvas.put(*canvas.pairs([(repo, f"{number:,}") for repo, number in most[:MOST_REPOS]]))
    if len(most) > MOST_REPOS:
        canvas.prose(f"… and {count(len(most) - MOST_REPOS, 'more repository')}", "dim")
    canvas.title("Sources")
    _sources(canvas, info.sources)
    return canvas.render()


def render_doctor(checks: Iterable[HealthCheck], screen: Screen) -> str:
    """Return one line per check, with a hint where it failed."""
    canvas = Canvas(screen)
    for check in checks:
        mark, style = ("ok   ", "green") if check.ok else ("fail ", "bold red")
        canvas.put(*canvas.wrap(Line().append(mark, style).append_text(canvas.word(f"{check.name}: {check.detail}"))))
        if check.hint and not check.ok:
            canvas.put(*canvas.wrap(f"hint: {check.hint}", indent=" " * len(mark), style="yellow"))
    return canvas.render()


def render_build(report: BuildReport, screen: Screen) -> str:
    """Return what a build did."""
    canvas = Canvas(screen)
    done = f"Built {', '.join(report.rebuilt)}" if report.rebuilt else "Everything was up to date"
    removed = f"; {count(report.removed, 'old segment')} removed" if report.removed else ""
    canvas.put(*canvas.wrap(f"{done}{removed}: {report.home}"))
    _sources(canvas, report.sources)
    if report.findings:
        canvas.title(f"Left out: {count(len(report.findings), 'finding')}")
        _findings(canvas, report.findings)
    return canvas.render()


def render_findings(findings: Sequence[Finding], screen: Screen, base: Path | None = None) -> str:
    """Return one entry per finding, files relative to `base` where they lie in it, and a summary."""
    canvas = Canvas(screen)
    _findings(canvas, findings, base)
    errors = sum(finding.severity == "error" for finding in findings)
    summary = f"{count(errors, 'error')}, {count(len(findings) - errors, 'warning')}" if findings else "No findings."
    canvas.blank()
    canvas.put(canvas.word(summary, "bold"))
    return canvas.render()


def render_new(made: NewRecord, screen: Screen, base: Path | None = None) -> str:
    """Return where a skeleton was written, what is left to write, and what lint says."""
    canvas = Canvas(screen)
    for path in (made.path, made.evidence):
        shown = path.relative_to(base) if base and path.is_relative_to(base) else path
        canvas.put(canvas.word(str(shown), "bold"))
    canvas.put(*canvas.wrap(one_line(made.template), indent=INDENT)[:4])
    for note in made.notes:
        canvas.put(*canvas.wrap(f"note: {note}", style="yellow"))
    canvas.title("Left to write")
    canvas.items([f"{field}: {what}" for field, what in made.left])
    canvas.title("What lint says now")
    _findings(canvas, made.findings, base)
    if not made.findings:
        canvas.prose("Nothing.")
    return canvas.render()


def render_drafts(
    made: Sequence[NewRecord], left_out: Sequence[tuple[str, str]], screen: Screen, base: Path | None = None
) -> str:
    """Return which drafts were written, which were not and why, and what comes next."""
    canvas = Canvas(screen)
    for one in made:
        shown = one.path.relative_to(base) if base and one.path.is_relative_to(base) else one.path
        canvas.put(canvas.word(str(shown), "bold"))
        canvas.put(*canvas.wrap(one_line(one.template), indent=INDENT)[:4])
        canvas.put(*canvas.wrap(f"{count(len(one.left), 'field')} left to write", indent=INDENT, style="dim"))
    if left_out:
        canvas.title("Left out")
        canvas.items([f"{fingerprint}: {reason}" for fingerprint, reason in left_out])
    if made:
        folder = made[0].path.parent
        canvas.title("Next")
        canvas.items(["write what is marked TODO", f"errkb lint {folder}", "errkb triage the logs again"], 1)
    return canvas.render()


def _words(canvas: Canvas, *parts: tuple[str, str]) -> Line:
    line = Line()
    for text, style in parts:
        if text:
            line.append(" · " if line.plain else "", "dim").append_text(canvas.word(text, style))
    return line


def _remarks(event: ErrorEvent) -> list[str]:
    remarks = []
    if event.frames:
        frame = event.frames[-1]
        line, function = f":{frame.line}" if frame.line else "", f" in {frame.function}" if frame.function else ""
        remarks.append(f"raised at {frame.file}{line}{function} ({count(len(event.frames), 'frame')})")
    if len(event.processes) > 1:
        remarks.append(f"{count(len(event.processes), 'process')}: {', '.join(event.processes[:8])}")
    elif event.occurrences > 1:
        remarks.append(f"printed {event.occurrences} times")
    return remarks


def _sources(canvas: Canvas, sources: Iterable[SourceInfo]) -> None:
    for source in sources:
        known = count(source.records, "record") if source.records is not None else "not built yet"
        extent = size(source.bytes) if source.bytes is not None else ""
        state = "disabled" if source.disabled else ""
        canvas.put(
            _words(canvas, (source.name, "bold"), (source.kind, ""), (known, ""), (extent, ""), (state, "yellow"))
        )
        places = (str(source.path),) if source.synced is None else origin_lines(source.synced)
        canvas.put(*[line for place in places for line in canvas.wrap(place, indent=INDENT, style="dim")])


def _findings(canvas: Canvas, findings: Iterable[Finding], base: Path | None = None) -> None:
    for finding in findings:
        file = finding.file
        if file and base and file.is_relative_to(base):
            file = file.relative_to(base)
        where = f"{file or ''}{f':{finding.line}' if finding.line else ''}"
        rule = (f"{finding.severity} {finding.rule}", "red" if finding.severity == "error" else "yellow")
        canvas.put(_words(canvas, (where, "bold"), (finding.pointer, ""), rule))
        canvas.put(*canvas.wrap(finding.message, indent=INDENT))
        if finding.hint:
            canvas.put(*canvas.wrap(f"hint: {finding.hint}", indent=INDENT, style="dim"))
