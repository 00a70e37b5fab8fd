"""The table of carriers, and `CarrierReader`: what stands before the text of a line.

Carriers stack (`qwen-b  | (APIServer pid=97) ERROR 12-14 13:29:46 [async_llm.py:480] `): one is taken after the other
as long as one fits. A new shape is one more entry in `marks`, `records`, `frameworks` or `markup`, with an example and
a near miss; the tests read both.

Every line of a log passes here. The carriers that can begin with the same character are therefore one regular
expression, and those that need characters the text does not have are left out of it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from errkb.parse.carriers.carrier import LEVEL_GROUP, Carrier, level_name
from errkb.parse.carriers.frameworks import FRAMEWORKS, INNER_FRAMEWORKS
from errkb.parse.carriers.marks import LABELS, MARKS
from errkb.parse.carriers.markup import MARKUP
from errkb.parse.carriers.records import INNER, RECORDS
from errkb.parse.lazy import Lazy

__all__ = ["CARRIERS", "SEVERE_MARKS", "Carrier", "CarrierReader", "Taken"]

CARRIERS = (*MARKS, *FRAMEWORKS, *RECORDS, *INNER_FRAMEWORKS, *INNER, *MARKUP, *LABELS)
_SEVERE_NAMES = ("ERR", "Err", "[err", "CRIT", "[crit", "FATAL", "atal", "SEVERE", "PANIC", "ALERT", "EMERG", "[emerg")
SEVERE_MARKS = tuple(dict.fromkeys((*_SEVERE_NAMES, *(mark for carrier in CARRIERS for mark in carrier.severe))))
"""What stands on every line to which a carrier gives a level of ERROR or above."""

_MOST = 10
"""Carriers stacked on one line; real lines have up to five."""
_PROBED = 1 << 14
"""In longer texts no carrier is left out: looking for what each needs would take longer than trying it."""
_MOST_LABELS = 64
_LOGGER_ONLY = "dotted logger"
_STREAM, _PROCESS, _LOGGER, _TIME = range(4)
_CLASS_LIKE = Lazy(r"(?:Error|Exception|Warning|Interrupt|Exit|Failure|Fault|Timeout)$")
_NUMBERED = Lazy(r"[-_.]\d{1,2} +\|$")
_NAME = Lazy(r"\(\?P<\w+>")

_Taker = tuple[int, "Carrier", tuple[int, ...], bool]
"""Position in the bucket, the carrier, its group numbers in the bucket's pattern, whether `_fits` must be asked."""
_Values = tuple[str | None, ...]
"""The text of a carrier, then that of its groups."""


class _Bucket:
    """The carriers that can begin with one character at one stage of a line, as one pattern."""

    __slots__ = ("carriers", "match", "takers")

    def __init__(self, carriers: tuple[Carrier, ...]) -> None:
        self.carriers = carriers
        self.takers: dict[int, _Taker] = {}
        parts: list[str] = []
        group = 0
        for number, carrier in enumerate(carriers):
            own = tuple(range(group + 1, group + 1 + len(carrier.slots)))
            group += len(own) + 1  # an empty group marks the end of each
            self.takers[group] = (
                number,
                carrier,
                own,
                bool(carrier.repeats) or carrier.late or LEVEL_GROUP in carrier.slots,
            )
            parts.append(f"(?:{_NAME.sub('(', carrier.pattern)})()")
        self.match = re.compile("|".join(parts)).match


class Taken:
    """The carriers of one line: where its text begins and what they said."""

    __slots__ = ("at", "level", "logger", "process", "stream", "time")

    def __init__(self, at: int, said: list[str | None], level: str | None) -> None:
        self.at = at
        self.stream, self.process, self.logger, self.time = said
        self.level = level


