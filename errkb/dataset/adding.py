"""Writing a record and its evidence into a records folder: the one way in which drafts become files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from errkb.dataset.canonical import dumps, write_text
from errkb.dataset.derive import complete
from errkb.dataset.folder import place, sidecar
from errkb.dataset.shapes import validate
from errkb.errors import DatasetError, UsageError
from errkb.model.record import Record
from errkb.model.sidecar import EvidenceFile

__all__ = ["add_record"]

S = TypeVar("S", bound=BaseModel)


def add_record(
    records: Path,
    draft: dict[str, Any],
    evidence: dict[str, Any],
    *,
    total_lines: int | None = None,
    replace: bool = False,
) -> Path:
    """Compute every derived field, write record and evidence in canonical form, and return the record's file.

    Raises `UsageError` if there is a record of this repo, message (or code) and file already, unless it is to be
    replaced; `DatasetError` if draft or evidence break their shape. Then nothing is written.
    """
    fresh = complete(draft, total_lines=total_lines)
    others = _ids(records / fresh["repo"])
    if fresh["id"] in others.values() and not replace:
        slug = next(slug for slug, identifier in others.items() if identifier == fresh["id"])
        hint = "edit that file; a second place that raises the message goes into `sites` of its evidence"
        raise UsageError(
            "there is a record of this error already", where=str(records / fresh["repo"] / slug), hint=hint
        )
    taken = frozenset(slug for slug, identifier in others.items() if identifier != fresh["id"])
    record = _valid(Record, complete(draft, total_lines=total_lines, taken_slugs=taken))
    beside = _valid(EvidenceFile, evidence)
    path = records / place(record.model_dump(mode="json"))
    write_text(path, dumps(record))
    write_text(sidecar(path, "evidence"), dumps(beside))
    return path


def _ids(folder: Path) -> dict[str, str]:
    """Return the id of each record of a repository by its slug."""
    found: dict[str, str] = {}
    for path in folder.glob("*.json"):
        if "." not in path.stem:
            try:
                found[path.stem] = str(json.loads(path.read_text(encoding="utf-8"))["id"])
            except (OSError, ValueError, KeyError, TypeError):  # lint names it; its slug is taken all the same
                found[path.stem] = ""
    return found


def _valid(shape: type[S], data: dict[str, Any]) -> S:
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        faults = validate(shape, data)[1]
        first = faults[0] if faults else None
        where = first.pointer if first else None
        raise DatasetError(first.message if first else str(error), where=where) from error
