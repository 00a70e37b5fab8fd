"""Counts over time as bars: the log's own clock, cut into equal steps that fit a screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

__all__ = ["Axis", "axis", "moment"]

MOST_STEPS = 120
"""Bars of the plot."""


@dataclass(slots=True, frozen=True)
class Axis:
    """Equal steps of time."""

    start: datetime
    seconds: int
    steps: int

    def step(self, when: datetime) -> int | None:
        """Return the number of the step a moment falls into, `None` where it falls into none."""
        number = int((when - self.start).total_seconds() // self.seconds)
        return number if 0 <= number < self.steps else None

    def counts(self, timeline: Mapping[str, int]) -> list[int]:
        """Return how much of a timeline falls into each step."""
        found = [0] * self.steps
        for text, number in timeline.items():
            when = moment(text)
            at = None if when is None else self.step(when)
            if at is not None:
                found[at] += number
        return found

    def label(self, step: int) -> str:
        """Return when a step begins, as precisely as steps are long."""
        when = self.start + timedelta(seconds=step * self.seconds)
        return when.strftime("%Y-%m-%d" if self.seconds % 86_400 == 0 else "%Y-%m-%d %H:%M")

    @property
    def width(self) -> str:
        """Return how long a step is, in words."""
        for unit, seconds in (("day", 86_400), ("h", 3_600), ("min", 60)):
            if self.seconds % seconds == 0:
                number = self.seconds // seconds
                return f"{number} {unit}s" if unit == "day" and number > 1 else f"{number} {unit}"
        return f"{self.seconds} s"


def axis(moments: Iterable[datetime], timelines: Iterable[Mapping[str, int]], bucket: int) -> Axis | None:
    """Return the steps that hold all moments and timelines, `None` where there is nothing to plot."""
    times = [when for timeline in timelines for text in timeline if (when := moment(text)) is not None]
    if times:
        times += moments
    if not times or bucket <= 0:
        return None
    first, last = min(times), max(times)
    first -= timedelta(seconds=first.timestamp() % bucket)
    steps = int((last - first).total_seconds() // bucket) + 1
    factor = -(-steps // MOST_STEPS)
    return Axis(first, bucket * factor, -(-steps // factor))


def moment(text: str | None) -> datetime | None:
    """Return a time of a log; one without a zone counts as UTC, since only the order of times matters here."""
    try:
        when = datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
    return when and (when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC))
