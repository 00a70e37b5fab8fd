"""The records of a segment in one memory-mapped file: any record by ordinal, id or slug, without reading the others.

    header | one JSON text per record | offsets | ids, slug hashes (sorted) | their ordinals | dataset version

Offsets, ids and hashes are flat arrays of 64-bit integers that are searched where they lie, so opening costs the same
for 300 and for 300,000 records. Integers have the byte order of the machine: a segment is a cache, and a file of
another machine is refused like a torn one. Standard library only: this is on the way to every answer.
"""

from __future__ import annotations

import json
import mmap
import re
import struct
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Literal

from errkb.errors import KnowledgeBaseError
from errkb.model.content import Item, encoded
from errkb.model.report import Entry
from errkb.model.timestamps import newest

__all__ = ["FILE_NAME", "RecordFile", "Stored", "write", "write_stored"]

FILE_NAME = "records.bin"
MAGIC = b"errkbrec"
ORDER = 0x0102030405060708
"""Reads differently where the byte order differs."""
FORMAT = 3
HEADER = struct.Struct("=8s6Q")
"""Magic, byte order, format, bytes of JSON, records, ids, bytes of the dataset version."""
_ALONE = re.compile(rb',null,null,"([a-z0-9-]*)",null\]\Z')
"""The end of the text of a record with nothing beside it."""
_LONGEST_END = 128
"""Bytes of such an end; names of sources have at most 64."""


@dataclass(slots=True, frozen=True)
class Stored:
    """A record as the file keeps it: the text of its row, and what it is found by."""

    row: bytes
    id: str
    repo: str
    slug: str
    analyzed_at: str
    former_ids: Sequence[str] = ()

    @classmethod
    def of(cls, entry: Entry) -> Stored:
        """Return an entry as it is kept."""
        record = entry.record
        row = [record, entry.evidence, entry.verified, entry.source, entry.private]
        text = encoded(row)
        former = (entry.evidence or {}).get("formerIds", ())
        return cls(text, record["id"], record["repo"], record["slug"], record["analyzedAt"], former)


def write(folder: Path, entries: Iterable[Entry], *, dataset_version: str | None = None) -> None:
    """Write the record file of a segment; the ordinal of an entry is its place in `entries`.

    `dataset_version` is the newest `analyzedAt` if not given. Raises `OSError`.
    """
    write_stored(folder, map(Stored.of, entries), dataset_version=dataset_version)


def write_stored(folder: Path, records: Iterable[Stored], *, dataset_version: str | None = None) -> None:
    """Write the record file of a segment from records as it keeps them."""
    offsets, dates = array("Q", [0]), []
    ids: dict[int, int] = {}
    former: dict[int, int] = {}
    slugs: list[tuple[int, int]] = []
    with (folder / FILE_NAME).open("wb") as file:
        file.write(bytes(HEADER.size))  # stays empty until everything else is written
        for ordinal, record in enumerate(records):
            offsets.append(offsets[-1] + file.write(record.row))
            ids[int(record.id, 16)] = ordinal
            former.update((int(old, 16), ordinal) for old in record.former_ids)
            slugs.append((_hash(record.repo, record.slug), ordinal))
            dates.append(record.analyzed_at)
        by_id = sorted((former | ids).items())  # an id in use is stronger than a former one
        slugs.sort()
        version = (dataset_version or newest(dates)).encode()
        file.write(bytes(-offsets[-1] % 8))
        for table in (offsets, _column("Q", by_id, 0), _column("Q", slugs, 0)):
            table.tofile(file)
        for table in (_column("I", by_id, 1), _column("I", slugs, 1)):
            table.tofile(file)
        file.write(version)
        file.seek(0)
        file.write(HEADER.pack(MAGIC, ORDER, FORMAT, offsets[-1], len(slugs), len(by_id), len(version)))


