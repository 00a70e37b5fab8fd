"""Findings for other programs: JSON, SARIF 2.1.0 (code scanning, editors) and the annotations of GitHub workflows.

Paths are relative to the current folder where they lie in it, with `/` between their parts, as all three expect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import quote

from errkb.model.catalog import Finding
from errkb.render.annotations import annotation

__all__ = ["SARIF_SCHEMA", "findings_github", "findings_json", "findings_sarif"]

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning"}


def findings_json(findings: Sequence[Finding], base: Path) -> list[dict[str, Any]]:
    """Return each finding as an object with the keys of `Finding`."""
    return [asdict(finding) | {"file": _relative(finding.file, base)} for finding in findings]


def findings_github(findings: Sequence[Finding], base: Path) -> str:
    """Return one workflow command per finding: GitHub shows them beside the lines of a pull request."""
    return "".join(
        annotation(
            finding.severity,
            _message(finding),
            title=finding.rule,
            file=_relative(finding.file, base),
            line=finding.line,
        )
        for finding in findings
    )


def findings_sarif(
    findings: Sequence[Finding], base: Path, *, version: str, rules: Mapping[str, str]
) -> dict[str, Any]:
    """Return a SARIF log with one run; `rules` are all rules with their explanations."""
    numbers = {name: number for number, name in enumerate(rules)}
    driver = {
        "name": "errkb",
        "version": version,
        "rules": [
            {
                "id": name,
                "shortDescription": {"text": text.split("\n\n")[0].replace("\n", " ")},
                "fullDescription": {"text": text},
                "defaultConfiguration": {"level": "error"},
            }
            for name, text in rules.items()
        ],
    }
    results = [_result(finding, base, numbers) for finding in findings]
    return {
        "$schema": SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def _result(finding: Finding, base: Path, numbers: Mapping[str, int]) -> dict[str, Any]:
    result: dict[str, Any] = {"ruleId": finding.rule, "level": _LEVELS[finding.severity]}
    if finding.rule in numbers:
        result["ruleIndex"] = numbers[finding.rule]
    result["message"] = {"text": _message(finding)}
    if finding.file is not None:
        place: dict[str, Any] = {"artifactLocation": {"uri": quote(_relative(finding.file, base) or "", safe="/")}}
        if finding.line is not None:
            place["region"] = {"startLine": finding.line}
        location: dict[str, Any] = {"physicalLocation": place}
        if finding.pointer:
            location["logicalLocations"] = [{"fullyQualifiedName": finding.pointer}]
        result["locations"] = [location]
    return result


def _message(finding: Finding) -> str:
    return f"{finding.message} ({finding.hint})" if finding.hint else finding.message


def _relative(file: Path | None, base: Path) -> str | None:
    if file is None:
        return None
    absolute = file.absolute()
    return (absolute.relative_to(base) if absolute.is_relative_to(base) else absolute).as_posix()
