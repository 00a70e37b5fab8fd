"""Redaction of a triage report: every text in it but keys, times and what the public dataset says.

Two passes: the first finds private values wherever something gives them away, the second takes them out wherever they
stand, so that a password named in one line is not left in the capture of another. Field by field, so that a field that
is new is redacted until somebody says that it need not be. The original stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, cast

from errkb.model.triage import (
    Cascade,
    Change,
    FileReport,
    KnownError,
    Nearest,
    Occurrence,
    Occurrences,
    Place,
    Sample,
    Spread,
    Totals,
    TriageReport,
    UnknownError,
    Verdict,
    Witness,
)
from errkb.redact.redactor import Redactor
from errkb.redact.templates import shared

__all__ = ["is_public", "redacted"]

_KEPT: dict[type, set[str]] = {
    TriageReport: {"dataset_version", "unit", "occurrences"},
    Totals: {"first", "last"},
    FileReport: {"state", "encoding"},
    KnownError: {"key", "kind", "tied", "record", "first_fix", "captures"},
    UnknownError: {"key", "fingerprint", "template"},
    Nearest: {"id", "message"},
    Spread: {"first", "last", "timeline"},
    Place: {"time"},
    Witness: {"key"},
    Verdict: {"outcome", "in_passing", "first", "last"},
    Cascade: {"cause", "effect"},
    Change: {"key", "state"},
    Occurrence: {"id", "key", "captures"},
}
"""What holds nothing private: keys, times, our own words, the dataset's.

Captures, records and templates are seen to apart."""
_NO_COMMIT = "0" * 40
_MOST_CACHED = 50_000
Take = Callable[[str], str]


def redacted(report: TriageReport, redactor: Redactor) -> TriageReport:
    """Return the report without private values; the same value has the same placeholder all over it."""
    for sample in [*(error.sample for error in report.known), *(error.sample for error in report.unknown)]:
        redactor.text("\n".join((*sample.before, *sample.lines, *sample.after)))
    _Taken(redactor).report(report)
    return replace(_Taken(redactor).report(report), occurrences=_Redacted(report.occurrences, redactor))


def is_public(error: KnownError) -> bool:
    """Say whether the record of an error is one of a public dataset, and not of a private folder or of source here."""
    record = error.record
    private = str(record.get("repo") or "").startswith("private/") or record.get("analyzedSha") == _NO_COMMIT
    return error.kind != "located" and not private


@cache
def _looked_at(kind: type) -> list[str]:
    """Return the fields of a noun that may hold something private."""
    kept = next(_KEPT[base] for base in kind.__mro__ if base in _KEPT)
    return [one.name for one in fields(kind) if one.name not in kept]


class _Taken:
    """Takes texts out of the nouns of a report."""

    def __init__(self, redactor: Redactor) -> None:
        self._take = _remembering(redactor.text)
        self._redactor = redactor

    def report(self, report: TriageReport) -> TriageReport:
        """Return the report, its occurrences as they were."""
        return cast("TriageReport", self._part(report))

    def occurrence(self, one: Occurrence) -> Occurrence:
        """Return an occurrence."""
        return cast("Occurrence", self._part(one))

    def _part(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._take(value)
        if isinstance(value, Sequence):
            parts = map(self._part, value)
            return tuple(parts) if isinstance(value, tuple) else list(parts)
        if isinstance(value, dict):
            return self._counts(value)
        if isinstance(value, Sample):
            return self._sample(value)
        if not is_dataclass(value) or isinstance(value, type):
            return value
        found = {name: self._part(getattr(value, name)) for name in _looked_at(type(value))}
        if isinstance(value, KnownError):
            found |= self._known(value)
        elif isinstance(value, UnknownError):
            found["template"] = shared(value.template, "\n".join(value.sample.lines), self._redactor)
        elif isinstance(value, Occurrence):
            found["captures"] = tuple(self._capture(*one) for one in value.captures)
        return replace(value, **found)

    def _counts(self, counts: dict[str, int]) -> dict[str, int]:
        """Return counts by name; two names that differ in nothing but case may become one."""
        taken: dict[str, int] = {}
        for name, number in counts.items():
            shown = self._take(name)
            taken[shown] = taken.get(shown, 0) + number
        return taken

    def _sample(self, sample: Sample) -> Sample:
        """Return a sample; a value over several lines is taken out as one."""
        parts = {
            name: tuple(self._take("\n".join(lines)).split("\n")) if lines else ()
            for name, lines in (("before", sample.before), ("lines", sample.lines), ("after", sample.after))
        }
        return replace(sample, place=self._part(sample.place), **parts)

    def _known(self, error: KnownError) -> dict[str, Any]:
        captures = [(dict(self._capture(*one) for one in values.items()), number) for values, number in error.captures]
        if is_public(error):
            return {"captures": captures}
        fix = error.first_fix and self._take(error.first_fix)
        return {"captures": captures, "record": self._record(error.record), "first_fix": fix}

    def _record(self, record: dict[str, Any]) -> dict[str, Any]:
        return {
            name: self._part(value) if name != "id" and not isinstance(value, dict) else value
            for name, value in record.items()
        }

    def _capture(self, name: str, value: str) -> tuple[str, str]:
        """Return a capture; its name says what it is, as `password=` would in a text."""
        known = self._take(value)
        if known != value:
            return name, known
        named = self._take(f"{name}={value}")
        return name, named.removeprefix(f"{name}=")


class _Redacted(Occurrences):
    """Occurrences that are redacted when they are gone through, and looked through once before."""

    def __init__(self, whole: Occurrences, redactor: Redactor) -> None:
        self._whole, self._redactor = whole, redactor
        self._is_known = False

    def __iter__(self) -> Iterator[Occurrence]:
        if not self._is_known:
            taken = _Taken(self._redactor)
            for one in self._whole:
                taken.occurrence(one)
            self._is_known = True
        return map(_Taken(self._redactor).occurrence, self._whole)

    def __len__(self) -> int:
        return len(self._whole)


def _remembering(take: Take) -> Take:
    """Return what does the same, and remembers what it did: logs repeat themselves."""
    known: dict[str, str] = {}

    def remembering(text: str) -> str:
        found = known.get(text)
        if found is None:
            found = take(text)
            if len(known) < _MOST_CACHED:
                known[text] = found
        return found

    return remembering
