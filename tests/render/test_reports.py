"""`errkb.render.reports`: the smaller reports."""

from __future__ import annotations

from pathlib import Path

from errkb.model.catalog import BuildReport, Finding, HealthCheck, KnowledgeBaseInfo, SearchHit
from errkb.model.event import Banner, ErrorEvent, Frame, ParseResult
from errkb.model.report import SourceInfo
from errkb.render import reports
from errkb.render.screen import Screen

SCREEN = Screen(80)
SOURCE = SourceInfo("shipped", "shipped", Path("/data/records"), 44, "2026-12-01T00:00:00Z", "abc", 123_456)


def test_events():
    """Each error has role, lines, class and message, the raising frame, its processes; then the versions."""
    event = ErrorEvent("e1", "boom\nagain", 0, 9, 3, 4, cls="ValueError", caused_by="e2")
    event.frames = [Frame("a.py", 3, "main"), Frame("b.py", 4, "run")]
    event.processes = ["rank 0", "rank 1"]
    text = reports.render_events(ParseResult([event], [Banner("vllm", "0.10.2", 1)]), SCREEN)
    assert text.splitlines() == [
        "e1 · cause · lines 3-4 · caused by e2",
        "  ValueError: boom again",
        "  raised at b.py:4 in run (2 frames)",
        "  2 processes: rank 0, rank 1",
        "",
        "Versions named in the text",
        "  - vllm 0.10.2 (line 1)",
    ]
    assert reports.render_events(ParseResult(), SCREEN) == "No error found in this text.\n"


def test_hits():
    """Each hit has repo, class, how to see it, and its message."""
    hit = SearchHit("abc", "example/tables", "slug", "column {name}", "ValueError", None, 0.9)
    assert reports.render_hits([hit], SCREEN) == ("example/tables · ValueError · errkb show abc\n  column {name}\n")
    assert reports.render_hits([], SCREEN) == ""


def test_sources():
    """A source says what it holds, or that it is not built yet."""
    text = reports.render_sources([SOURCE, SourceInfo("mine", "folder", Path("mine"))], SCREEN)
    assert "shipped · shipped · 44 records · 123.5 kB\n  /data/records\n" in text
    assert "mine · folder · not built yet\n" in text


def test_info():
    """Figures, the repositories with most records first, the sources."""
    repos = {f"example/r{n:02}": n for n in range(1, 21)}
    text = reports.render_info(KnowledgeBaseInfo("0.1.0", Path("/home"), "v", 210, repos, [SOURCE], 5000), SCREEN)
    assert "records       210\n" in text
    assert text.index("example/r20") < text.index("example/r19")
    assert "… and 8 more repositories" in text


def test_doctor():
    """A failed check shows its hint, a passed one does not."""
    checks = [HealthCheck("cache", True, "fine", "unused"), HealthCheck("clipboard", False, "missing", "install it")]
    assert reports.render_doctor(checks, SCREEN) == (
        "ok   cache: fine\nfail clipboard: missing\n     hint: install it\n"
    )


def test_build():
    """A build says what it built and what was left out."""
    finding = Finding("shape", "id is missing", Path("a.json"), "/id")
    text = reports.render_build(BuildReport(Path("/home"), [SOURCE], [finding], ["shipped"], 2), SCREEN)
    assert text.startswith("Built shipped; 2 old segments removed: /home\n")
    assert "Left out: 1 finding\na.json · /id · error shape\n  id is missing\n" in text
    assert reports.render_build(BuildReport(Path("/home")), SCREEN).startswith("Everything was up to date")


def test_findings():
    """Findings name file, line, pointer and rule, files relative to where the reader stands; then a summary."""
    findings = [
        Finding("id", "wrong id", Path("/base/a.json"), "/id", 3, "error", "derive it"),
        Finding("text", "little text", Path("/other/b.json"), severity="warning"),
    ]
    assert reports.render_findings(findings, SCREEN, Path("/base")).splitlines() == [
        "a.json:3 · /id · error id",
        "  wrong id",
        "  hint: derive it",
        "/other/b.json · warning text",
        "  little text",
        "",
        "1 error, 1 warning",
    ]
    assert reports.render_findings([], SCREEN) == "No findings.\n"
