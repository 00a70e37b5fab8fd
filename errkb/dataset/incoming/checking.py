"""Rows -> records that keep the contract, in blocks that processes can share.

A row that is sound is proven so on the fast path; only one that is not is read by the strict reader and held against
every rule, which says what is wrong and where.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from errkb.dataset.canonical import plain
from errkb.dataset.check import check
from errkb.dataset.incoming.blocks import LineBlock, has_text
from errkb.dataset.incoming.fastpath import FastPath, Sound
from errkb.dataset.incoming.rows import Row
from errkb.dataset.jsonfile import JsonFileError, loads
from errkb.dataset.recordfile import Keys
from errkb.dataset.shapes import validate
from errkb.model.catalog import Finding
from errkb.model.record import Record
from errkb.model.timestamps import in_future, instant

__all__ = ["Checked", "Checker", "placed"]


@dataclass(slots=True)
class Checked:
    """What became of a block of rows. It travels between processes, so it holds plain data only."""

    texts: bytes = b""
    """JSON of the sound records, keys in the order of the contract, a line each."""
    keys: Keys = field(default_factory=Keys)
    """What they are found by."""
    digest: bytes = b""
    """A hash of all of them."""
    newest: str = ""
    """The greatest `analyzedAt`, without the `Z`, so that fractions come after none."""
    rows: int = 0
    lines: int = 0
    faults: list[tuple[int, list[Finding]]] = field(default_factory=list)
    """Which row, and what is wrong with it; all others are sound."""
    unknown: dict[str, int] = field(default_factory=dict)
    """Keys that were left out, and in how many records."""

    def records(self) -> Iterable[bytes]:
        """Return the text of each sound record."""
        return (self.texts[start:end] for start, end in self.keys.spans())


class Checker:
    """Checks rows. `former_ids` are those a record's evidence knows, by its id; `ignore_unknown` leaves keys out that
    the contract does not have."""

    def __init__(self, former_ids: Mapping[str, Sequence[str]], *, ignore_unknown: bool) -> None:
        self._former_ids = former_ids
        self._ignore_unknown = ignore_unknown
        self._fast = FastPath()

    def block(self, block: LineBlock | Sequence[Any]) -> Checked:
        """Return what becomes of a block, as `portable` gives it; raises as `LineBlock.lines`."""
        if not isinstance(block, LineBlock):
            return self.rows(block)
        lines = block.lines()
        found = self.rows([line for line in lines if has_text(line)])
        found.lines = len(lines)
        return found

    def rows(self, rows: Sequence[bytes | Any]) -> Checked:
        """Return the sound records and the faults of the others, their places within the record only."""
        found = Checked(rows=len(rows))
        texts: list[bytes] = []
        digests: list[bytes] = []
        add, proven = found.keys.add, self._fast.proven
        for at, data in enumerate(rows):
            one = proven(data) if isinstance(data, bytes) else None
            if one is None:
                record, faults = self._record(data, found.unknown)
                if record is None:
                    found.faults.append((at, faults))
                    continue
                one = Sound.of(record)
            texts.append(one.text)
            digests.append(add(one.text, one.id, one.repo, one.slug))
            found.newest = max(found.newest, one.analyzed_at[:-1])
        found.texts = b"\n".join([*texts, b""])
        found.digest = sha256(b"".join(digests)).digest()
        return found

    def _record(self, data: bytes | Any, unknown: dict[str, int]) -> tuple[dict[str, Any] | None, list[Finding]]:
        """Return a record that keeps the contract, or what is wrong with it."""
        if isinstance(data, bytes):
            try:
                data = loads(data)
            except JsonFileError as error:
                return None, [error.finding]
        if self._ignore_unknown and isinstance(data, dict):
            for key in data.keys() - Record.model_fields.keys():
                unknown[key] = unknown.get(key, 0) + 1
            data = {key: value for key, value in data.items() if key in Record.model_fields}
        shape, faults = validate(Record, data)
        if shape is None:
            return None, faults
        record = plain(shape)
        former = self._former_ids.get(record["id"], ())
        faults = [fault for fault in check(record, own=False, former_ids=former) if fault.severity == "error"]
        faults += _ahead(record["analyzedAt"])
        return (None, faults) if faults else (record, [])


def _ahead(analyzed_at: str) -> list[Finding]:
    """A time far ahead would make a version that no sync takes, and that none of the following ones is newer than."""
    at = instant(analyzed_at)
    if at is None or not in_future(at):
        return []
    hint = "is the clock of this machine right?"
    return [Finding("timestamp", "this lies more than a day in the future", pointer="/analyzedAt", hint=hint)]


def placed(fault: Finding, row: Row) -> Finding:
    """Return a fault of a record with the place of the record."""
    line = row.line if row.line is not None else fault.line
    # A row of a table has neither line nor pointer: it is found by its number.
    message = fault.message if line or row.pointer else f"record {row.number:,}: {fault.message}"
    return replace(fault, message=message, file=row.file, line=line, pointer=row.pointer + fault.pointer)
