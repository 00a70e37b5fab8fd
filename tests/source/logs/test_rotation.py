"""Rotated logs by their names: what belongs together comes in order of time, what only looks alike stays apart."""

from __future__ import annotations

import pytest

from errkb.source.logs.rotation import rotated

TOGETHER = [
    ["app.log.10", "app.log.2.gz", "app.log.1", "app.log"],
    ["syslog.2.gz", "syslog.1", "syslog"],
    ["app.log.2", "app.log.1"],
    ["messages-20261122.xz", "messages-20261129", "messages"],
    ["app.log-20261129", "app.log-20261130", "app.log"],
    ["app-2026-11-29.log.gz", "app-2026-11-30.log"],
    ["app.2026-11-29.1.log", "app.2026-11-29.2.log", "app.2026-11-30.1.log"],
    ["app.log.2026-11-30", "app.log.2026-12-01", "app.log"],
    ["app.log.2026-11-30.1", "app.log.2026-11-30.2", "app.log"],
    ["app.log.2026-11-30_09", "app.log.2026-11-30_10", "app.log"],
    ["app-2026-11-30T09-00-00.000.log", "app-2026-11-30T10-00-00.000.log.gz", "app.log"],
    ["catalina.2026-11-29.log", "catalina.2026-11-30.log"],
    ["20261129-app.log", "20261130-app.log"],
    ["d/a.log.1", "d/a.log"],
]


@pytest.mark.parametrize("names", TOGETHER, ids=lambda names: names[0])
def test_pieces_of_one_log(names: list[str]) -> None:
    """In order of time, however they are given."""
    for given in (names, names[::-1], sorted(names)):
        (log,) = rotated(given)
        assert list(log.files) == names


APART = [
    ["train.log.0", "train.log.1", "train.log.2"],
    ["worker-1.log", "worker-2.log"],
    ["rank3.out", "rank4.out"],
    ["app.log", "app.log.gz"],
    ["a/app.log.1", "b/app.log"],
    ["app.log.7", "app.log.9"],
    ["build-20261399.log", "build-20261398.log"],
    ["python3.11", "python3.12"],
    ["2026-11-29.log", "2026-11-30.txt"],
]


@pytest.mark.parametrize("names", APART, ids=lambda names: names[0])
def test_logs_of_their_own(names: list[str]) -> None:
    """Processes and copies are not pieces of one log."""
    assert [list(log.files) for log in rotated(names)] == [[name] for name in names]


def test_the_order_of_logs_is_that_of_their_files() -> None:
    """A log stands where its first file was given."""
    names = ["b.log", "a.log.1", "c.log", "a.log"]
    assert [log.files for log in rotated(names)] == [("b.log",), ("a.log.1", "a.log"), ("c.log",)]


def test_a_name_of_any_length_is_read_at_once() -> None:
    """No name makes the search for dates slow."""
    names = ["2026-" * 5000 + ".log", "1" * 50_000, ("a." * 20_000) + "1", "-" * 50_000 + "2026-11-30" + "_" * 50_000]
    assert len(rotated(names)) == len(names)
