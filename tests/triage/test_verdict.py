"""Verdicts and cascades over whole logs."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

CORPUS = runpy.run_path(str(Path(__file__).parents[1] / "corpora" / "triage" / "jobs.py"))
KNOWN_MISSES = {"gha-docker", "jenkins-checkout", "slurm-mpi", "go-test"}
"""Of the half that the rules were mended on."""


@pytest.mark.parametrize("job", [job for job in CORPUS["JOBS"] if not job.held_back], ids=lambda job: job.name)
def test_job_logs(run, tmp_path, job):
    """Each labelled log has the outcome and, on its line, the cause of its label."""
    (tmp_path / "job.log").write_text(job.text)
    (verdict,) = run([tmp_path / "job.log"]).verdicts
    assert verdict.outcome == job.outcome
    if job.name not in KNOWN_MISSES:
        assert (verdict.cause.place.line if verdict.cause else None) in (job.lines or (None,))


def test_errors_in_passing(run, tmp_path):
    """Errors of a unit that passed are listed apart, and are no cause elsewhere."""
    at = "2026-02-03 04:05:06 "
    handled = f"{at}ERROR [net] the first probe was refused by the peer\n"
    cause = f"{at}ERROR [app] no plan was found for the crew\n"
    (tmp_path / "green.log").write_text(f"{handled}{at}Finished: SUCCESS\n")
    (tmp_path / "red.log").write_text(f"{handled}{cause}{at}Finished: FAILURE\n")
    green, red = run([tmp_path / "green.log", tmp_path / "red.log"]).verdicts
    assert (green.outcome, green.cause, len(green.in_passing)) == ("passed", None, 1)
    assert red.cause.place.line == 2
    assert [one.why for one in red.runners_up if one.key == green.in_passing[0]] == ["other units pass with it"]


def test_no_verdict(run, tmp_path):
    """Where nothing says why, there is no cause; where nothing says how it ended, the outcome is unknown."""
    (tmp_path / "a.log").write_text("begins\nFinished: FAILURE\n")
    (tmp_path / "b.log").write_text("begins\nends\n")
    a, b = run([tmp_path / "a.log", tmp_path / "b.log"]).verdicts
    assert (a.outcome, a.cause) == ("failed", None)
    assert (b.outcome, b.cause) == ("unknown", None)


def test_cascades(run, tmp_path):
    """Errors that again and again come right after another one in the same process are told as its cascade."""
    lines = []
    for minute in range(10):
        lines.append(f"2026-02-03 04:{minute:02}:00 ERROR [db] StorageError: the volume is full")
        lines += [f"2026-02-03 04:{minute:02}:01 ERROR [job] batch {n} was not written at all" for n in range(3)]
    (tmp_path / "app.log").write_text("\n".join(lines))
    report = run([tmp_path / "app.log"])
    (cascade,) = report.cascades
    titles = {error.key: error.template for error in report.unknown}
    assert titles[cascade.cause] == "the volume is full"
    assert titles[cascade.effect].endswith("batch <number> was not written at all")
    assert (cascade.count, cascade.of) == (30, 30)


PANIC = "thread 'x::y' panicked at src/lib.rs:4:5:\nattempt to divide by zero\nnote: run with `RUST_BACKTRACE=1`\n"
OK = "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n"
FAILED = "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n"


@pytest.mark.parametrize(
    ("log", "outcome"),
    [
        (f"{PANIC}test x::y - should panic ... ok\n\n{OK}", "passed"),
        (f"{PANIC}test x::y ... FAILED\n\n{FAILED}\n{OK}", "failed"),
        (f"{OK}{PANIC}", "failed"),
        (f"{PANIC}\nRan 3 tests in 0.001s\n\nOK\n", "passed"),
        (f"{PANIC}\nRan 3 tests in 0.001s\n\nFAILED (errors=1)\n", "failed"),
        (f"{PANIC}\n  2 passing (5ms)\n  1 failing\n", "failed"),
    ],
)
def test_summaries(run, tmp_path, log, outcome):
    """Errors above a summary without failures are in passing; one with failures, or a crash below, outweighs it."""
    (tmp_path / "job.log").write_text(log)
    (verdict,) = run([tmp_path / "job.log"]).verdicts
    assert (verdict.outcome, verdict.cause is None, bool(verdict.in_passing)) == (
        (outcome, True, True) if outcome == "passed" else (outcome, False, False)
    )
