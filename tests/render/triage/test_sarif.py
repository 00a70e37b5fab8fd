"""`errkb.render.triage.sarif`: what SARIF 2.1.0 demands of the parts that are written (OASIS standard, section 3)."""

import json
import re
from urllib.parse import unquote

from errkb.render.triage.sarif import chunks

LEVELS = {"none", "note", "warning", "error"}
STATES = {"new", "unchanged", "updated", "absent"}


def written(report):
    return json.loads("".join(chunks(report)))


def check_location(location):
    place = location["physicalLocation"]
    assert re.fullmatch(r"[\w\-.~:/?@!$&'()*+,;=%]+", place["artifactLocation"]["uri"], re.ASCII)
    if "region" in place:
        assert place["region"]["startLine"] >= 1
        assert set(place["region"]) <= {"startLine", "snippet"}


def check(log):
    """Assert the rules of the standard: closed sets of keys, enumerations, ids that are unique and lead somewhere."""
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert set(run) == {"tool", "columnKind", "invocations", "artifacts", "results", "properties"}
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        known = {"id", "name", "shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration"}
        assert set(rule) <= known | {"properties"}
        assert rule["shortDescription"]["text"]
        assert re.match(r"https://\S+$", rule.get("helpUri", "https://x"))
        assert len(set(rule.get("properties", {}).get("tags", []))) == len(rule.get("properties", {}).get("tags", []))
    for artifact in run["artifacts"]:
        assert artifact["length"] >= 0
        check_location({"physicalLocation": {"artifactLocation": artifact["location"]}})
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is True
    for notice in invocation["toolExecutionNotifications"]:
        assert notice["level"] in LEVELS
        assert notice["message"]["text"]
    for result in run["results"]:
        assert result["message"]["text"]
        assert result.get("level", "warning") in LEVELS
        assert result.get("baselineState", "new") in STATES
        assert result.get("occurrenceCount", 1) >= 1
        assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
        if "ruleIndex" in result:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        for location in result.get("locations", []) + result.get("relatedLocations", []):
            check_location(location)
        for suppression in result.get("suppressions", []):
            assert suppression["kind"] in {"inSource", "external"}
    return run


def test_valid(make_report):
    """A whole report, one without a baseline, and one of nothing at all."""
    check(written(make_report()))
    plain = check(written(make_report(changes=None)))
    assert not any("baselineState" in result for result in plain["results"])
    empty = check(written(make_report(known=[], unknown=[], verdicts=[], cascades=[], changes=None, files=[])))
    assert empty["results"] == []


def test_results(make_report):
    """Level, state and reasons of each error; the keys are fingerprints; what is gone is a result as well."""
    report = make_report()
    found = {one["partialFingerprints"]["errkb/v1"]: one for one in check(written(report))["results"]}
    cause, wrapper, expected = (found[key] for key in (*[e.key for e in report.known], report.unknown[1].key))
    assert (cause["level"], cause["baselineState"], cause["occurrenceCount"]) == ("error", "updated", 5)
    assert cause["relatedLocations"][0]["message"]["text"] == "build failed here"
    assert "First fix: Pass another thing" in cause["message"]["text"]
    assert (wrapper["level"], wrapper["baselineState"]) == ("note", "unchanged")
    assert expected["suppressions"] == [{"kind": "external", "justification": "the quota is raised next week"}]
    assert found["unknown:00000000000000ff"]["baselineState"] == "absent"


def test_files(make_report):
    """Every file is an artifact, those that were not read to their end a notification; names are proper references."""
    report = make_report()
    run = check(written(report))
    notices = [one["message"]["text"] for one in run["invocations"][0]["toolExecutionNotifications"]]
    assert notices == [
        "night/gpu/output.log.gz: partial (the end is missing)",
        "night/core.bin: skipped (not text)",
    ]
    report.files[0] = type(report.files[0])("/var/log/a b#c\ud800.zip!x.log", "read")
    uri = check(written(report))["artifacts"][0]["location"]["uri"]
    assert uri.startswith("file:///var/log/a%20b%23c")
    assert unquote(uri).endswith(".zip!x.log")
