"""What becomes of records that break rules: left out, put right, or taken, and counted."""

from __future__ import annotations

import json

import pytest

from errkb.dataset.check import check
from errkb.sync.admit import Admission
from errkb.sync.source import SyncRequest

from .conftest import V1, said

TAKEN, PUT_RIGHT, LEFT_OUT = "taken", "put right", "left out"


@pytest.mark.parametrize(
    ("change", "outcome", "rule"),
    [
        ({}, TAKEN, None),
        ({"documentation": ""}, LEFT_OUT, "wrong-value"),
        ({"severity": "fatal"}, LEFT_OUT, "wrong-value"),
        ({"solutions": "none"}, LEFT_OUT, "wrong-type"),
        ({"more": 1}, LEFT_OUT, "unknown-key"),
        ({"id": "0123456789abcdef"}, LEFT_OUT, "id"),
        ({"repo": "other/place"}, LEFT_OUT, "file-place"),
        ({"analyzedAt": "2026-02-31T00:00:00Z"}, LEFT_OUT, "timestamp"),
        ({"slug": "another-slug"}, PUT_RIGHT, "slug"),
        ({"messagePattern": "(a+)+$"}, PUT_RIGHT, "pattern"),
        ({"messagePattern": "["}, PUT_RIGHT, "pattern"),
        ({"messagePattern": "some of (a|b) text"}, TAKEN, None),
        ({"githubUrl": "https://example.org/login"}, PUT_RIGHT, "url"),
        ({"sourceCodeStart": 9, "sourceCodeEnd": 3}, PUT_RIGHT, "window"),
        ({"sourceCode": "one line", "sourceCodeStart": 110, "sourceCodeEnd": 130}, PUT_RIGHT, "source"),
        ({"lineNumber": 2**31}, PUT_RIGHT, "window"),
    ],
)
@pytest.mark.parametrize("form", [lambda record: record, lambda record: json.dumps(record).encode()])
def test_each_fault_has_its_outcome(make_record, change, outcome, rule, form):
    """What remains keeps every rule; each fault is counted under its rule with the place it stands at."""
    record = make_record() | change
    admission = Admission()
    found = list(admission.records([form(record)], "owner/project", "repos/owner/project.json"))
    assert bool(found) == (outcome != LEFT_OUT)
    assert [fault for one in found for fault in check(one, own=False) if fault.severity == "error"] == []
    assert rule in (admission.left_out if outcome == LEFT_OUT else admission.put_right) or rule is None
    assert sum(admission.left_out.values()) == (outcome == LEFT_OUT)
    if outcome == TAKEN:
        assert found == [record]
        assert admission.examples == {}
    else:
        assert admission.examples[rule].startswith("repos/owner/project.json#/0")


def test_one_record_that_is_no_json(make_record):
    """Of an array that can be cut up it costs itself only; a file that cannot be is left out."""
    text = json.dumps([make_record(), make_record(filePath="b.py"), make_record(filePath="c.py")]).encode()
    twice = text.replace(b'"filePath": "b.py"', b'"filePath": "b.py", "filePath": "b.py"')
    for data, taken, rule in ((text, 3, None), (twice, 2, "duplicate-key"), (text[:-1], 0, "invalid-json")):
        admission = Admission()
        found = list(admission.records(admission.array(data, "f"), "owner/project", "f"))
        assert (len(found), list(admission.left_out)) == (taken, [rule] if rule else [])


def test_one_id_and_one_slug_each(make_record):
    """Of two records with one id the first stays; a slug that is taken gets a part of the id."""
    one, other = make_record(), make_record(filePath="project/other.py")
    assert one["slug"] == other["slug"]
    admission = Admission()
    found = list(admission.records([one, dict(one), other], "owner/project", "f"))
    assert [record["id"] for record in found] == [one["id"], other["id"]]
    assert found[1]["slug"] == f"{one['slug']}-{other['id'][:6]}"
    assert (dict(admission.left_out), dict(admission.put_right)) == ({"duplicate-id": 1}, {"duplicate-slug": 1})


@pytest.mark.parametrize("data", [b"", b"{}", b"[", b"\xff", b'[{"a": 1, "a": 2}]', b"[NaN]", b"[" * 99_999])
def test_a_file_that_is_no_array_of_records(data):
    """It is left out and counted, the others are not affected."""
    admission = Admission()
    assert list(admission.records(admission.array(data, "f"), "owner/project", "f")) == []
    assert sum(admission.left_out.values()) == 1


def test_a_regular_expression_of_a_publisher_is_tried(kb, publish, web, make_record):
    """A pattern that was not derived from the message, but is allowed, decides what fits."""
    record = make_record(repo="there/pump", errorMessage="the pump of {thing} is out of order")
    publish(V1, records=[record | {"messagePattern": r"the pump of \w{2,9} is (out of|not in) order today"}])
    report = kb.sync(SyncRequest(web.address))
    assert (report.left_out, report.put_right) == ({}, {})
    [match] = kb.explain("ValueError: the pump of mine is not in order today").matches
    assert match.record["repo"] == "there/pump"
    assert kb.explain("ValueError: the pump of mine is not in the mood today").matches == []


def test_one_bad_record_costs_no_other(kb, publish, web):
    """The rest of its file answers, and the report names file, place and rule."""
    folder = publish(V1, "pump", "fan")
    path = folder / "repos" / "there" / "pump.json"
    [record] = json.loads(path.read_bytes())
    from .test_hostile import put

    put(folder, "repos/there/pump.json", json.dumps([record | {"id": "0" * 16}, record, 7]).encode())
    report = kb.sync(SyncRequest(web.address))
    assert report.left_out == {"id": 1, "wrong-type": 1}
    assert report.examples["id"].startswith("repos/there/pump.json#/0/id: expected")
    assert (said(kb, "pump"), said(kb, "fan")) == (V1, V1)
