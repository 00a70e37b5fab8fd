"""The records of a segment, in two memory-mapped files: any of them is found without reading the others.

    records.jsonl    one record a line, keys in the order of the contract: tables and exports are made of it as it is
    records.bin      header | what stands beside records, as JSON | offsets of lines | ids, slug hashes (both sorted)
                     | hashes of contents | offsets of what stands beside | ordinals of ids, of slugs, and of what
                     stands beside | dataset version and source, as JSON

Numbers are flat arrays of 64-bit and 32-bit integers that are searched where they lie, so opening costs the same for
300 and for 300,000 records. They have the byte order of the machine: a segment is a cache, and a file of another
machine is refused like a torn one. Standard library only: this is on the way to every answer.
"""

from __future__ import annotations

import json
import mmap
import re
import struct
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b, sha256
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, Literal

from errkb.errors import KnowledgeBaseError
from errkb.model.content import Item, encoded
from errkb.model.report import Entry
from errkb.model.timestamps import newest

__all__ = ["FILE_NAME", "LINES", "Keys", "Name", "RecordFile", "Writer", "write"]

FILE_NAME, LINES = "records.bin", "records.jsonl"
MAGIC = b"errkbrec"
ORDER = 0x0102030405060708
"""Reads differently where the byte order differs."""
FORMAT = 4
HEADER = struct.Struct("=8s8Q")
"""Magic, byte order, format; bytes of the lines, and of what stands beside; records, ids, rows beside, last bytes."""
_BUFFER = 1024 * 1024
_NAME = re.compile(rb'\{"id":"([0-9a-f]{16})","repo":"([^"\\]+)","slug":"([^"\\]+)",')

Name = tuple[str, str, str]
"""Repository, slug and id of a record: what an export is ordered by."""


class Keys:
    """What the texts of records are found by, a column for each; 32 bytes a record."""

    def __init__(self) -> None:
        self.ids = array("Q")
        self.slugs = array("Q")
        self.hashes = array("Q")
        self.ends = array("Q", [0])
        """Where each line ends, in front of them where the first begins."""

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, text: bytes, identifier: str, repo: str, slug: str, beside: bytes = b"") -> bytes:
        """Note a record by its text (without the line end) and what stands beside it; return the hash of both."""
        digest = sha256(text + beside if beside else text).digest()
        self.ids.append(int(identifier, 16))
        self.slugs.append(_hash(repo, slug))
        self.hashes.append(int.from_bytes(digest[:8]))
        self.ends.append(self.ends[-1] + len(text) + 1)
        return digest

    def extend(self, other: Keys) -> None:
        """Note the records of other lines that follow these."""
        self.ids.extend(other.ids)
        self.slugs.extend(other.slugs)
        self.hashes.extend(other.hashes)
        start = self.ends[-1]
        self.ends.extend(array("Q", [start + end for end in other.ends[1:]]))

    def taken(self, ordinals: Iterable[int]) -> Keys:
        """Return the keys of some of the records, as if the others had no lines."""
        found = Keys()
        for at in ordinals:
            found.ids.append(self.ids[at])
            found.slugs.append(self.slugs[at])
            found.hashes.append(self.hashes[at])
            found.ends.append(found.ends[-1] + self.ends[at + 1] - self.ends[at])
        return found

    def keep(self, path: Path) -> None:
        """Write the columns to a file; raises `OSError`."""
        with path.open("wb") as file:
            for column in (self.ids, self.slugs, self.hashes, self.ends):
                column.tofile(file)

    @classmethod
    def kept(cls, path: Path, count: int) -> Keys:
        """Return the columns of so many records from a file; raises `OSError`, `EOFError` if it is too short."""
        found = cls()
        found.ends = array("Q")
        with path.open("rb") as file:
            for column, length in ((found.ids, 0), (found.slugs, 0), (found.hashes, 0), (found.ends, 1)):
                column.fromfile(file, count + length)
        return found

    def spans(self) -> Iterator[tuple[int, int]]:
        """Yield where each text begins and ends in the lines."""
        return ((start, end - 1) for start, end in pairwise(self.ends))


