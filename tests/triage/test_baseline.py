"""What has changed since a baseline, and what a gate says of it."""

from __future__ import annotations

import json
from datetime import date

import pytest

from errkb.errors import InputError
from errkb.index import Index
from errkb.render.triage.json import report_json
from errkb.source.logs import open_logs
from errkb.triage import acknowledged_of, before_of, fails, triage

LINE = "2026-02-03 04:05:06 ERROR [app] {}\n"
ROWS = LINE.format("ValueError: the batch of 7 rows does not fit the shape (3, 4)")
SHARD = LINE.format("the shard number {} has gone away")


@pytest.fixture
def seen(run, tmp_path):
    """The report of a log, as a baseline."""

    def seen(text):
        (tmp_path / "app.log").write_text(text)
        return before_of([("report.json", json.loads(json.dumps(report_json(run([tmp_path / "app.log"])))))])

    return seen


@pytest.fixture
def states(run, tmp_path):
    """The states of a log against a baseline, by kind of key."""

    def states(text, before, **options):
        (tmp_path / "app.log").write_text(text)
        return [
            (one.state, one.key.partition(":")[0])
            for one in run([tmp_path / "app.log"], before=before, **options).changes
        ]

    return states


def test_new_and_gone(seen, states):
    """What no baseline has is new, what is no more is gone, and the same again is no change."""
    before = seen(SHARD.format(1))
    assert states(SHARD.format(2), before) == []
    assert states(ROWS, before) == [("new", "record"), ("gone", "unknown")]


def test_grown(seen, states):
    """Twice as often, and three times more often, is grown; a little more is not."""
    before = seen(SHARD.format(1) * 4)
    assert states(SHARD.format(1) * 6, before) == []
    assert states(SHARD.format(1) * 8, before) == [("grown", "unknown")]


def test_newly_recognised(entries, run, known, tmp_path):
    """An error that was among the unknown ones before the dataset knew it is not new, and the unknown one not gone."""
    (tmp_path / "app.log").write_text(ROWS)
    logs = lambda: open_logs([str(tmp_path / "app.log")])  # noqa: E731
    ignorant = type(known)([Index.of(entries[1:])], known.parsers, known.lookup, "")
    before = before_of([("report.json", json.loads(json.dumps(report_json(triage(logs(), ignorant)))))])
    report = run([tmp_path / "app.log"], before=before)
    assert [one.state for one in report.changes] == ["newly_recognised"]
    assert not fails(report, "new", acknowledged_of("x", {}, date(2026, 1, 1)))
    assert fails(report, "known", acknowledged_of("x", {}, date(2026, 1, 1)))


def test_acknowledged(seen, states, run, tmp_path):
    """What is acknowledged does not fail a gate until the day it expires."""
    before = seen("nothing\n")
    (tmp_path / "app.log").write_text(ROWS)
    entry = {"key": "record:*", "reason": "known since March", "expires": date(2026, 4, 1)}
    for today, failed in ((date(2026, 4, 1), False), (date(2026, 4, 2), True)):
        known = acknowledged_of("x.toml", {"acknowledged": [entry]}, today)
        report = run([tmp_path / "app.log"], before=before, acknowledged=known)
        assert [fails(report, on, known) for on in ("new", "known", "any")] == [failed] * 3
        assert (report.changes[0].acknowledged is None) is failed
        assert known.expired == (("record:*",) if failed else ())


@pytest.mark.parametrize(
    "entry", [{}, {"key": "record:*"}, {"key": "record:*", "reason": "x"}, {"key": "x", "reason": " "}, 3]
)
def test_faulty_acknowledgements(entry):
    """An entry without key, reason or day is refused, with its place."""
    with pytest.raises(InputError, match="entry 1"):
        acknowledged_of("x.toml", {"acknowledged": [entry]}, date(2026, 1, 1))


@pytest.mark.parametrize("data", [[], {}, {"contractVersion": 1, "known": [], "unknown": [{}]}])
def test_no_report(data):
    """What is no report is refused."""
    with pytest.raises(InputError):
        before_of([("x.json", data)])
