"""The report as SARIF 2.1.0, for code scanning, editors and viewers: a result for each error, where its sample stands.

Each record is a rule with its explanation and fixes; all unknown errors share one. The keys of errors are their
fingerprints, so that a viewer recognises them in the next report; a baseline gives each result its state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import errkb
from errkb.model.triage import FileReport, KnownError, Place, TriageReport, Verdict
from errkb.render.findings import SARIF_SCHEMA
from errkb.render.prose import count, cut
from errkb.render.triage.clusters import Cluster, clusters, named
from errkb.render.triage.json import document

__all__ = ["chunks", "report_sarif"]

UNKNOWN = "unknown-error"
LONGEST = 2_000
_LEVELS = {"critical": "error", "error": "error", "warning": "warning", "info": "note"}
_STATES = {"new": "new", "grown": "updated", "newly_recognised": "unchanged"}
_NOTICES = {"partial": "warning", "skipped": "error"}


def chunks(report: TriageReport) -> Iterator[str]:
    """Yield the document."""
    yield document(report_sarif(report))


def report_sarif(report: TriageReport) -> dict[str, Any]:
    """Return the report as a SARIF log of one run."""
    found = clusters(report)
    rules = _rules(found)
    numbers = {rule["id"]: number for number, rule in enumerate(rules)}
    causes: dict[str, list[Verdict]] = {}
    for verdict in report.verdicts:
        if verdict.cause and verdict.outcome == "failed":
            causes.setdefault(verdict.cause.key, []).append(verdict)
    driver = {"name": "errkb", "version": errkb.__version__, "rules": rules}
    results = [_result(one, numbers, causes.get(one.key, []), compared=report.changes is not None) for one in found]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "artifacts": [_artifact(file) for file in report.files],
        "results": results + list(_gone(report, named(found))),
        "properties": {"datasetVersion": report.dataset_version, "unknownLeftOut": report.unknown_left},
    }
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _rules(found: list[Cluster]) -> list[dict[str, Any]]:
    rules = {
        UNKNOWN: {
            "id": UNKNOWN,
            "shortDescription": {"text": "An error that no record knows."},
            "help": {"text": "`errkb draft` writes the draft of a record for it."},
        }
    }
    for cluster in found:
        if isinstance(cluster.error, KnownError):
            rules[cluster.key] = _rule(cluster.error.record, cluster)
    return list(rules.values())


def _rule(record: dict[str, Any], cluster: Cluster) -> dict[str, Any]:
    fixes = "\n".join(f"{number}. {fix}" for number, fix in enumerate(record.get("solutions") or (), 1))
    rule: dict[str, Any] = {
        "id": cluster.key,
        "shortDescription": {"text": cluster.title},
        "defaultConfiguration": {"level": _LEVELS.get(cluster.severity, "error")},
    }
    if record.get("slug"):
        rule["name"] = f"{record.get('repo')}/{record['slug']}"
    if record.get("documentation"):
        rule["fullDescription"] = {"text": record["documentation"]}
    if fixes:
        rule["help"] = {"text": fixes, "markdown": fixes}
    if str(record.get("githubUrl") or "").startswith("https://"):
        rule["helpUri"] = record["githubUrl"]
    if record.get("tags"):
        rule["properties"] = {"tags": list(dict.fromkeys(record["tags"]))}
    return rule


def _result(cluster: Cluster, numbers: dict[str, int], causes: list[Verdict], *, compared: bool) -> dict[str, Any]:
    error, spread = cluster.error, cluster.spread
    rule = cluster.key if cluster.key in numbers else UNKNOWN
    quiet = error.wrapper or cluster.in_passing_only
    result: dict[str, Any] = {
        "ruleId": rule,
        "ruleIndex": numbers[rule],
        "level": "note" if quiet else _LEVELS.get(cluster.severity, "error"),
        "message": {"text": cut(_message(cluster), LONGEST)},
        "locations": [_location(error.sample.place, "\n".join(error.sample.lines))],
        "partialFingerprints": {"errkb/v1": cluster.key},
        "occurrenceCount": max(spread.count, 1),
        "properties": {"units": spread.units_total, "files": spread.files_total, "first": spread.first},
    }
    if causes:
        result["relatedLocations"] = [
            _location(one.cause.place, one.cause.text) | {"message": {"text": f"{one.unit} failed here"}}
            for one in causes[:100]
            if one.cause
        ]
    if compared:
        result["baselineState"] = _STATES[cluster.change.state] if cluster.change else "unchanged"
    if cluster.acknowledged:
        result["suppressions"] = [{"kind": "external", "justification": cluster.acknowledged}]
    return result


def _message(cluster: Cluster) -> str:
    error, spread = cluster.error, cluster.spread
    parts = [cluster.title, f"{count(spread.count, 'time')} in {count(spread.units_total, 'unit')}."]
    if cluster.fails:
        parts.append(f"Primary cause of {count(len(cluster.fails), 'failure')}.")
    if error.wrapper:
        parts.append("It only reports another error.")
    if isinstance(error, KnownError):
        parts += [f"First fix: {error.first_fix}"] * bool(error.first_fix)
    elif error.nearest:
        parts.append(f"Nearest record, not an answer: {error.nearest.message} ({error.nearest.id})")
    return "\n".join(parts)


def _location(place: Place, text: str) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": max(place.line, 1)}
    if text:
        region["snippet"] = {"text": cut(text, LONGEST)}
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(place.file)}, "region": region}}


def _gone(report: TriageReport, names: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Yield a result for what stood in the baseline and does not any more, as SARIF wants it told."""
    for change in report.changes or ():
        if change.state == "gone":
            yield {
                "ruleId": UNKNOWN if change.key.startswith("unknown:") else change.key,
                "message": {"text": f"{names.get(change.key, change.key)} stood {change.before or 0:,} times before."},
                "partialFingerprints": {"errkb/v1": change.key},
                "baselineState": "absent",
            }


def _artifact(file: FileReport) -> dict[str, Any]:
    return {"location": {"uri": _uri(file.name)}, "length": file.bytes, "encoding": file.encoding}


def _invocation(report: TriageReport) -> dict[str, Any]:
    told = [
        {
            "level": _NOTICES[file.state],
            "message": {"text": f"{file.name}: {file.state}" + (f" ({file.reason})" if file.reason else "")},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(file.name)}}}],
        }
        for file in report.files
        if file.state in _NOTICES
    ]
    return {"executionSuccessful": True, "toolExecutionNotifications": told}


def _uri(name: str) -> str:
    """Return the name of a file as a reference: relative as it is given, absolute with its scheme."""
    path = quote(name.replace("\\", "/").encode("utf-8", "backslashreplace"), safe="/~!()*'")
    return f"file://{path}" if path.startswith("/") else path
