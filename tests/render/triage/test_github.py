"""`errkb.render.triage.github`: annotations that only say what errkb says."""

import re
from dataclasses import replace

from errkb.render.triage import github

COMMAND = re.compile(r"::(error|warning|notice) ((?:\w+=[^,:]*,?)+)::(.*)")


def commands(report):
    return [COMMAND.fullmatch(line) for line in "".join(github.chunks(report)).split("\n")[:-1]]


def test_levels(make_report):
    """Failures are errors with step and place of their cause; what only reports, is expected or passed is a notice."""
    found = commands(make_report())
    assert all(found)
    assert [one[1] for one in found] == ["error", "error", "warning", "warning", "notice", "notice"]
    assert found[0][2] == "file=night/build/output.log,line=120,title=build failed in step test"
    assert "not in the log" in found[1][3]
    assert "Expected: the quota is raised next week" in found[4][3]


def test_every_line_is_a_command_of_ours(make_report):
    """Line ends, percent signs, colons and commas of a log are escaped, so that no command of its own runs."""
    evil = "x\n::error::told\r::add-mask::y %0A::debug::z \u2028::stop-commands::a"
    report = make_report()
    report.unknown[0].template = evil
    report.verdicts[0].unit = evil + ",line=1::"
    text = "".join(github.chunks(report))
    assert all(line.startswith(("::error file=", "::warning file=", "::notice ")) for line in text.splitlines())
    assert all(commands(report))
    assert "%250A" in text


def test_bounded(make_report):
    """Ten of a level, as many as GitHub shows; the last notice says how many are left out."""
    report = make_report()
    many = [replace(report.unknown[2], key=f"unknown:{number:016x}") for number in range(100, 200)]
    found = commands(replace(report, unknown=many))
    assert sum(one[1] == "warning" for one in found) == 10
    assert "90 annotations left out" in found[-1][3]


def test_summary_fits(make_report):
    """The summary of a step is no larger than GitHub takes, and says where it was cut."""
    report = make_report()
    assert github.summary(report).startswith("# Triage")
    big = [replace(report.unknown[0], template="é" * 300, key=f"unknown:{number:016x}") for number in range(60)]
    for error in big:
        error.sample = replace(error.sample, lines=("é" * 300,) * 100)
    text = github.summary(replace(report, unknown=big, verdicts=report.verdicts * 3000))
    assert len(text.encode()) <= github.SUMMARY_BYTES
