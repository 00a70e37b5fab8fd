"""From unknown errors of a triage report to drafts of records."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from errkb.errors import InputError, UsageError
from errkb.kb import KnowledgeBase
from errkb.settings import Settings

LOG = """\
2026-02-03 04:05:06,000 ERROR [app] unhandled
Traceback (most recent call last):
  File "/srv/app/site-packages/crew/plan.py", line 12, in plan
    raise CrewError(f"no seat for {name} in row {row}")
crew.errors.CrewError: no seat for 'bob' in row 17
2026-02-03 04:05:07,000 ERROR [app] the shard number 4 has gone away
2026-02-03 04:05:08,000 INFO  [app] fine
"""


@pytest.fixture
def kb(tmp_path, make_entry):
    """A knowledge base with one record that has nothing to do with it, and a private folder."""
    from errkb.dataset import Dataset

    Dataset([make_entry()]).write(tmp_path / "records")
    settings = replace(
        Settings.from_environment(), home=tmp_path / "home", kb=None, user=tmp_path / "private", private=()
    )
    with KnowledgeBase.open(settings) as kb:
        yield kb


@pytest.fixture
def report(kb, tmp_path):
    """The report of a log with two unknown errors."""
    (tmp_path / "app.log").write_text(LOG)
    kb.triage([tmp_path / "app.log"]).write(tmp_path / "report.json")
    return tmp_path / "report.json"


def test_drafts(kb, report, tmp_path):
    """A draft has the template, the printed lines, and another error of the log as a near miss; lint reads it."""
    found = kb.draft(report, top=2)
    assert not found.left_out
    assert [one.template for one in found.made] == [
        "no seat for '{text}' in row {number}",
        "[app] the shard number {number} has gone away",
    ]
    record, evidence = (json.loads(path.read_text()) for path in (found.made[0].path, found.made[0].evidence))
    assert record["errorClass"] == "crew.errors.CrewError"
    assert [line["captures"] for line in evidence["positive"]] == [{"text": "bob", "number": "17"}] * 2
    assert "shard number 4" in evidence["negative"][0]["text"]
    assert found.made[0].path.is_relative_to(tmp_path / "private" / "records")


def test_again_it_is_newly_recognised(kb, report, tmp_path):
    """Triage of the same log then knows the error, and calls it neither new nor gone."""
    kb.draft(report, clusters=[json.loads(report.read_text())["unknown"][0]["fingerprint"]])
    with KnowledgeBase.open(replace(kb.settings, private=(tmp_path / "private",))) as again:
        changes = again.triage([tmp_path / "app.log"], baseline=[report]).changes
    assert [(one.state, one.count) for one in changes] == [("newly_recognised", 1)]


def test_twice(kb, report):
    """An error that has a draft already is left out with the reason."""
    kb.draft(report)
    found = kb.draft(report)
    assert not found.made
    assert "already" in found.left_out[0][1]


def test_what_is_asked_for(kb, report, tmp_path):
    """A fingerprint that is not in the report, and a file that is no report, are refused."""
    with pytest.raises(UsageError, match="no unknown error"):
        kb.draft(report, clusters=["beef"])
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(InputError, match="no report"):
        kb.draft(tmp_path / "x.json")
