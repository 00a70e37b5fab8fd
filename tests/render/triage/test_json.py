"""`errkb.render.triage.json`: the report in the shape of the contract."""

import json

from errkb.model.contract_triage import TriageOutput
from errkb.render.triage.json import chunks, report_json


def test_valid_and_whole(make_report):
    """What is written has the shape that is promised, key by key, and says what the report says."""
    report = make_report()
    text = "".join(chunks(report))
    TriageOutput.model_validate_json(text)
    data = json.loads(text)
    assert [one["key"] for one in data["known"]] == [one.key for one in report.known]
    assert data["known"][0]["captures"][0] == {"values": {"thing": "pump"}, "count": 4}
    assert data["unknown"][0]["class"] == "KeyError"
    assert data["verdicts"][1]["byWrapper"] is True
    assert data["changes"][3]["acknowledged"] == "the quota is raised next week"


def test_without_baseline(make_report):
    """No baseline is null, and not an empty list of changes."""
    assert report_json(make_report(changes=None))["changes"] is None


def test_harmless(make_report):
    """Nothing in it steers a terminal, and it can always be encoded; all that is text comes back."""
    report = make_report()
    text = "".join(chunks(report))
    assert not {*text} & {"\x1b", "\u202e", "\x00", "\x07", "\x9b", "\ud800"}
    text.encode()
    assert json.loads(text)["unknown"][2]["template"] == report.unknown[2].template.replace("\ud800", "\ufffd")
