"""`errkb.render.triage.junit`: what the schemas of Ant's JUnit task and of Jenkins both take."""

import re
from dataclasses import replace
from xml.etree.ElementTree import fromstring

from errkb.render.triage.junit import chunks

SUITE = {"name", "package", "id", "hostname", "timestamp", "time", "tests", "failures", "errors", "skipped"}


def written(report):
    text = "".join(chunks(report))
    text.encode()
    return fromstring(text.encode())  # noqa: S314 - our own


def check(root):
    """Assert elements, their order, attributes, and counts that are those of the cases."""
    assert (root.tag, root.attrib) == ("testsuites", {})
    for number, suite in enumerate(root):
        assert (suite.tag, set(suite.attrib)) == ("testsuite", SUITE)
        assert suite.get("name")
        assert suite.get("id") == str(number)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp"))
        tags = [child.tag for child in suite]
        cases = suite.findall("testcase")
        assert tags == ["properties", *["testcase"] * len(cases), "system-out", "system-err"]
        assert int(suite.get("tests")) == len(cases)
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
        for case in cases:
            assert set(case.attrib) == {"classname", "name", "time"}
            assert case.get("name").strip()
            assert re.fullmatch(r"\d{1,9}(\.\d{1,3})?", case.get("time"))
            assert len(case) <= 1
            for child in case:
                expected = {"failure": {"message", "type"}, "skipped": {"message"}}[child.tag]
                assert set(child.attrib) == expected
                assert len(child) == 0
    return root


def test_valid(make_report):
    """A whole report, and one of nothing at all without times."""
    check(written(make_report()))
    report = make_report(known=[], unknown=[], verdicts=[], cascades=[], changes=None, files=[])
    check(written(replace(report, totals=replace(report.totals, first=None, last=None))))


def test_cases(make_report):
    """Failed units fail with cause and audit, a unit without an outcome is skipped, and so is what harms nobody."""
    root = check(written(make_report()))
    build, gpu, lint, odd = root.findall("testsuite[1]/testcase")
    assert build.find("failure").get("type") == "primary cause"
    assert "night/build/output.log:120, step test: the first cause" in build.find("failure").text
    assert gpu.find("failure").get("type") == "wrapper"
    assert "not: RuntimeError: worker 3 died" in gpu.find("failure").text
    assert len(lint) == 0
    assert odd.find("skipped").get("message") == "no outcome stands in the log: 3 error events"
    reasons = [one.get("message") for one in root.iter("skipped")][1:]
    assert [reason.partition(":")[0] for reason in reasons] == [
        "it only reports another error",
        "expected (the quota is raised next week)",
    ]


def test_time(make_report):
    """A unit took as long as its log says, where its clock says it."""
    report = make_report()
    report.verdicts[0] = replace(report.verdicts[0], first="2026-03-01T10:00:00Z", last="2026-03-01T10:01:30.500Z")
    report.verdicts[1] = replace(report.verdicts[1], first="2026-03-01T10:00:00Z", last="2026-03-01T10:01:30")
    cases = check(written(report)).findall("testsuite[1]/testcase")
    assert [case.get("time") for case in cases[:2]] == ["90.5", "0"]


def test_what_xml_cannot_hold(make_report):
    """Control characters go, half characters are shown as escapes; markup of a log is text."""
    report = make_report()
    report.verdicts[0].unit = "\x00\ud800\ufffe <b>"
    case = check(written(report)).find("testsuite[1]/testcase")
    assert case.get("name") == "\\ud800\ufffd <b>"
