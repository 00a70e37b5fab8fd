"""`errkb.render.triage.clusters`: what is told of errors, and in which order."""

from dataclasses import replace

from errkb.model.triage import KnownError, Verdict
from errkb.render.triage.clusters import clusters, doubled, faults, left_out, outcomes, period, titles


def test_order(make_report):
    """What made units fail comes first, then what is new and widespread; errors of green jobs, then wrappers last."""
    report = make_report()
    assert [one.key for one in clusters(report)] == [
        report.known[0].key,
        report.unknown[0].key,
        report.unknown[2].key,
        report.unknown[1].key,
        report.known[1].key,
    ]


def test_parts(make_report):
    """Verdicts, cascades and the baseline are told of the error they are about."""
    report = make_report()
    found = {one.key: one for one in clusters(report)}
    cause, wrapper = (found[error.key] for error in report.known)
    assert cause.fails == ("build",)
    assert [one.effect for one in cause.precedes] == [wrapper.key]
    assert [one.cause for one in wrapper.follows] == [cause.key]
    assert cause.change.state == "grown"
    assert found[report.unknown[1].key].acknowledged == "the quota is raised next week"
    assert found[report.unknown[1].key].in_passing_only
    assert not found[report.unknown[0].key].in_passing_only


def test_a_cut_table_of_units_is_no_proof(make_report):
    """Where only some of the units are listed, nobody knows whether all of them passed."""
    report = make_report()
    error = report.unknown[1]
    error.spread.units_total = 9
    assert not next(one for one in clusters(report) if one.key == error.key).in_passing_only


def test_titles(make_report):
    """Class and message in one line, the class once; a message that is empty leaves the class."""
    report = make_report()
    known, unknown = report.known[0], report.unknown[0]
    assert titles(report)[known.key] == "ValueError: the {thing} went wrong in a way nobody expected"
    assert titles(report)[unknown.key] == "KeyError: shard <number> not found"
    for template, expected in (("KeyError: two\nlines", "KeyError: two lines"), ("x" * 999, "KeyError: " + "x" * 289)):
        changed = make_report(unknown=[replace(unknown, template=template)])
        assert titles(changed)[unknown.key].startswith(expected)
    assert isinstance(known, KnownError)


def test_sentences(make_report):
    """Outcomes, files and what is left out are told in words, and nothing is told of nothing."""
    report = make_report()
    assert outcomes(report) == "4 folders: 2 failed, 1 passed, 1 without an outcome"
    assert outcomes(replace(report, unit="process", verdicts=[Verdict("a", "passed")])) == "1 process: 1 passed"
    assert outcomes(replace(report, verdicts=[])) == ""
    assert faults(report) == [
        "night/gpu/output.log.gz: read in part (the end is missing)",
        "night/core.bin: not read (not text)",
    ]
    assert doubled(report) == "1 file only repeats lines of others; each line counts once."
    assert doubled(replace(report, files=[])) == ""
    assert left_out(report) == "2 more unknown errors, rarer than these, are counted only."
    assert left_out(replace(report, unknown_left=0)) == ""


def test_period():
    """The day is said once; a log without times has no period."""
    assert period("2026-03-01T10:00:00Z", "2026-03-01T10:31:00Z") == "2026-03-01 10:00:00 to 10:31:00"
    assert period("2026-03-01T10:00:00", "2026-03-02T10:31:00") == "2026-03-01 10:00:00 to 2026-03-02 10:31:00"
    assert period("2026-03-01T10:00:00", "2026-03-01T10:00:00") == "2026-03-01 10:00:00"
    assert period(None, None) == ""