class CarrierReader:
    """Takes carriers off the lines of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._short = len(text) <= _PROBED
        self._buckets: tuple[dict[str, _Bucket | None], ...] = ({}, {}, {})
        """By stage: nothing but marks so far, a time, a level."""
        self._labels: dict[str, int] = {}

    def take(self, text: str) -> Taken | None:
        """Return what stands before the text of a line, or `None` where nothing does."""
        said: list[str | None] = [None, None, None, None]
        level: str | None = None
        at, size, stage = 0, len(text), 0
        buckets = self._buckets[0]
        for _ in range(_MOST):
            if at >= size:
                break
            first = text[at]
            if stage == 2 and said[_LOGGER] and first.isalpha():
                break  # level and logger are known: what begins with a letter is the message
            bucket = buckets[first] if first in buckets else self._bucket(stage, first)
            if bucket is None or (match := bucket.match(text, at)) is None or match.end() == at:
                break
            number, carrier, groups, unsure = bucket.takers[match.lastindex or 0]
            values: _Values = match.group(0, *groups) if groups else (match[0],)
            if unsure and not self._fits(carrier, values, level, said):
                found = self._next(bucket.carriers[number + 1 :], text, at, level, said)
                if found is None:
                    break
                carrier, values = found
            level = _note(carrier, values, said) or level
            at += len(values[0] or "")
            stage = 2 if level else 1 if said[_TIME] else 0
            buckets = self._buckets[stage]
        return Taken(at, said, level) if at else None

    def _bucket(self, stage: int, first: str) -> _Bucket | None:
        """Return those of the carriers that can begin with a character which the text may hold."""
        bucket = _compiled(tuple(filter(self._possible, _fitting(stage, first))))
        self._buckets[stage][first] = bucket
        return bucket

    def _possible(self, carrier: Carrier) -> bool:
        if not carrier.needs or not (self._short or carrier.strict):
            return True
        return any(map(self._text.__contains__, carrier.needs))

    def _next(
        self, carriers: tuple[Carrier, ...], text: str, at: int, level: str | None, said: list[str | None]
    ) -> tuple[Carrier, _Values] | None:
        for carrier in carriers:
            match = carrier.regex.match(text, at)
            if match and match.end() > at:
                values: _Values = (match[0], *match.groups())
                if self._fits(carrier, values, level, said):
                    return carrier, values
        return None

    def _fits(self, carrier: Carrier, values: _Values, level: str | None, said: list[str | None]) -> bool:
        """Say whether a carrier can stand here: a second level or logger is part of the message."""
        if carrier.repeats and self._repeats((values[0] or "").rstrip()) < carrier.repeats:
            return False
        if carrier.name == _LOGGER_ONLY:
            return level is not None and said[_LOGGER] is None and not _CLASS_LIKE.search(values[1] or "")
        if level is None or LEVEL_GROUP not in carrier.slots:
            return True
        return carrier.name == "level and colon" or carrier.logger is not None

    def _repeats(self, label: str) -> int:
        """Return on how many lines a label stands.

        Each is counted once and only so many are (0 for the others): the work stays linear whatever the text.
        """
        if _NUMBERED.search(label):
            return _MOST_LABELS
        if label not in self._labels:
            if len(self._labels) >= _MOST_LABELS:
                return 0
            self._labels[label] = self._text.count("\n" + label) + self._text.startswith(label)
        return self._labels[label]


@lru_cache(maxsize=1024)
def _fitting(stage: int, first: str) -> tuple[Carrier, ...]:
    """Return the carriers that can begin with a character, inner ones first."""
    fitting = [c for c in CARRIERS if first in c.first and (c.late or stage < 2)]
    inner = [c for c in fitting if c.inner and stage]
    return (*inner, *(c for c in fitting if not c.inner))


@lru_cache(maxsize=512)
def _compiled(carriers: tuple[Carrier, ...]) -> _Bucket | None:
    return _Bucket(carriers) if carriers else None


def _note(carrier: Carrier, values: _Values, said: list[str | None]) -> str | None:
    """Write what a carrier said; return the level it named. Inner carriers win, marks of processes add up."""
    level: str | None = None
    for slot, value in zip(carrier.slots, values[1:], strict=True):
        if value is None:
            continue
        if slot == LEVEL_GROUP:
            level = level_name(value)
        elif slot == _STREAM:
            said[_STREAM] = f"{said[_STREAM]}/{value}" if said[_STREAM] else value
            said[_PROCESS] = value
        else:
            said[slot] = value
    if carrier.logger:
        said[_LOGGER] = carrier.logger
    return level
