"""The contract's timestamps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.model.timestamps import EPOCH, instant, newest


@pytest.mark.parametrize(
    ("timestamps", "expected"),
    [
        ([], EPOCH),
        (["2026-01-02T03:04:05Z"], "2026-01-02T03:04:05.000Z"),
        (["2026-01-02T03:04:05.6Z", "2026-01-02T03:04:05.59Z"], "2026-01-02T03:04:05.600Z"),
        (["2026-01-02T03:04:05.123999999Z"], "2026-01-02T03:04:05.123Z"),
        (["2026-99-02T03:04:05Z", "2025-01-01T00:00:00Z"], "2025-01-01T00:00:00.000Z"),
    ],
)
def test_newest_has_three_decimals(timestamps, expected):
    """The latest instant counts, not the greatest text; what is no date is passed over."""
    assert newest(timestamps) == expected


@pytest.mark.parametrize(
    "text", ["2026-02-30T00:00:00Z", "2026-01-01T25:00:00Z", "0000-01-01T00:00:00Z", "2026-01-01T00:00:00"]
)
def test_no_such_instant(text):
    """A day, an hour or a year that is none, and a time without zone, name no instant."""
    assert instant(text) is None


@given(st.lists(st.datetimes().map(lambda found: f"{found:%Y-%m-%dT%H:%M:%S}.{found.microsecond:06d}Z"), min_size=1))
def test_newest_is_independent_of_order_and_stable(timestamps):
    """The same timestamps have the same newest one, and it is its own newest."""
    found = newest(timestamps)
    assert found == newest(timestamps[::-1]) == newest([found])
