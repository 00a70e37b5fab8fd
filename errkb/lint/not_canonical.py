"""A file that is not in canonical form: fixed key order, two-space indent, final newline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import BaseModel

from errkb.dataset.canonical import dumps
from errkb.lint.rule import Located, Rule
from errkb.model.catalog import Finding
from errkb.model.record import Record
from errkb.model.sidecar import EvidenceFile, VerifiedFile

__all__ = ["RULE"]


def _check(entries: Sequence[Located]) -> Iterator[Finding]:
    for located in entries:
        stem = located.path.with_suffix("")
        entry = located.entry
        files: list[tuple[str, type[BaseModel], dict[str, object] | None]] = [
            (".json", Record, entry.record),
            (".evidence.json", EvidenceFile, entry.evidence),
            (".verified.json", VerifiedFile, entry.verified),
        ]
        for suffix, shape, data in files:
            path = stem.with_name(stem.name + suffix)
            if data is None:
                continue
            if path.read_text(encoding="utf-8") != dumps(shape.model_validate(data)):
                yield Finding(
                    RULE.name, "the file is not in canonical form", path, hint="`errkb lint --fix` rewrites it"
                )


RULE = Rule("not-canonical", "record", _check)