class RecordFile:
    """An open record file. `len` is the number of records; iterating yields all entries in order of ordinal."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self._path = path
        try:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:  # an empty file cannot be mapped
            raise self._damaged() from None
        if len(self._map) < HEADER.size:
            raise self._damaged()
        magic, order, form, blob, count, ids, tail = HEADER.unpack_from(self._map)
        if (magic, order, form) != (MAGIC, ORDER, FORMAT):
            raise self._damaged()
        self._count: int = count
        columns: list[tuple[Literal["Q", "I", "B"], int]] = [
            ("Q", 8 * (self._count + 1)),
            ("Q", 8 * ids),
            ("Q", 8 * self._count),
            ("I", 4 * ids),
            ("I", 4 * self._count),
            ("B", tail),
        ]
        start = HEADER.size + blob + -blob % 8
        if start + sum(size for _, size in columns) != len(self._map):
            raise self._damaged()
        whole = memoryview(self._map)
        self._views: list[memoryview[int]] = []
        for kind, size in columns:
            self._views.append(whole[start : start + size].cast(kind))
            start += size
        self._offsets, self._ids, self._slugs, self._id_ordinals, self._slug_ordinals, version = self._views
        self.dataset_version = bytes(version).decode("ascii", "replace")

    @classmethod
    def open(cls, folder: Path) -> RecordFile:
        """Open the record file of a segment; raises `KnowledgeBaseError` if it is missing, torn or foreign."""
        path = folder / FILE_NAME
        try:
            with path.open("rb") as file:
                return cls(path, file)
        except OSError as error:
            reason = error.strerror or str(error)
            raise KnowledgeBaseError(f"the record file cannot be opened: {reason}", where=str(path)) from error

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Entry]:
        return (self.entry(ordinal) for ordinal in range(self._count))

    def entry(self, ordinal: int) -> Entry:
        """Return the record with its sidecars; raises `KnowledgeBaseError` if it cannot be read."""
        if not 0 <= ordinal < self._count:
            raise self._damaged()
        start, end = (HEADER.size + self._offsets[at] for at in (ordinal, ordinal + 1))
        try:
            record, evidence, verified, source, private = json.loads(self._map[start:end])
        except ValueError:
            raise self._damaged() from None
        return Entry(record, evidence, verified, source, private)

    def item(self, identifier: str) -> Item | None:
        """Return the record of an id as its JSON text, which is not decoded if nothing stands beside it.

        The text of a row ends in `null,null,"source",null` only then, since all that stands beside is an object.
        """
        ordinal = self.ordinal(identifier)
        if ordinal is None:
            return None
        row = self._map[HEADER.size + self._offsets[ordinal] : HEADER.size + self._offsets[ordinal + 1]]
        alone = _ALONE.search(row, max(0, len(row) - _LONGEST_END))
        if alone:
            return Item(identifier, row[1 : alone.start()], alone[1].decode())
        entry = self.entry(ordinal)
        text = encoded(entry.record)
        return Item(identifier, text, entry.source, entry.evidence, entry.verified)

    def ordinal(self, identifier: str) -> int | None:
        """Return the ordinal of the record that has, or once had, this id."""
        try:
            wanted = int(identifier, 16) if len(identifier) == 16 else -1
        except ValueError:
            return None
        at = bisect_left(self._ids, wanted)
        return self._id_ordinals[at] if at < len(self._ids) and self._ids[at] == wanted else None

    def by_slug(self, repo: str, slug: str) -> int | None:
        """Return the ordinal of the record `repo/slug`."""
        wanted = _hash(repo, slug)
        for at in range(bisect_left(self._slugs, wanted), self._count):
            if self._slugs[at] != wanted:
                break
            record = self.entry(self._slug_ordinals[at]).record
            if (record["repo"], record["slug"]) == (repo, slug):
                return self._slug_ordinals[at]
        return None

    def close(self) -> None:
        """Let go of the file; nothing may be read from it afterwards."""
        for view in self._views:
            view.release()
        self._map.close()

    def _damaged(self) -> KnowledgeBaseError:
        return KnowledgeBaseError(
            "this is not a whole record file", where=str(self._path), hint="run: errkb build --force"
        )


def _hash(repo: str, slug: str) -> int:
    return int.from_bytes(blake2b(f"{repo}/{slug}".encode("utf-8", "surrogatepass"), digest_size=8).digest())


def _column(kind: str, rows: list[tuple[int, int]], at: int) -> array[Any]:
    return array(kind, (row[at] for row in rows))
