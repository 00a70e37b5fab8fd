"""Against a baseline: what is new, what has grown, what is gone, and what is only newly recognised.

A baseline is one report or a rolling set of them, as `errkb triage --format json` writes it. An error that a record
knows now, and whose wording stands in a baseline among the unknown ones, is nothing new: the dataset has grown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fnmatch import fnmatchcase
from typing import Any, Literal

from errkb.errors import InputError
from errkb.model.triage import Change, KnownError, TriageReport, UnknownError
from errkb.normalize import template_of

__all__ = ["Acknowledged", "Before", "FailOn", "acknowledged_of", "before_of", "changes", "fails"]

FailOn = Literal["new", "known", "any"]
GROWN_BY, GROWN_TIMES = 3, 2.0
"""So many more, and so many times as many, are growth; less is chance."""
_ORDER = ("new", "grown", "newly_recognised", "gone")


@dataclass(slots=True)
class Before:
    """What baselines hold: the highest count of each key, and the wordings of their unknown errors with their keys."""

    counts: dict[str, int] = field(default_factory=dict)
    wordings: dict[tuple[str | None, str], str] = field(default_factory=dict)


@dataclass(slots=True, frozen=True)
class Acknowledged:
    """Errors that are expected: keys, which may have wildcards, with a reason; those that have expired are apart."""

    reasons: tuple[tuple[str, str], ...] = ()
    expired: tuple[str, ...] = ()

    def reason(self, key: str) -> str | None:
        """Return why an error is expected, `None` if it is not."""
        return next((reason for pattern, reason in self.reasons if fnmatchcase(key, pattern)), None)


def before_of(reports: Iterable[tuple[str, Any]]) -> Before:
    """Return what reports hold, given as (file, JSON data). Raises `InputError` for what is no report."""
    before = Before()
    for name, data in reports:
        if not isinstance(data, dict) or data.get("contractVersion") != 1 or "unknown" not in data:
            raise InputError("this is no report of triage", where=name, hint="write one with --format json")
        try:
            for error in (*data["known"], *data["unknown"]):
                key, count = error["key"], error["spread"]["count"]
                before.counts[key] = max(count, before.counts.get(key, 0))
            for error in data["unknown"]:
                before.wordings[error["class"], error["template"]] = error["key"]
        except (KeyError, TypeError) as error:
            raise InputError("this report of triage is damaged", where=name) from error
    return before


def acknowledged_of(name: str, data: Mapping[str, Any], today: date) -> Acknowledged:
    """Return the errors that a file acknowledges, given as TOML data. Raises `InputError` for a faulty entry."""
    reasons: list[tuple[str, str]] = []
    expired: list[str] = []
    for number, entry in enumerate(data.get("acknowledged", ()), 1):
        where = f"{name}: entry {number}"
        hint = '[[acknowledged]] with key = "unknown:…", reason = "…", expires = 2026-12-31'
        if not isinstance(entry, dict) or not isinstance(entry.get("key"), str):
            raise InputError("an entry needs a key", where=where, hint=hint)
        if not isinstance(entry.get("reason"), str) or not entry["reason"].strip():
            raise InputError("an entry needs a reason", where=where, hint=hint)
        if type(entry.get("expires")) is not date:
            raise InputError("an entry needs a day on which it expires", where=where, hint=hint)
        if entry["expires"] < today:
            expired.append(entry["key"])
        else:
            reasons.append((entry["key"], entry["reason"].strip()))
    return Acknowledged(tuple(reasons), tuple(expired))


def changes(
    counts: Mapping[str, int], wordings: Mapping[str, tuple[str | None, str]], before: Before, known: Acknowledged
) -> list[Change]:
    """Return what differs from the baselines: first what is new.

    `counts` are those of all keys now, `wordings` class and text of the first occurrence of each known error.
    """
    found: list[Change] = []
    recognised: set[str] = set()
    for key, count in counts.items():
        old = before.counts.get(key)
        if old is not None:
            if count - old >= GROWN_BY and count >= GROWN_TIMES * old:
                found.append(Change(key, "grown", count, old, known.reason(key)))
            continue
        former = _former(wordings.get(key), before)
        if former is None:
            found.append(Change(key, "new", count, None, known.reason(key)))
        else:
            recognised.add(former)
            found.append(Change(key, "newly_recognised", count, before.counts[former], known.reason(key)))
    gone = (key for key in before.counts if key not in counts and key not in recognised)
    found += [Change(key, "gone", None, before.counts[key]) for key in gone]
    return sorted(found, key=lambda one: (_ORDER.index(one.state), one.acknowledged is not None, -(one.count or 0)))


def _former(wording: tuple[str | None, str] | None, before: Before) -> str | None:
    """Return the key that a known error had among the unknown ones; of a message of several lines the first counts."""
    if wording is None:
        return None
    cls, text = wording
    template = template_of(text.removeprefix(f"{cls}: ") if cls else text)
    exact = before.wordings.get((cls, template))
    if exact is not None or len(template) < len("a line that says something"):
        return exact
    return next((key for (own, old), key in before.wordings.items() if own == cls and old.startswith(template)), None)


def fails(report: TriageReport, on: FailOn, known: Acknowledged) -> bool:
    """Say whether a gate is to fail: on what newly occurs, on known errors, or on any; acknowledged ones never."""
    if on == "new":
        return any(one.state == "new" and one.acknowledged is None for one in report.changes or ())
    if any(known.reason(key) is None for key in keys(report.known)):
        return True
    return on == "any" and any(known.reason(key) is None for key in keys(report.unknown))


def keys(errors: Sequence[KnownError] | Sequence[UnknownError]) -> Iterable[str]:
    """Return the keys of a list, without working out its items where that is not needed."""
    listed: Iterable[str] | None = getattr(errors, "keys", None)
    return (error.key for error in errors) if listed is None else listed
