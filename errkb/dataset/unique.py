"""What may occur once only in a dataset: ids (former ones included) and slugs within a repository."""

from __future__ import annotations

from collections.abc import Iterable

from errkb.dataset.folder import place, sidecar
from errkb.model.catalog import Finding
from errkb.model.report import Entry

__all__ = ["unique"]


def unique(entries: Iterable[Entry]) -> tuple[list[Entry], list[Finding]]:
    """Return the entries whose id and slug are new, and a finding for each of the others.

    The first one stays. A former id that is another record's id stays with that record: only a finding. `file` of the
    findings is relative to the records folder.
    """
    kept: list[Entry] = []
    findings: list[Finding] = []
    ids: dict[str, Entry] = {}
    slugs: set[tuple[str, str]] = set()
    for entry in entries:
        record, file = entry.record, place(entry.record)
        slug = (record["repo"], record["slug"])
        if (other := ids.get(record["id"])) is not None:
            findings.append(_same_id(record, other.record))
        elif slug in slugs:
            findings.append(Finding("duplicate-slug", "another record of this repo has it", file=file, pointer="/slug"))
        else:
            ids[record["id"]] = entry
            slugs.add(slug)
            kept.append(entry)
    return kept, findings + _former_ids(kept, ids)


def _same_id(record: dict[str, object], other: dict[str, object]) -> Finding:
    if record["errorMessage"] == other["errorMessage"]:
        hint = "one message at two places of a file is one record: name the second place in `sites` of its evidence"
    else:
        hint = "two messages under one error code in one file have one id: the first in line order keeps it"
    return Finding("duplicate-id", f"{place(other)} has it", file=place(record), pointer="/id", hint=hint)


def _former_ids(entries: list[Entry], ids: dict[str, Entry]) -> list[Finding]:
    findings, owners = [], dict(ids)
    for entry in entries:
        for at, identifier in enumerate((entry.evidence or {}).get("formerIds", ())):
            other = owners.setdefault(identifier, entry)
            if other is not entry or identifier == entry.record["id"]:
                findings.append(
                    Finding(
                        "duplicate-id",
                        f"{place(other.record)} has it",
                        file=sidecar(place(entry.record), "evidence"),
                        pointer=f"/formerIds/{at}",
                    )
                )
    return findings
