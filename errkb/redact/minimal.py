"""The least of a triage report that still tells a story: templates, counts, and captures that are known to be harmless.

No line of a log is left, no name of a file, unit, process or step, no text of a record beyond its message. Captures go
by their name and, unless the user names them, by their value too: a number, a size, a version, a type.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Literal

from errkb.model.triage import (
    KnownError,
    Occurrence,
    Occurrences,
    Place,
    Sample,
    Spread,
    TriageReport,
    UnknownError,
    Verdict,
    Witness,
)
from errkb.redact.report import is_public

__all__ = ["ALLOWED", "minimal"]

ALLOWED = frozenset(
    {
        "allocated",
        "allocated_memory",
        "attempts",
        "available_memory",
        "axis",
        "code",
        "colno",
        "context_len",
        "count",
        "dim",
        "dim0",
        "dim1",
        "draft_vocab_size",
        "dtype",
        "duration",
        "elapsed",
        "errno",
        "exit_code",
        "exit_status",
        "exitcode",
        "expected",
        "free",
        "given",
        "gpu_memory_utilization",
        "got",
        "height",
        "length",
        "limit",
        "limited",
        "lineno",
        "max_len",
        "max_model_len",
        "max_output_tokens",
        "max_prompt_len",
        "max_tokens",
        "max_total_tokens",
        "memory",
        "milliseconds",
        "min_version",
        "model_max_length",
        "n_features",
        "ndim",
        "needed_memory",
        "percent",
        "port",
        "prompt_len",
        "quota",
        "rank",
        "requested",
        "required",
        "running",
        "seconds",
        "shape",
        "size",
        "status",
        "status_code",
        "target_vocab_size",
        "timeout",
        "token_count",
        "token_num",
        "total",
        "total_capacity",
        "used",
        "version",
        "wanted",
        "width",
    }
)
"""Names of captures that stay if their value is a measure."""
_MEASURE = re.compile(
    r"-?\d[\d.,]{0,30} ?(?:[kKMGTP]i?B|bytes|%|[mnu]?s|seconds)?|v?\d+(?:\.\d+){1,3}(?:[-+.\w]{0,20})?"
    r"|(?:torch\.)?(?:u?int|b?float|complex|bool)\d{0,3}"
)
_QUOTED = re.compile(r"'[^'\n]{1,2000}'|\"[^\"\n]{1,2000}\"|`[^`\n]{1,2000}`")
LONGEST_TEMPLATE = 300
_RECORD = ("id", "repo", "slug", "errorCode", "errorMessage", "errorClass", "errorType", "severity")
_Kind = Literal["file", "unit", "process"]


def minimal(report: TriageReport, allowed: Collection[str] = ()) -> TriageReport:
    """Return the least of a report; `allowed` are names of captures that stay whatever their value."""
    least = _Least(allowed)
    for verdict in report.verdicts:  # so that they count from 1 in the order of the table
        least.alias("unit", verdict.unit)
    for file in report.files:
        least.alias("file", file.name)
    return replace(
        report,
        files=[replace(file, name=least.alias("file", file.name), reason=None) for file in report.files],
        known=[least.known(error) for error in report.known],
        unknown=[least.unknown(error) for error in report.unknown],
        verdicts=[least.verdict(verdict) for verdict in report.verdicts],
        changes=report.changes
        and [replace(one, acknowledged=one.acknowledged and "acknowledged") for one in report.changes],
        occurrences=_Occurrences(report.occurrences, least),
    )


class _Least:
    """Makes the least of the nouns of a report; the same name has the same alias in all of them."""

    def __init__(self, allowed: Collection[str]) -> None:
        self._allowed = frozenset(allowed)
        self._aliases: dict[tuple[_Kind, str], str] = {}
        self._counts: dict[_Kind, int] = {}

    def alias(self, kind: _Kind, name: str) -> str:
        """Return `file-3` for a name."""
        known = self._aliases.get((kind, name))
        if known is None:
            number = self._counts[kind] = self._counts.get(kind, 0) + 1
            known = self._aliases[kind, name] = f"{kind}-{number}"
        return known

    def place(self, place: Place) -> Place:
        """Return a place without its names."""
        process = place.process and self.alias("process", place.process)
        file, unit = self.alias("file", place.file), self.alias("unit", place.unit)
        return replace(place, file=file, unit=unit, process=process, step=None)

    def known(self, error: KnownError) -> KnownError:
        """Return a known error with its template and the captures that may stay."""
        shown = [(dict(self.captures(values.items())), number) for values, number in error.captures]
        public = is_public(error)
        record = {name: error.record.get(name) for name in _RECORD} if public else {"id": error.record["id"]}
        return replace(
            error,
            record=record if public else record | {"errorMessage": "a record of one's own"},
            spread=self._spread(error.spread),
            sample=self._sample(error.sample),
            captures=[one for one in shown if one[0]],
            first_fix=error.first_fix if public else None,
        )

    def unknown(self, error: UnknownError) -> UnknownError:
        """Return an unknown error with its template, in which nothing is quoted."""
        template = _QUOTED.sub("<text>", error.template)
        template = template if len(template) <= LONGEST_TEMPLATE else template[: LONGEST_TEMPLATE - 1] + "…"
        spread, sample = self._spread(error.spread), self._sample(error.sample)
        return replace(error, template=template, spread=spread, sample=sample, frame=None)

    def verdict(self, verdict: Verdict) -> Verdict:
        """Return a verdict that names its cause by key only."""
        return replace(
            verdict,
            unit=self.alias("unit", verdict.unit),
            cause=verdict.cause and self._witness(verdict.cause),
            runners_up=[self._witness(one) for one in verdict.runners_up],
            outcome_line=verdict.outcome_line and self.place(verdict.outcome_line),
        )

    def occurrence(self, one: Occurrence) -> Occurrence:
        """Return an occurrence without its text."""
        return replace(one, place=self.place(one.place), text="", captures=tuple(self.captures(one.captures)))

    def captures(self, found: Collection[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Yield those that may stay."""
        for name, value in found:
            if name in self._allowed or (name.lower() in ALLOWED and _MEASURE.fullmatch(value)):
                yield name, value

    def _spread(self, spread: Spread) -> Spread:
        return replace(
            spread,
            files={self.alias("file", name): number for name, number in spread.files.items()},
            units={self.alias("unit", name): number for name, number in spread.units.items()},
            processes={self.alias("process", name): number for name, number in spread.processes.items()},
        )

    def _sample(self, sample: Sample) -> Sample:
        return Sample(self.place(sample.place), ())

    def _witness(self, witness: Witness) -> Witness:
        return replace(witness, place=self.place(witness.place), text="", why="")


class _Occurrences(Occurrences):
    """Occurrences that are made least when they are gone through."""

    def __init__(self, whole: Occurrences, least: _Least) -> None:
        self._whole, self._least = whole, least

    def __iter__(self) -> Iterator[Occurrence]:
        return map(self._least.occurrence, self._whole)

    def __len__(self) -> int:
        return len(self._whole)