class Writer:
    """Writes `records.bin` while somebody else writes the lines, or when they are there already. Raises `OSError`."""

    def __init__(self, folder: Path) -> None:
        self.keys = Keys()
        self._file = (folder / FILE_NAME).open("wb", _BUFFER)
        self._file.write(bytes(HEADER.size))  # stays empty until everything else is written
        self._former: dict[int, int] = {}
        self._ordinals = array("I")
        self._ends = array("Q", [0])

    def add_beside(self, ordinal: int, row: bytes, former_ids: Iterable[str] = ()) -> None:
        """Keep what stands beside a record, the JSON of evidence, verification, source and private facts."""
        self._former.update((int(old, 16), ordinal) for old in former_ids)
        self._ordinals.append(ordinal)
        self._ends.append(self._ends[-1] + self._file.write(row))

    def finish(self, dataset_version: str, source: str) -> None:
        """Write everything else; `source` is that of the records with nothing beside them."""
        keys, file = self.keys, self._file
        own = {identifier: ordinal for ordinal, identifier in enumerate(keys.ids)}
        by_id = sorted((self._former | own).items())  # an id in use is stronger than a former one
        slugs = sorted(zip(keys.slugs, range(len(keys)), strict=True))
        tail = encoded([dataset_version, source])
        file.write(bytes(-self._ends[-1] % 8))
        for column in (keys.ends, _column("Q", by_id, 0), _column("Q", slugs, 0), keys.hashes, self._ends):
            column.tofile(file)
        for column in (_column("I", by_id, 1), _column("I", slugs, 1), self._ordinals):
            column.tofile(file)
        file.write(tail)
        file.seek(0)
        sizes = (keys.ends[-1], self._ends[-1], len(keys), len(by_id), len(self._ordinals), len(tail))
        file.write(HEADER.pack(MAGIC, ORDER, FORMAT, *sizes))

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def write(folder: Path, entries: Iterable[Entry], *, dataset_version: str | None = None) -> None:
    """Write the records of a segment; the ordinal of an entry is its place in `entries`.

    `dataset_version` is the newest `analyzedAt` if not given. Raises `OSError`.
    """
    dates, source = [], ""
    with (folder / LINES).open("wb", _BUFFER) as lines, Writer(folder) as writer:
        for ordinal, entry in enumerate(entries):
            source = source or entry.source
            record, text = entry.record, encoded(entry.record)
            facts = encoded([entry.evidence, entry.verified]) if entry.evidence or entry.verified else b""
            if facts or entry.private is not None or entry.source != source:
                row = encoded([entry.evidence, entry.verified, entry.source, entry.private])
                writer.add_beside(ordinal, row, (entry.evidence or {}).get("formerIds", ()))
            lines.write(text + b"\n")
            writer.keys.add(text, record["id"], record["repo"], record["slug"], facts)
            dates.append(record["analyzedAt"])
        writer.finish(dataset_version or newest(dates), source)


