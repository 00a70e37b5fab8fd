"""Private records: author files and v2 records of one's own, in the project's `.errkb` folder and in the user's folder.

An author file (`*.toml`) is compiled to v2 records. A v2 record has to hold a commit and a permalink, and a note about
one's own program has neither: they are filled as the contract computes them, from a commit of zeros, and never shown
(`Entry.shown`). What is shown is the author's own link, for any forge, or nothing.

    .errkb/*.toml                             author files
    .errkb/records/{owner}/{repo}/{slug}.json  v2 records with their sidecars, as `errkb new` writes them
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from errkb.dataset.authorfile import Table, read_tables
from errkb.dataset.check import check
from errkb.dataset.derive import complete
from errkb.dataset.read import Dataset
from errkb.dataset.shapes import validate
from errkb.dataset.templating import PatternError, templates
from errkb.dataset.unique import unique
from errkb.model import ids
from errkb.model.catalog import Finding
from errkb.model.record import Record
from errkb.model.report import Entry
from errkb.model.sidecar import EvidenceFile

__all__ = ["NO_COMMIT", "RECORDS", "read_private"]

RECORDS = "records"
NO_COMMIT = "0" * 40
"""Stands for a commit nobody knows."""
UNKNOWN = "Not described."
"""Stands in a field the contract wants filled and the author left out; never shown."""

_SHA = re.compile(r"[0-9a-f]{40}")
_FIELD = re.compile(r"\{(\w*)\}")
_LINK = re.compile(r"https?://[^\s\x00-\x20]+")
_POINTERS = {
    "/errorType": "type",
    "/severity": "severity",
    "/repo": "repo",
    "/tags": "tags",
    "/backgroundTag": "family",
    "/messagePattern": "pattern",
    "/filePath": "file",
    "/lineNumber": "line",
}
"""Field of a record -> key of the author file."""


def read_private(folder: Path, source: str = "private") -> Dataset:
    """Return the records of a private folder; every fault is a finding, and costs the record it is in and no other."""
    dataset = Dataset.read_folder(folder / RECORDS, source=source) if (folder / RECORDS).is_dir() else Dataset()
    for entry in dataset.entries:
        entry.private = {"owner": None, "runbook": None, "link": None, "place": None, "unknown": []}
        if entry.record["analyzedSha"] == NO_COMMIT:
            entry.private["unknown"] = ["analyzedSha"]
    for path in sorted(folder.glob("*.toml")):
        tables, findings = read_tables(path)
        dataset.findings += findings
        for table in tables:
            compiled, faults = _compiled(table, folder, source)
            dataset.findings += faults
            dataset.entries += [compiled] if compiled else []
    kept, clashes = unique(dataset.entries)
    dataset.findings += [_clash(clash, dataset.entries, kept) for clash in clashes]
    dataset.entries = kept
    return dataset


def _compiled(table: Table, folder: Path, source: str) -> tuple[Entry | None, list[Finding]]:
    values = table.values
    missing = [key for key in ("meaning", "fixes") if key not in values]
    missing += [] if "message" in values or "pattern" in values else ["message"]
    if missing:
        hint = 'message = "as printed, {placeholders} for what changes", meaning = "…", fixes = ["…"]'
        return None, [_fault(table, "missing-key", f"this record has no {' and no '.join(missing)}", hint=hint)]
    try:
        wordings = [values["message"]] if "message" in values else []
        wordings += templates(values["pattern"]) if "pattern" in values else []
    except PatternError as error:
        return None, [_fault(table, "pattern", f"pattern: {error}", hint='message = "…" with {placeholders} does, too')]
    draft, unknown = _draft(table, folder, wordings[0])
    record = complete(draft)
    evidence = _evidence(values, wordings[1:])
    faults = [*validate(Record, record)[1], *validate(EvidenceFile, evidence)[1]]
    faults = faults or [fault for fault in check(record, own=False) if fault.severity == "error"]
    link, odd = _filled(table, "link", record)
    runbook, odd_too = _filled(table, "runbook", record)
    if faults or odd or odd_too:
        return None, [*(_worded(table, fault) for fault in faults), *odd, *odd_too]
    private = {
        "owner": values.get("owner"),
        "runbook": runbook,
        "link": link,
        "place": f"{table.file}:{table.line}",
        "unknown": unknown,
    }
    return Entry(record, evidence, None, source, private), []


def _draft(table: Table, folder: Path, message: str) -> tuple[dict[str, Any], list[str]]:
    """Return what an author of a record writes, and the fields that nobody wrote."""
    values = table.values
    ref, unknown = values.get("ref", ""), []
    draft = {
        "repo": values.get("repo") or f"private/{ids.slug(None, folder.resolve().parent.name)}",
        "errorMessage": message,
        "errorCode": values.get("code"),
        "errorClass": values.get("class"),
        "errorType": values.get("type", "exception" if "class" in values else "console"),
        "severity": values.get("severity", "error"),
        "filePath": values.get("file") or table.file.name,
        "lineNumber": values.get("line"),
        "documentation": values["meaning"],
        "triggerScenarios": values.get("when", UNKNOWN),
        "commonSituations": values.get("situations", UNKNOWN),
        "solutions": values["fixes"],
        "exampleFix": values.get("example"),
        "preventionTips": values.get("prevention", []),
        "tags": values.get("tags", []),
        "backgroundTag": values.get("family"),
        "analyzedSha": ref if _SHA.fullmatch(ref) else NO_COMMIT,
        "analyzedAt": _written(table.file),
    }
    for key, field in (("when", "triggerScenarios"), ("situations", "commonSituations"), ("file", "filePath")):
        unknown += [field] if key not in values else []
    return draft, unknown + (["analyzedSha"] if draft["analyzedSha"] == NO_COMMIT else [])


def _written(path: Path) -> str:
    return datetime.fromtimestamp(int(path.stat().st_mtime), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _evidence(values: dict[str, Any], wordings: list[str]) -> dict[str, Any]:
    package = values.get("package")
    evidence = EvidenceFile.model_validate(
        {
            "package": package,
            "ecosystem": "none",
            "function": values.get("function"),
            "aliases": [{"errorMessage": message} for message in [*wordings, *values.get("aliases", [])]],
            "positive": [{"text": text} for text in values.get("lines", [])],
            "negative": [{"text": text, "reason": "a near miss"} for text in values.get("near-misses", [])],
        }
    )
    return evidence.model_dump(mode="json")


def _filled(table: Table, key: str, record: dict[str, Any]) -> tuple[str | None, list[Finding]]:
    """Return a link template with its fields filled, `None` if it names something this record does not have."""
    template = table.values.get(key)
    if template is None:
        return None, []
    known = {
        "repo": record["repo"],
        "path": table.values.get("file"),
        "line": table.values.get("line"),
        "ref": table.values.get("ref"),
        "slug": record["slug"],
        "id": record["id"],
        "code": record["errorCode"],
    }
    wanted = _FIELD.findall(template)
    if odd := [name for name in wanted if name not in known]:
        hint = f"the fields are: {', '.join(f'{{{name}}}' for name in known)}"
        return None, [_fault(table, "wrong-value", f"{key} has an unknown field {{{odd[0]}}}", hint=hint)]
    if any(known[name] is None for name in wanted):
        return None, []
    link = _FIELD.sub(lambda found: str(known[found[1]]), template)
    if not _LINK.fullmatch(link):
        return None, [_fault(table, "wrong-value", f"{key} is not a link that begins with https:// or http://")]
    return link, []


def _fault(table: Table, rule: str, message: str, *, hint: str | None = None) -> Finding:
    return Finding(rule, message, table.file, line=table.line, hint=hint)


def _worded(table: Table, fault: Finding) -> Finding:
    """Return a finding about the compiled record as one about the author's table."""
    key = next((key for pointer, key in _POINTERS.items() if fault.pointer.startswith(pointer)), "")
    message = f"{key}: {fault.message}" if key else fault.message
    return replace(fault, message=message, file=table.file, line=table.line, pointer="")


def _clash(clash: Finding, entries: Iterable[Entry], kept: Iterable[Entry]) -> Finding:
    """Return a clash of ids with the place of the record that is left out."""
    staying = {id(entry) for entry in kept}
    for entry in entries:
        if id(entry) not in staying and clash.file and clash.file.stem == entry.record["slug"] and entry.private:
            file, _, line = str(entry.private["place"] or "").rpartition(":")
            hint = "one error is one record: put the other wording into `aliases`"
            message = "there is a record of this message already"
            return Finding(clash.rule, message, Path(file) if file else None, line=int(line or 1), hint=hint)
    return clash
