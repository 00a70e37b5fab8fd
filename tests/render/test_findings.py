"""`errkb.render.findings`: JSON, SARIF and GitHub annotations."""

from pathlib import Path

from errkb.model.catalog import Finding
from errkb.render.findings import findings_github, findings_json, findings_sarif

BASE = Path("/data")
FINDINGS = [
    Finding("thin-text", "3 words,\nno more: 100%", Path("/data/a b/x,y.json"), "/documentation", 12, hint="write"),
    Finding("pattern-foreign", "an allowed one", Path("/else/z.json"), severity="warning"),
    Finding("unreadable", "nothing here"),
]


def test_json():
    """Every key of a finding, the file relative to the base where it lies in it."""
    found = findings_json(FINDINGS, BASE)
    assert [one["file"] for one in found] == ["a b/x,y.json", "/else/z.json", None]
    assert found[0]["line"] == 12
    assert set(found[0]) == {"rule", "message", "file", "pointer", "line", "severity", "hint"}


def test_github():
    """One command a line; what would end a command or a property is escaped."""
    assert findings_github(FINDINGS, BASE).splitlines() == [
        "::error file=a b/x%2Cy.json,line=12,title=thin-text::3 words,%0Ano more: 100%25 (write)",
        "::warning file=/else/z.json,title=pattern-foreign::an allowed one",
        "::error title=unreadable::nothing here",
    ]


def test_sarif():
    """The structure SARIF 2.1.0 asks for: version, one run, rules with ids, results that point to them by number."""
    log = findings_sarif(
        FINDINGS, BASE, version="1.2", rules={"unreadable": "It cannot.\n\nMore.", "thin-text": "Thin."}
    )
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "errkb"
    assert [rule["id"] for rule in driver["rules"]] == ["unreadable", "thin-text"]
    assert driver["rules"][0]["shortDescription"] == {"text": "It cannot."}
    thin, foreign, unreadable = run["results"]
    assert thin["ruleIndex"] == 1
    assert thin["level"] == "error"
    assert thin["message"]["text"]
    place = thin["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b/x%2Cy.json"
    assert place["region"] == {"startLine": 12}
    assert foreign["level"] == "warning"
    assert "region" not in foreign["locations"][0]["physicalLocation"]
    assert "locations" not in unreadable
