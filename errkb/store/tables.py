"""Which tables there are, their columns and types, and the rows an entry gives to each (documented in docs/tables.md).

Columns have the contract's names. `recordId` in the companion tables is `records.id`; `position` counts from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from errkb.model.pattern import derive

__all__ = ["FILE_NAME", "TABLES", "Row", "sidecar_rows"]

FILE_NAME = "kb.duckdb"

Row = tuple[str, dict[str, Any]]
"""A table and one row of it, by column; a column that is left out is NULL."""

TABLES: dict[str, dict[str, str]] = {
    "records": {
        "id": "VARCHAR",
        "repo": "VARCHAR",
        "slug": "VARCHAR",
        "errorCode": "VARCHAR",
        "errorMessage": "VARCHAR",
        "messagePattern": "VARCHAR",
        "errorType": "VARCHAR",
        "errorClass": "VARCHAR",
        "httpStatus": "INTEGER",
        "severity": "VARCHAR",
        "filePath": "VARCHAR",
        "lineNumber": "INTEGER",
        "sourceCode": "VARCHAR",
        "sourceCodeStart": "INTEGER",
        "sourceCodeEnd": "INTEGER",
        "githubUrl": "VARCHAR",
        "documentation": "VARCHAR",
        "triggerScenarios": "VARCHAR",
        "commonSituations": "VARCHAR",
        "solutions": "VARCHAR[]",
        "exampleFix": "VARCHAR",
        "handlingStrategy": "VARCHAR",
        "validationCode": "VARCHAR",
        "typeGuard": "VARCHAR",
        "tryCatchPattern": "VARCHAR",
        "preventionTips": "VARCHAR[]",
        "tags": "VARCHAR[]",
        "backgroundTag": "VARCHAR",
        "analyzedSha": "VARCHAR",
        "analyzedAt": "TIMESTAMP",
        "schemaVersion": "INTEGER",
    },
    "tags": {"recordId": "VARCHAR", "tag": "VARCHAR"},
    "evidence": {
        "recordId": "VARCHAR",
        "package": "VARCHAR",
        "importName": "VARCHAR",
        "ecosystem": "VARCHAR",
        "function": "VARCHAR",
        "notReproduced": "VARCHAR",
    },
    "sites": {"recordId": "VARCHAR", "filePath": "VARCHAR", "lineNumber": "INTEGER", "function": "VARCHAR"},
    "aliases": {
        "recordId": "VARCHAR",
        "errorMessage": "VARCHAR",
        "messagePattern": "VARCHAR",
        "errorClass": "VARCHAR",
        "versions": "VARCHAR",
    },
    "evidence_lines": {
        "recordId": "VARCHAR",
        "kind": "VARCHAR",
        "position": "INTEGER",
        "text": "VARCHAR",
        "reason": "VARCHAR",
    },
    "captures": {"recordId": "VARCHAR", "position": "INTEGER", "name": "VARCHAR", "value": "VARCHAR"},
    "former_ids": {"recordId": "VARCHAR", "formerId": "VARCHAR"},
    "verifications": {
        "recordId": "VARCHAR",
        "scriptSha256": "VARCHAR",
        "python": "VARCHAR",
        "packages": "MAP(VARCHAR, VARCHAR)",
        "verifiedAt": "TIMESTAMP",
        "trigger": "VARCHAR",
        "match": "VARCHAR",
        "fix": "VARCHAR",
        "recordSha": "VARCHAR",
        "recordSha256": "VARCHAR",
    },
    "articles": {
        "slug": "VARCHAR",
        "clusterKey": "VARCHAR",
        "title": "VARCHAR",
        "summary": "VARCHAR",
        "background": "VARCHAR",
        "commonCauses": "STRUCT(cause VARCHAR, detail VARCHAR)[]",
        "fixes": "VARCHAR[]",
        "guideSlugs": "VARCHAR[]",
        "errorIds": "VARCHAR[]",
        "errorCount": "INTEGER",
        "repoCount": "INTEGER",
        "generatedAt": "TIMESTAMP",
        "schemaVersion": "INTEGER",
    },
    "meta": {"key": "VARCHAR", "value": "VARCHAR"},
}


def sidecar_rows(identifier: str, evidence: dict[str, Any] | None, verified: dict[str, Any] | None) -> Iterator[Row]:
    """Yield what the sidecars of a record put into the tables."""
    if evidence is not None:
        for table, row in _evidence_rows(evidence):
            yield table, {"recordId": identifier} | row
    if verified is not None:
        yield "verifications", {"recordId": identifier} | verified


def _evidence_rows(evidence: dict[str, Any]) -> Iterator[Row]:
    yield "evidence", {column: evidence.get(column) for column in list(TABLES["evidence"])[1:]}
    yield from (("sites", site) for site in evidence.get("sites", ()))
    for alias in evidence.get("aliases", ()):
        yield "aliases", alias | {"messagePattern": derive(alias["errorMessage"])}
    for position, line in enumerate(evidence.get("positive", ()), 1):
        yield "evidence_lines", {"kind": "positive", "position": position, "text": line["text"]}
        for name, value in line.get("captures", {}).items():
            yield "captures", {"position": position, "name": name, "value": value}
    for position, line in enumerate(evidence.get("negative", ()), 1):
        yield (
            "evidence_lines",
            {"kind": "negative", "position": position, "text": line["text"], "reason": line["reason"]},
        )
    yield from (("former_ids", {"formerId": former}) for former in evidence.get("formerIds", ()))
