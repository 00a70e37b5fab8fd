"""`errkb.render.trace`."""

from __future__ import annotations

from errkb.model.report import TraceStep
from errkb.render.trace import render_trace


def test_trace_names_stages_and_score_parts(explain, record):
    """Stages stand in order with what they did and why; then the parts of each score; control sequences never."""
    answer = explain(record)
    answer.trace = [
        TraceStep("scan", "abc", "candidate"),
        TraceStep("scan", "def", "candidate"),
        TraceStep("verify", "def", "rejected:\n\x1b[31mno literal"),
    ]
    assert render_trace(answer).splitlines() == [
        "",
        "Trace",
        "  scan",
        "    abc  candidate",
        "    def  candidate",
        "  verify",
        "    def  rejected: no literal",
        f"  score 0.9800 confident, pattern: {record['id']} example/tables/{record['slug']} for event e1",
        "     +2.50  class        class ValueError",
        "     +3.00  literal      25 characters in order",
    ]
