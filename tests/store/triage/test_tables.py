"""`errkb.store.triage.tables`: rows of a report, and what names it."""

from dataclasses import replace

import pytest

from errkb.store.triage import TABLES, rows, run_id


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_there(make_report, table):
    """A row has exactly the columns of its table, in their order, and no control characters."""
    found = list(rows(make_report(), table, "r"))
    assert found
    for row in found:
        assert list(row) == list(TABLES[table])
        assert not {*str(row)} & {"\x1b", "\u202e", "\x00", "\x07", "\x9b", "\ud800"}


def test_keys_lead_from_table_to_table(make_report):
    """Matches are of events, clusters of their keys, records are those of the dataset."""
    report = make_report()
    found = {table: list(rows(report, table, "r")) for table in TABLES}
    events = {row["eventId"]: row["clusterKey"] for row in found["events"]}
    assert len(events) == len(found["events"])
    records = {row["recordId"] for row in found["clusters"]} - {None}
    assert records == {error.record["id"] for error in report.known}
    for row in found["matches"]:
        assert events[row["eventId"]] == f"record:{row['recordId']}"
        assert row["recordId"] in records
    assert {row["clusterKey"] for row in found["events"]} == {row["clusterKey"] for row in found["clusters"]}
    assert {row["clusterKey"] for row in found["verdicts"]} - {None} <= {row["clusterKey"] for row in found["clusters"]}


def test_run_id(make_report):
    """The same logs and dataset give the same run, whatever the files are called; anything else gives another."""
    report = make_report()
    run = run_id(report)
    moved = replace(report, files=[replace(file, name=f"else/{file.name}") for file in report.files])
    assert run_id(moved) == run
    assert run_id(replace(report, dataset_version="2027")) != run
    assert run_id(replace(report, unit="job")) != run
    assert run_id(replace(report, occurrences=list(report.occurrences)[1:])) != run
