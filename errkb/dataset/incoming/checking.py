"""Rows -> records that keep the contract, in blocks that processes can share.

A row that is sound costs one pass of pydantic's parser and the rules between fields; only a row that is not is read
again by the strict reader, which says what is wrong and where.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from pydantic import ValidationError

from errkb.dataset.check import check
from errkb.dataset.incoming.rows import Row
from errkb.dataset.jsonfile import JsonFileError, loads
from errkb.dataset.shapes import validate
from errkb.model.catalog import Finding
from errkb.model.record import Record
from errkb.model.timestamps import in_future, instant

__all__ = ["Checked", "Key", "check_rows", "placed"]

Key = tuple[str, str, str, str]
"""Id, repository, slug and `analyzedAt` of a record."""

_VALIDATE = Record.__pydantic_validator__
_DUMP = Record.__pydantic_serializer__


@dataclass(slots=True)
class Checked:
    """What became of a block of rows. It travels between processes, so it holds plain data only."""

    texts: list[bytes] = field(default_factory=list)
    """JSON of each sound record, keys in the order of the contract, a line end behind."""
    digests: list[bytes] = field(default_factory=list)
    """A hash of each of these texts."""
    keys: list[Key] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """Which row of the block each of them was."""
    faults: list[tuple[int, list[Finding]]] = field(default_factory=list)
    """Which row, and what is wrong with it."""
    unknown: dict[str, int] = field(default_factory=dict)
    """Keys that were left out, and in how many records."""


def check_rows(rows: Sequence[bytes | Any], former_ids: dict[str, list[str]], *, ignore_unknown: bool) -> Checked:
    """Return the sound records of a block and the faults of the others, their places within the record only.

    `former_ids` are those a record's evidence knows, by its id; `ignore_unknown` leaves keys out that the contract does
    not have.
    """
    found = Checked()
    for at, data in enumerate(rows):
        record, faults = _shape(data, found.unknown if ignore_unknown else None)
        if record is not None:
            fields = record.__dict__
            faults = [fault for fault in _rules(fields, former_ids) if fault.severity == "error"]
            faults += _ahead(record.analyzedAt)
            if not faults:
                text = _DUMP.to_json(record) + b"\n"
                found.texts.append(text)
                found.digests.append(blake2b(text, digest_size=16).digest())
                found.keys.append((record.id, record.repo, record.slug, record.analyzedAt))
                found.places.append(at)
                continue
        found.faults.append((at, faults))
    return found


def _rules(fields: dict[str, Any], former_ids: dict[str, list[str]]) -> Iterable[Finding]:
    return check(fields, own=False, former_ids=former_ids.get(fields["id"], ()))


def _ahead(analyzed_at: str) -> list[Finding]:
    """A time far ahead would make a version that no sync takes, and that none of the following ones is newer than."""
    at = instant(analyzed_at)
    if at is None or not in_future(at):
        return []
    hint = "is the clock of this machine right?"
    return [Finding("timestamp", "this lies more than a day in the future", pointer="/analyzedAt", hint=hint)]


def _shape(data: bytes | Any, unknown: dict[str, int] | None) -> tuple[Record | None, list[Finding]]:
    if isinstance(data, bytes):
        try:
            found: Record = _VALIDATE.validate_json(data)
        except ValidationError:
            pass
        else:
            if _has_each_key_once(data, len(found.model_fields_set)):
                return found, []
        try:
            data = loads(data)
        except JsonFileError as error:
            return None, [error.finding]
    if unknown is not None and isinstance(data, dict):
        for key in data.keys() - Record.model_fields.keys():
            unknown[key] = unknown.get(key, 0) + 1
        data = {key: value for key, value in data.items() if key in Record.model_fields}
    return validate(Record, data)


def _has_each_key_once(data: bytes, keys: int) -> bool:
    r"""Say whether no key of a record with so many keys stands twice, as far as counting quotes can tell.

    A quote before a colon ends a key, unless a backslash stands before it: then it is within a text. Blanks before a
    colon make the count too low: then the strict reader has the word.
    """
    ends = data.count(b'":')
    return ends == keys or ends - data.count(b'\\":') == keys


def placed(fault: Finding, row: Row) -> Finding:
    """Return a fault of a record with the place of the record."""
    line = row.line if row.line is not None else fault.line
    # A row of a table has neither line nor pointer: it is found by its number.
    message = fault.message if line or row.pointer else f"record {row.number:,}: {fault.message}"
    return replace(fault, message=message, file=row.file, line=line, pointer=row.pointer + fault.pointer)
