"""Times at the beginning of lines."""

from __future__ import annotations

from datetime import datetime

import pytest

from errkb.triage.clock import Clock, seconds

NOW = datetime(2026, 3, 1)


@pytest.mark.parametrize(
    ("line", "time"),
    [
        (b"2026-02-03 04:05:06,789 ERROR x", "2026-02-03T04:05:06.789"),
        (b"2026-02-03T04:05:06.789123456Z x", "2026-02-03T04:05:06.789Z"),
        (b"[2026-02-03T04:05:06+02:00] x", "2026-02-03T02:05:06Z"),
        (b"2026-02-03 04:05:06 -0130 x", "2026-02-03T05:35:06Z"),
        (b'10.0.0.1 - - [03/Feb/2026:04:05:06 +0000] "GET /"', "2026-02-03T04:05:06Z"),
        (b"[Sun Dec 04 04:51:14 2005] [error] x", "2005-12-04T04:51:14"),
        (b"Feb  3 04:05:06 host sshd[1]: x", "2026-02-03T04:05:06"),
        (b"Dec 10 06:55:48 host sshd[1]: x", "2025-12-10T06:55:48"),
        (b"17/06/09 20:10:41 INFO x", "2017-06-09T20:10:41"),
        (b"081109 204132 26 INFO x", "2008-11-09T20:41:32"),
        (b"(Worker pid=7) ERROR 02-03 04:05:06 [core.py:1] x", "2026-02-03T04:05:06"),
        (b"E0203 04:05:06.789012       1 x.go:7] x", "2026-02-03T04:05:06.789"),
        (b"1772000000 x", "2026-02-25T06:13:20Z"),
        (b"no time at all", None),
        (b"2026-13-03 04:05:06 not a month", None),
    ],
)
def test_shapes(line, time):
    """Each shape gives ISO 8601, in UTC with `Z` where the zone is named; a year that is not named is the latest."""
    assert Clock(NOW).read(line) == time


def test_first_time_of_a_line():
    """The time a line begins with counts, not one that its message quotes, whatever shape came before."""
    clock = Clock(NOW)
    assert clock.read(b"Feb  3 04:05:06 host x") == "2026-02-03T04:05:06"
    assert clock.read(b"2026-02-04 00:00:00 seen at Feb  3 04:05:06") == "2026-02-03T04:05:06"
    assert Clock(NOW).read(b"2026-02-04 00:00:00 seen at Feb  3 04:05:06") == "2026-02-04T00:00:00"


def test_seconds():
    """Times of either kind can be compared."""
    assert seconds("1970-01-01T00:01:00Z") == seconds("1970-01-01T00:01:00") == 60
    assert seconds(None) is None