class RecordFile:
    """The open records of a segment. `len` is their number; iterating yields all entries in order of ordinal."""

    def __init__(self, path: Path, file: IO[bytes], lines: IO[bytes]) -> None:
        self._path = path
        self._count: int
        self._map, self._lines = _mapped(file), _mapped(lines)
        if len(self._map) < HEADER.size:
            raise self._damaged()
        magic, order, form, size, self._blob, self._count, ids, beside, tail = HEADER.unpack_from(self._map)
        if (magic, order, form, size) != (MAGIC, ORDER, FORMAT, len(self._lines)):
            raise self._damaged()
        columns: list[tuple[Literal["Q", "I", "B"], int]] = [
            ("Q", 8 * (self._count + 1)),
            ("Q", 8 * ids),
            ("Q", 8 * self._count),
            ("Q", 8 * self._count),
            ("Q", 8 * (beside + 1)),
            ("I", 4 * ids),
            ("I", 4 * self._count),
            ("I", 4 * beside),
            ("B", tail),
        ]
        start = HEADER.size + self._blob + -self._blob % 8
        if start + sum(column for _, column in columns) != len(self._map):
            raise self._damaged()
        views: list[memoryview[int]] = []
        for kind, column in columns:
            views.append(memoryview(self._map)[start : start + column].cast(kind))
            start += column
        self._views = views
        self._ends, self._ids, self._slugs, self._hashes, self._beside_ends = views[:5]
        self._id_ordinals, self._slug_ordinals, self._beside, last = views[5:]
        try:
            self.dataset_version, self.source = map(str, json.loads(bytes(last)))
        except (ValueError, TypeError):
            raise self._damaged() from None

    @classmethod
    def open(cls, folder: Path) -> RecordFile:
        """Open the records of a segment; raises `KnowledgeBaseError` if they are missing, torn or foreign."""
        path = folder / FILE_NAME
        try:
            with path.open("rb") as file, (folder / LINES).open("rb") as lines:
                return cls(path, file, lines)
        except OSError as error:
            reason, where = error.strerror or str(error), str(error.filename or path)
            raise KnowledgeBaseError(f"the record file cannot be opened: {reason}", where=where) from error

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Entry]:
        return (self.entry(ordinal) for ordinal in range(self._count))

    def entry(self, ordinal: int) -> Entry:
        """Return the record with its sidecars; raises `KnowledgeBaseError` if it cannot be read."""
        try:
            record = json.loads(self._text(ordinal))
            return Entry(record, *self._facts(ordinal))
        except (ValueError, TypeError):
            raise self._damaged() from None

    def item(self, ordinal: int, identifier: str) -> Item:
        """Return the record, whose id is known, as its JSON text, which is not decoded; raises as `entry`."""
        try:
            evidence, verified, source, _ = self._facts(ordinal)
        except (ValueError, TypeError):
            raise self._damaged() from None
        return Item(identifier, self._text(ordinal), source, evidence, verified)

    def names(self) -> Iterator[Name]:
        """Yield repository, slug and id of each record in order of ordinal, without decoding it if that can be."""
        for ordinal, at in enumerate(self._ends[:-1]):
            found = _NAME.match(self._lines, at)
            if found:
                identifier, repo, slug = found.groups()
                yield str(repo, "utf-8", "replace"), str(slug, "utf-8", "replace"), str(identifier, "ascii")
            else:
                record = self.entry(ordinal).record
                yield record["repo"], record["slug"], record["id"]

    def hash(self, ordinal: int) -> str:
        """Return 16 hexadecimal digits that change with the record and what stands beside it."""
        return f"{self._hashes[ordinal]:016x}"

    def entries_beside(self) -> Iterator[Entry]:
        """Yield the entries that have more than their record."""
        return map(self.entry, self._beside)

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
        """Let go of the files; nothing may be read from them afterwards."""
        for view in self._views:
            view.release()
        for one in (self._map, self._lines):
            if isinstance(one, mmap.mmap):
                one.close()

    def _text(self, ordinal: int) -> bytes:
        if not 0 <= ordinal < self._count:
            raise self._damaged()
        return self._lines[self._ends[ordinal] : self._ends[ordinal + 1] - 1]

    def _facts(self, ordinal: int) -> tuple[Any, Any, str, Any]:
        """Return evidence, verification, source and private facts of a record."""
        at = bisect_left(self._beside, ordinal)
        if at == len(self._beside) or self._beside[at] != ordinal:
            return None, None, self.source, None
        start, end = HEADER.size + self._beside_ends[at], HEADER.size + self._beside_ends[at + 1]
        evidence, verified, source, private = json.loads(self._map[start:end])
        return evidence, verified, source, private

    def _damaged(self) -> KnowledgeBaseError:
        return KnowledgeBaseError(
            "this is not a whole record file", where=str(self._path), hint="run: errkb build --force"
        )


def _mapped(file: IO[bytes]) -> mmap.mmap | bytes:
    """Return the content of a file; an empty one cannot be mapped."""
    try:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except ValueError:
        return b""


def _hash(repo: str, slug: str) -> int:
    return int.from_bytes(blake2b(f"{repo}/{slug}".encode("utf-8", "surrogatepass"), digest_size=8).digest())


def _column(kind: str, rows: Sequence[tuple[int, int]], at: int) -> array[Any]:
    return array(kind, (row[at] for row in rows))
