"""A few records, and logs that hold them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from errkb.index import Index
from errkb.model.report import Entry
from errkb.model.triage import TriageReport
from errkb.parse import BUILTIN
from errkb.source.logs import open_logs
from errkb.triage import Knowledge, triage

RECORDS = [
    ("ValueError", "the batch of {size} rows does not fit the shape {shape}"),
    ("RuntimeError", "worker {number} stopped answering after {seconds} seconds"),
    ("ConfigError", "no section [{name}] in the configuration of this service"),
    (None, "disk quota of user {user} is used up, nothing more is written"),
]


@pytest.fixture
def entries(make_entry) -> list[Entry]:
    """The records, each of a repository of its own."""
    return [
        make_entry(errorClass=cls, errorMessage=message, repo=f"owner/project{number}")
        for number, (cls, message) in enumerate(RECORDS)
    ]


@pytest.fixture
def known(entries) -> Knowledge:
    """What is known: the records above."""
    by_id = {entry.record["id"]: entry for entry in entries}
    return Knowledge([Index.of(entries)], BUILTIN, by_id.__getitem__, "2026-01-01T00:00:00.000Z")


@pytest.fixture
def run(known):
    """Triage of paths with those records."""

    def run(paths: Sequence[object], **options) -> TriageReport:
        return triage(open_logs([str(path) for path in paths]), known, **options)

    return run


@pytest.fixture
def found():
    """What a report found, as (key, file, line, time) rows: all that must not depend on how a log was read."""

    def found(report):
        return [(one.key, one.place.file, one.place.line, one.place.time, one.text) for one in report.occurrences]

    return found
