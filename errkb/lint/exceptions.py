"""`_exceptions.json` in a records folder: findings that are right as they are, each with its reason.

An entry that suppresses nothing is a finding itself, so that the list only ever holds what is needed. It is judged only
when its rule has run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from errkb.dataset.folder import EXCEPTIONS
from errkb.dataset.jsonfile import JsonFileError, load
from errkb.dataset.shapes import pointer
from errkb.model.catalog import Finding
from errkb.model.sidecar import LintException, LintExceptions

__all__ = ["without_exceptions"]

NAME = "unneeded-exception"


def without_exceptions(findings: Iterable[Finding], root: Path, ran: Collection[str]) -> list[Finding]:
    """Return the findings without the excepted ones, and one for each exception that suppresses nothing.

    `ran` are the names of the rules that were run.
    """
    path = root / EXCEPTIONS
    listed, faults = _read(path)
    excepted = {(entry.rule, entry.record) for entry in listed}
    kept, used = [], set()
    for finding in findings:
        key = (finding.rule, _subject(finding.file, root))
        if key in excepted:
            used.add(key)
        else:
            kept.append(finding)
    for number, entry in enumerate(listed):
        if entry.rule in ran and (entry.rule, entry.record) not in used:
            message = f"{entry.rule} finds nothing in {entry.record}"
            faults.append(Finding(NAME, message, path, f"/{number}", hint="remove the exception"))
    return kept + faults


def _subject(file: Path | None, root: Path) -> str:
    """Return `owner/repo/slug` of the record or sidecar (`_info/slug` of the article) a finding is about."""
    if file is None or not file.is_relative_to(root):
        return ""
    return file.relative_to(root).with_name(file.name.partition(".")[0]).as_posix()


def _read(path: Path) -> tuple[list[LintException], list[Finding]]:
    if not path.exists():
        return [], []
    try:
        return TypeAdapter(LintExceptions).validate_python(load(path)), []
    except JsonFileError as fault:
        return [], [fault.finding]
    except ValidationError as error:
        hint = 'each entry is {"rule": …, "record": "owner/repo/slug", "reason": …}'
        return [], [Finding("wrong-value", one["msg"], path, pointer(one["loc"]), hint=hint) for one in error.errors()]
