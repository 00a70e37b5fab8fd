#!/usr/bin/env python3
"""Score the verdicts of triage on labelled job logs, and write the table into docs/triage.md.

usage: score_triage.py [--tuned | --held-back] [--all] [--write]

right cause   the primary cause says what the labelled line says, wherever it stands (nothing where the label says
              nothing); of jobs that failed
right line    it stands on a line that the label names
outcome       failed, passed or unknown as labelled
"""

from __future__ import annotations

import argparse
import runpy
import tempfile
from pathlib import Path
from typing import Any

from errkb.kb import KnowledgeBase
from errkb.model.triage import Verdict

ROOT = Path(__file__).resolve().parent.parent
MARKS = ("<!-- score_triage -->\n", "\n<!-- /score_triage -->")
HALVES = {False: "tuned on", True: "held back"}


def main() -> None:
    """Score and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tuned", action="store_true")
    parser.add_argument("--held-back", action="store_true")
    parser.add_argument("--all", action="store_true", help="print every verdict")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    corpus = runpy.run_path(str(ROOT / "tests/corpora/triage/jobs.py"))
    with tempfile.TemporaryDirectory() as name, KnowledgeBase.open() as kb:
        corpus["write"](Path(name))
        report = kb.triage([name], processes=1)
        found = {Path(verdict.unit).stem: verdict for verdict in report.verdicts}
    halves = {False: not options.held_back, True: not options.tuned}
    jobs = [job for job in corpus["JOBS"] if halves[job.held_back]]
    text = "\n".join(table(jobs, found))
    print(text)
    if options.all:
        for job in jobs:
            print(f"{job.name}: {told(found.get(job.name))}")
    if options.write:
        path = ROOT / "docs" / "triage.md"
        before, _, rest = path.read_text(encoding="utf-8").partition(MARKS[0])
        path.write_text(f"{before}{MARKS[0]}{text}{MARKS[1]}{rest.partition(MARKS[1])[2]}", encoding="utf-8")


def table(jobs: list[Any], found: dict[str, Verdict]) -> list[str]:
    """Return the table, and every miss."""
    rows = ["| logs | | outcome | right cause | right line |", "|---|---|---|---|---|"]
    misses: list[str] = []
    for half in sorted({job.held_back for job in jobs}):
        own = [job for job in jobs if job.held_back is half]
        failed = [job for job in own if job.outcome == "failed"]
        outcome = sum(verdict_of(job, found).outcome == job.outcome for job in own)
        cause = sum(is_right(job, verdict_of(job, found)) for job in failed)
        line = sum(is_on_line(job, verdict_of(job, found)) for job in failed)
        rows.append(
            f"| {HALVES[half]} | {len(own)}, {len(failed)} failed | {share(outcome, len(own))} "
            f"| {share(cause, len(failed))} | {share(line, len(failed))} |"
        )
        misses += [
            f"- {job.name} ({HALVES[half]}): wanted {job.outcome}, {job.cause!r} on {job.lines}; "
            f"{told(found.get(job.name))}"
            for job in own
            if not is_on_line(job, verdict_of(job, found)) or verdict_of(job, found).outcome != job.outcome
        ]
    return [*rows, "", "Misses:" if misses else "No misses.", "", *misses]


def verdict_of(job: Any, found: dict[str, Verdict]) -> Verdict:
    return found.get(job.name) or Verdict(job.name, "unknown")


def is_right(job: Any, verdict: Verdict) -> bool:
    if job.cause is None or verdict.cause is None:
        return job.cause is None and verdict.cause is None
    text, lines = verdict.cause.text, job.text.split("\n")
    said = any(text in lines[number - 1] for number in job.lines)
    return verdict.cause.place.line in job.lines or job.cause in text or said


def is_on_line(job: Any, verdict: Verdict) -> bool:
    if job.cause is None or verdict.cause is None:
        return job.cause is None and verdict.cause is None
    return verdict.cause.place.line in job.lines


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "-"


def told(verdict: Verdict | None) -> str:
    if verdict is None:
        return "no unit"
    cause = verdict.cause
    said = f"{cause.text[:90]!r} on {cause.place.line}" if cause else "no cause"
    return f"said {verdict.outcome}, {said}"


if __name__ == "__main__":
    main()
