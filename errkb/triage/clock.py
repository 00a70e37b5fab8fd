"""The log's own clock: the time a line begins with, as ISO 8601.

Many shapes, tried one after the other on the first bytes of a line; a log has one, so the last that fitted is tried
first. A zone that is named (`Z`, `+02:00`) is converted to UTC, otherwise the time stays as the log has it, without
one. Where a log names no year (syslog, klog, logcat) it is this year's, or the last one's if that would lie ahead.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

__all__ = ["LOOK", "Clock", "seconds"]

LOOK = 160
"""Bytes of a line in which its time is looked for."""

_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTHS = {name: number for number, name in enumerate(_NAMES, 1)}
_MONTH = f"(?P<name>{'|'.join(_NAMES)})"
_HOURS = r"(?P<H>\d\d):(?P<M>\d\d):(?P<S>\d\d)"
_PART = r"(?:[.,:](?P<part>\d{1,9}))?"
_ZONE = r"(?: ?(?P<zone>Z\b|[+-]\d\d:?\d\d\b))?"
_SHAPES = (
    rf"(?P<y>\d{{4}})[-/](?P<m>\d\d)[-/](?P<d>\d\d)[T ]{_HOURS}{_PART}{_ZONE}",  # ISO 8601, logging, nginx's errors
    rf"(?P<d>\d\d)[/-]{_MONTH}[/-](?P<y>\d{{4}})[: ]{_HOURS}{_PART}{_ZONE}",  # access logs
    rf"\w{{3}} {_MONTH} {{1,2}}(?P<d>\d{{1,2}}) {_HOURS}{_PART} (?P<y>\d{{4}})",  # ctime, Apache's errors
    r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)-(?P<H>\d\d)\.(?P<M>\d\d)\.(?P<S>\d\d)(?:\.(?P<part>\d+))?",  # Blue Gene
    rf"{_MONTH} {{1,2}}(?P<d>\d{{1,2}}) {_HOURS}(?:\.(?P<part>\d+))?",  # syslog
    rf"(?P<y2>\d\d)/(?P<m>\d\d)/(?P<d>\d\d) {_HOURS}",  # Spark
    r"(?P<y2>\d\d)(?P<m>\d\d)(?P<d>\d\d) (?P<H>\d\d)(?P<M>\d\d)(?P<S>\d\d)(?= )",  # Hadoop
    r"(?P<y>\d{4})(?P<m>\d\d)(?P<d>\d\d)-(?P<H>\d{1,2}):(?P<M>\d{1,2}):(?P<S>\d{1,2})(?::(?P<part>\d{1,3}))?",
    rf"(?P<m>\d\d)[-.](?P<d>\d\d) {_HOURS}(?:\.(?P<part>\d+))?",  # logcat, vLLM
    rf"(?<=[DIWEF])(?P<m>\d\d)(?P<d>\d\d) {_HOURS}\.(?P<part>\d+)",  # klog
    r"(?P<epoch>1\d{9})(?P<part>\d{3})?(?=[\s\t|,\]]|\Z)",
)
_BEFORE = r"(?<![\w.:/-])"
_ANY = tuple(re.compile((("" if shape.startswith("(?<=") else _BEFORE) + shape).encode()) for shape in _SHAPES)
_AHEAD = timedelta(days=1)


class Clock:
    """Reads the times of the lines of one log."""

    def __init__(self, now: datetime | None = None) -> None:
        self._now = (now or datetime.now(UTC)).replace(tzinfo=None)
        self._last = 0
        """The shape that fitted last."""

    def read(self, line: bytes) -> str | None:
        """Return the time a line names near its beginning as ISO 8601 (UTC with `Z` if it names its zone)."""
        head = line[:LOOK]
        shape, found = self._last, _ANY[self._last].search(head)
        if found is None:
            every = [(match.start(), number, match) for number, one in enumerate(_ANY) if (match := one.search(head))]
            if not every:
                return None
            _, shape, found = min(every)
        try:
            time = self._time(found.groupdict())
        except ValueError:  # a 13th month: it was no time
            return None
        self._last = shape
        return time

    def _time(self, said: dict[str, bytes | None]) -> str:
        text = {name: value.decode() for name, value in said.items() if value is not None}
        part = int(text.get("part", "0").ljust(6, "0")[:6])
        if "epoch" in text:
            return _iso(
                datetime.fromtimestamp(int(text["epoch"]), UTC).replace(tzinfo=None, microsecond=part), zoned=True
            )
        month = _MONTHS[text["name"]] if "name" in text else int(text["m"])
        year = int(text["y"]) if "y" in text else 2000 + int(text["y2"]) if "y2" in text else None
        rest = (month, int(text["d"]), int(text["H"]), int(text["M"]), int(text["S"]), part)
        time = datetime(year, *rest) if year else self._latest(rest)
        zone = text.get("zone")
        if zone is None:
            return _iso(time, zoned=False)
        if zone != "Z":
            away = timedelta(hours=int(zone[1:3]), minutes=int(zone[-2:]))
            time = time + away if zone[0] == "-" else time - away
        return _iso(time, zoned=True)

    def _latest(self, rest: tuple[int, int, int, int, int, int]) -> datetime:
        """Return the time in the latest year in which it does not lie ahead."""
        year = self._now.year
        for back in range(5):  # 29 February
            try:
                time = datetime(year - back, *rest)
            except ValueError:
                if rest[:2] != (2, 29):
                    raise
                continue
            if time <= self._now + _AHEAD:
                return time
        raise ValueError("no such day")


def seconds(time: str | None) -> float | None:
    """Return a time of `Clock.read` as seconds since 1970, as if it were UTC."""
    if time is None:
        return None
    return datetime.fromisoformat(time).replace(tzinfo=UTC).timestamp()


def _iso(time: datetime, *, zoned: bool) -> str:
    text = time.isoformat(timespec="milliseconds" if time.microsecond else "seconds")
    return f"{text}Z" if zoned else text
