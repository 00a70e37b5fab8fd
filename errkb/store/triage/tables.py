"""Which tables a triage report gives, their columns and types, and their rows (documented in docs/triage.md).

`recordId` is `records.id` of the dataset, `eventId` names an occurrence, `runId` a report. What stands in a log is told
by `events`, whatever the dataset; `matches` says which of them a record knows; the rest belongs to one run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from errkb.model.triage import KnownError, TriageReport, UnknownError, Verdict
from errkb.normalize import printable

__all__ = ["TABLES", "Row", "rows", "run_id"]

Row = tuple[str, dict[str, Any]]
"""A table and one row of it, by column."""

TABLES: dict[str, dict[str, str]] = {
    "events": {
        "eventId": "VARCHAR",
        "clusterKey": "VARCHAR",
        "file": "VARCHAR",
        "line": "BIGINT",
        "unit": "VARCHAR",
        "process": "VARCHAR",
        "step": "VARCHAR",
        "time": "TIMESTAMP",
        "class": "VARCHAR",
        "text": "VARCHAR",
        "wrapper": "BOOLEAN",
        "repeated": "BIGINT",
    },
    "matches": {
        "eventId": "VARCHAR",
        "recordId": "VARCHAR",
        "kind": "VARCHAR",
        "captures": "MAP(VARCHAR, VARCHAR)",
    },
    "clusters": {
        "runId": "VARCHAR",
        "clusterKey": "VARCHAR",
        "bucket": "VARCHAR",
        "recordId": "VARCHAR",
        "fingerprint": "VARCHAR",
        "class": "VARCHAR",
        "template": "VARCHAR",
        "frame": "VARCHAR",
        "count": "BIGINT",
        "first": "TIMESTAMP",
        "last": "TIMESTAMP",
        "files": "BIGINT",
        "units": "BIGINT",
        "processes": "BIGINT",
        "days": "BIGINT",
        "wrapper": "BOOLEAN",
        "firstFix": "VARCHAR",
        "nearestId": "VARCHAR",
        "nearestScore": "DOUBLE",
    },
    "verdicts": {
        "runId": "VARCHAR",
        "unit": "VARCHAR",
        "outcome": "VARCHAR",
        "clusterKey": "VARCHAR",
        "recordId": "VARCHAR",
        "byWrapper": "BOOLEAN",
        "file": "VARCHAR",
        "line": "BIGINT",
        "step": "VARCHAR",
        "text": "VARCHAR",
        "why": "VARCHAR",
        "events": "BIGINT",
        "first": "TIMESTAMP",
        "last": "TIMESTAMP",
    },
    "cascades": {
        "runId": "VARCHAR",
        "cause": "VARCHAR",
        "effect": "VARCHAR",
        "count": "BIGINT",
        "of": "BIGINT",
        "seconds": "DOUBLE",
    },
    "files": {
        "runId": "VARCHAR",
        "name": "VARCHAR",
        "state": "VARCHAR",
        "bytes": "BIGINT",
        "lines": "BIGINT",
        "reason": "VARCHAR",
        "encoding": "VARCHAR",
        "packed": "VARCHAR",
    },
    "runs": {
        "runId": "VARCHAR",
        "datasetVersion": "VARCHAR",
        "unit": "VARCHAR",
        "files": "BIGINT",
        "bytes": "BIGINT",
        "lines": "BIGINT",
        "events": "BIGINT",
        "known": "BIGINT",
        "unknown": "BIGINT",
        "first": "TIMESTAMP",
        "last": "TIMESTAMP",
    },
}
"""DuckDB type by column, of each table. What is read as one file is `events`."""


def run_id(report: TriageReport) -> str:
    """Return what names a report: the same logs read with the same dataset give the same, wherever they lie."""
    digest = blake2b(digest_size=8)
    totals = report.totals
    about = [report.dataset_version, report.unit, totals.bytes, totals.lines, totals.events]
    about += sorted((file.state, file.bytes, file.lines) for file in report.files)
    digest.update(json.dumps(about).encode())
    for occurrence in report.occurrences:
        digest.update(f"\n{occurrence.id} {occurrence.key}".encode("utf-8", "backslashreplace"))
    return digest.hexdigest()


def rows(report: TriageReport, table: str, run: str = "") -> Iterator[dict[str, Any]]:
    """Yield the rows of a table, every column in its place; those of one run hold its id.

    Texts are such as any program can show: a terminal sequence of a log is gone, other controls are escapes.
    """
    empty = dict.fromkeys(TABLES[table])
    for row in _ROWS[table](report):
        told = {name: _shown(value) for name, value in row.items()}
        yield empty | ({"runId": run} if "runId" in empty else {}) | told


def _shown(value: Any) -> Any:
    if isinstance(value, str):
        return printable(value)
    return {_shown(name): _shown(part) for name, part in value.items()} if isinstance(value, dict) else value


def _events(report: TriageReport) -> Iterator[dict[str, Any]]:
    for one in report.occurrences:
        place = one.place
        yield {
            "eventId": one.id,
            "clusterKey": one.key,
            "file": place.file,
            "line": place.line,
            "unit": place.unit,
            "process": place.process,
            "step": place.step,
            "time": place.time,
            "class": one.cls,
            "text": one.text,
            "wrapper": one.wrapper,
            "repeated": one.repeated,
        }


def _matches(report: TriageReport) -> Iterator[dict[str, Any]]:
    kinds = {error.key: error.kind for error in report.known}
    for one in report.occurrences:
        if record := _record(one.key):
            yield {"eventId": one.id, "recordId": record, "kind": kinds.get(one.key), "captures": dict(one.captures)}


def _clusters(report: TriageReport) -> Iterator[dict[str, Any]]:
    errors: list[KnownError | UnknownError] = [*report.known, *report.unknown]
    for error in errors:
        spread = error.spread
        about = _known(error) if isinstance(error, KnownError) else _unknown(error)
        yield (
            {"clusterKey": error.key}
            | about
            | {
                "count": spread.count,
                "first": spread.first,
                "last": spread.last,
                "files": spread.files_total,
                "units": spread.units_total,
                "processes": spread.processes_total,
                "days": spread.days,
                "wrapper": error.wrapper,
            }
        )


def _known(error: KnownError) -> dict[str, Any]:
    record = error.record
    return {
        "bucket": "known",
        "recordId": record.get("id") or _record(error.key),
        "class": record.get("errorClass"),
        "template": record.get("errorMessage"),
        "firstFix": error.first_fix,
    }


def _unknown(error: UnknownError) -> dict[str, Any]:
    near = error.nearest
    return {
        "bucket": "unknown",
        "fingerprint": error.fingerprint,
        "class": error.cls,
        "template": error.template,
        "frame": error.frame,
        "nearestId": near.id if near else None,
        "nearestScore": near.score if near else None,
    }


def _verdicts(report: TriageReport) -> Iterator[dict[str, Any]]:
    for verdict in report.verdicts:
        yield {
            "unit": verdict.unit,
            "outcome": verdict.outcome,
            "byWrapper": verdict.by_wrapper,
            "events": verdict.events,
            "first": verdict.first,
            "last": verdict.last,
        } | _cause(verdict)


def _cause(verdict: Verdict) -> dict[str, Any]:
    cause = verdict.cause
    if cause is None:
        return {}
    return {
        "clusterKey": cause.key,
        "recordId": _record(cause.key),
        "file": cause.place.file,
        "line": cause.place.line,
        "step": cause.place.step,
        "text": cause.text,
        "why": cause.why,
    }


def _cascades(report: TriageReport) -> Iterator[dict[str, Any]]:
    for one in report.cascades:
        yield {"cause": one.cause, "effect": one.effect, "count": one.count, "of": one.of, "seconds": one.seconds}


def _files(report: TriageReport) -> Iterator[dict[str, Any]]:
    return ({name: getattr(file, name) for name in list(TABLES["files"])[1:]} for file in report.files)


def _runs(report: TriageReport) -> Iterator[dict[str, Any]]:
    totals = report.totals
    yield {"datasetVersion": report.dataset_version, "unit": report.unit} | {
        name: getattr(totals, name) for name in list(TABLES["runs"])[3:]
    }


def _record(key: str) -> str | None:
    """Return the record a key stands for, none for an unknown error."""
    return key.removeprefix("record:") if key.startswith("record:") else None


_ROWS = {
    "events": _events,
    "matches": _matches,
    "clusters": _clusters,
    "verdicts": _verdicts,
    "cascades": _cascades,
    "files": _files,
    "runs": _runs,
}
