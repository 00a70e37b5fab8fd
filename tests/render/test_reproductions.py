"""`errkb.render.reproductions`: the report of a run."""

from __future__ import annotations

from pathlib import Path

from errkb.model.reproduction import NewWording, Outcome, ReproductionReport
from errkb.render.reproductions import bar, outcome_line, render_reproductions
from errkb.render.screen import Screen

OUTCOMES = [
    Outcome("0" * 16, "example/tables", "ok", "reproduced"),
    Outcome("1" * 16, "example/tables", "bad", "failed", "trigger: leads\x1b[2J nowhere", version="1.0"),
    Outcome("2" * 16, "example/tables", "none", "skipped", "needs the program pump", kept=Path("/kept")),
]


def test_report():
    """Each script with its reason, then wordings, then the numbers; nothing a script prints reaches the terminal."""
    wording = NewWording("0" * 16, "example/tables", "ok", "tables", "<=1.0", "{thing} broke", "OldError", "x")
    report = ReproductionReport(OUTCOMES, [wording], "no network", unfinished=3)
    text = render_reproductions(report, Screen(80))
    assert text.splitlines()[:6] == [
        "ok      example/tables/ok",
        "FAILED  example/tables/bad (1.0)",
        "        trigger: leads nowhere",
        "skipped example/tables/none",
        "        needs the program pump",
        "        kept: /kept",
    ]
    assert "tables <=1.0: another wording of example/tables/ok\n  OldError: {thing} broke\n" in text
    assert "1 reproduced, 1 failed, 1 skipped, 3 not started.\n  Scripts ran with: no network.\n" in text


def test_nothing_to_run():
    """An empty run says so."""
    assert render_reproductions(ReproductionReport(), Screen(80)).split() == ["nothing", "to", "run."]


def test_bar():
    """It fills up; nothing to do is done."""
    assert bar(1, 4, 0) == "[######..................] 1 of 4 scripts, 0 failed"
    assert bar(0, 0, 0).startswith("[########################]")
    assert outcome_line(OUTCOMES[0]) == "example/tables/ok: reproduced"
