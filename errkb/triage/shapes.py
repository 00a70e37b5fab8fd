"""Errors in the two shapes that most logs have them in, known for sure, which need no reader.

    2026-02-03 04:05:06,789 ERROR [logger] Class: message       a record of its own: the next line begins alike

    2026-02-03 04:05:06,789 ERROR [logger] …
    Traceback (most recent call last):
      …
    Class: message                                              and the line behind it begins like the first

Whatever looks any different is read; the reader comes to the same occurrence, only some fifty times slower.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from errkb.triage.exact import Sure

__all__ = ["Shape", "shape_of"]

_STAMP = rb"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{3}))? +\[?(?:ERROR|CRITICAL|FATAL)\]? +"
_LINE = re.compile(_STAMP + rb"(?:\[[\w.$/-]{1,80}\] |[\w.$]{1,80}: |- )?")
_RECORD = re.compile(_STAMP)
_HEADER = b"Traceback (most recent call last):\n"
_LONGEST = 1 << 15
"""Bytes of a traceback that is looked at."""
_ALIKE = 8
"""Bytes by which lines that are records of a log begin alike: year and month."""


class Shape(NamedTuple):
    """The lines of an error: where they begin and end, and its time."""

    low: int
    high: int
    time: str


def shape_of(data: bytes, begin: int, sure: Sure) -> Shape | None:
    """Return the lines of the error on the line that begins at `begin`, if they have such a shape."""
    high = data.find(b"\n", sure.end) + 1
    if not high or high + _ALIKE > len(data):
        return None
    if sure.begin > begin:
        low, found = begin, _LINE.match(data, begin, sure.begin)
        if found is None or found.end() != sure.begin:
            return None
    else:
        low = _record_above(data, begin)
        found = _RECORD.match(data, low, begin) if low >= 0 else None
        if found is None:
            return None
    if data[high : high + _ALIKE] != data[low : low + _ALIKE]:
        return None
    day, time, part = found.groups()
    stamp = f"{day.decode()}T{time.decode()}"
    return Shape(low, high, stamp if part is None or part == b"000" else f"{stamp}.{part.decode()}")


def _record_above(data: bytes, begin: int) -> int:
    """Return where the log record begins whose traceback ends at `begin`, -1 if there is none."""
    header = data.rfind(_HEADER, max(0, begin - _LONGEST), begin)
    if header < 1 or data[header - 1] != ord("\n"):
        return -1
    frames = data[header + len(_HEADER) : begin]
    if not frames.startswith(b"  ") or frames.count(b"\n") != frames.count(b"\n  ") + 1:
        return -1
    return data.rfind(b"\n", 0, header - 1) + 1
