"""The contract's timestamps: ISO 8601 in UTC with `Z`, fractions allowed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

__all__ = ["AHEAD", "EPOCH", "in_future", "instant", "later", "newest"]

EPOCH = "1970-01-01T00:00:00.000Z"
"""The version of a dataset without records: older than every other."""


AHEAD = timedelta(days=1)
"""How far in the future a time may lie: one of the year 9999 would shut out all versions that follow."""


def in_future(at: datetime) -> bool:
    """Say whether an instant lies so far ahead that a clock is wrong, or somebody's intentions are."""
    return at > datetime.now(UTC) + AHEAD


def instant(timestamp: str) -> datetime | None:
    """Return the instant a timestamp names (microseconds; finer digits are cut off), `None` if there is no such one."""
    try:
        found = datetime.fromisoformat(timestamp)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def newest(timestamps: Iterable[str]) -> str:
    """Return the latest of the timestamps with exactly three decimals, `EPOCH` if there is none.

    Timestamps that name no instant are passed over. Dataset versions are made by this alone, so the same records
    always have the same version.
    """
    latest = max((found for text in timestamps if (found := instant(text))), default=None)
    if latest is None:
        return EPOCH
    latest = latest.astimezone(UTC)
    return f"{latest:%Y-%m-%dT%H:%M:%S}.{latest.microsecond // 1000:03d}Z"


def later(version: str) -> str:
    """Return the dataset version a millisecond after another one."""
    at = instant(version)
    return version if at is None else newest([(at + timedelta(milliseconds=1)).isoformat()])
