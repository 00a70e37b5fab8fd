"""`errkb.render.triage.markdown`: what is told, bounded, and harmless."""

import re
from dataclasses import replace

from errkb.render.triage import markdown


def written(report):
    return "".join(markdown.chunks(report))


def test_tells_the_story(make_report):
    """Verdicts with cause and place, the baseline, errors with their first fix, files that were not read."""
    text = written(make_report())
    assert "| `build` | failed | ValueError: the pump went wrong in a way nobody expected |" in text
    assert "| `odd` | no outcome | no verdict |" in text
    assert "the cause is not in the log" in text
    assert "2 of 3 came within 2 s of: ValueError" in text
    assert "expected: the quota is raised next week" in text
    assert "**First fix:** Pass another thing: start(thing='new')." in text
    assert "Nearest, not an answer" in text
    assert "the end is missing" in text
    assert text.index("## Known errors") < text.index("## Unknown errors")


def test_no_baseline_and_no_change_are_told_apart(make_report):
    """Without a baseline nothing is said of it."""
    assert "baseline" not in written(make_report(changes=None))
    assert "Nothing has changed." in written(make_report(changes=[]))


def test_bounded(make_report):
    """A thousand errors and units make no longer page; it says how many are left out."""
    report = make_report()
    many = [replace(report.unknown[0], key=f"unknown:{number:016x}") for number in range(1000)]
    verdicts = [replace(report.verdicts[0], unit=f"job {number}") for number in range(1000)]
    text = written(replace(report, unknown=many, verdicts=verdicts))
    assert len(text) < 100_000
    assert "950 more errors left out here" in text
    assert "900 more units left out" in text


def test_harmless(make_report):
    """No HTML, no control character, no mention of people; a hostile message ends neither code nor table."""
    report = make_report()
    report.verdicts[3].unit = "odd | `x` | y"
    text = written(report)
    outside = re.sub(r"(`{3,})\n.*?\n\1\n", "", text, flags=re.DOTALL)
    assert "<script" not in re.sub(r"`[^`]*`", "", outside)
    assert "@everyone" not in outside
    assert not {*text} & {"\x1b", "\u202e", "\x00", "\x07", "\x9b", "\ud800"}
    row = next(line for line in text.splitlines() if "odd" in line and line.startswith("|"))
    assert len(re.findall(r"(?<!\\)\|", row)) == 5
