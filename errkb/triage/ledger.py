"""`Ledger`: every occurrence on disk, and of each key only how many there are and where they stand.

Occurrences of one key are chained backwards, so what a report says of an error (its spread, its commonest values, its
timeline) is worked out when it is asked for, from that error's occurrences alone: memory grows with the number of
different errors, some 200 bytes each, not with the log. The file has no name, so nothing of it outlives the process,
however that ends. An occurrence costs some 3 µs to write.
"""

from __future__ import annotations

import marshal
import tempfile
import weakref
from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

from errkb.model.triage import Occurrence, Place, Sample
from errkb.triage.samples import Context, shown

__all__ = ["Entry", "Ledger", "Row", "Tally"]

_FLUSH = 1 << 20
_LENGTH = 4
_ID_BYTES = 8
_DAY = 10


class Row(NamedTuple):
    """An occurrence as it is read, its line counted in its section or log."""

    line: int
    key: str
    process: str | None
    time: str | None
    text: str
    cls: str | None
    captures: tuple[tuple[str, str], ...]
    wrapper: bool
    repeated: int
    context: Context | None
    """The lines of a sample; only the first of a key has them."""
    tie: tuple[str, ...]
    located: bool = False
    minor: bool = False
    """Harmless, or a mere consequence of another error."""
    ends: bool = False
    """More than a line of a logger: a traceback, a crash, what a compiler says."""
    causes: bool = False
    """A line by which a unit ended that says why."""


class Entry(NamedTuple):
    """An occurrence as it is kept; `before` is where the one before of the same key stands, -1 for the first."""

    before: int
    file: int
    unit: int
    step: str | None
    line: int
    key: str
    process: str | None
    time: str | None
    text: str
    cls: str | None
    captures: tuple[tuple[str, str], ...]
    wrapper: bool
    repeated: int
    context: Context | None
    tie: tuple[str, ...]
    located: bool
    minor: bool
    ends: bool
    causes: bool


class Tally:
    """What is kept of a key: how many occurrences, where the first and the last stand, how many units and days.

    Logs are read one after the other and go on in time, so counting needs no table: only a unit or a day that comes
    again after another one counts again.
    """

    __slots__ = ("count", "day", "days", "first", "last", "number", "unit", "units")

    def __init__(self, number: int) -> None:
        self.number = number
        self.count = self.units = self.days = 0
        self.unit = self.first = self.last = -1
        self.day = ""


class Ledger:
    """Takes occurrences in the order they are read, and gives them back."""

    def __init__(self) -> None:
        self._spool = tempfile.TemporaryFile(prefix="errkb-triage-", buffering=0)  # noqa: SIM115  # kept for the report
        weakref.finalize(self, self._spool.close)
        self._waiting: list[bytes] = []
        self._size = self._written = 0
        self._count = 0
        self.tallies: dict[str, Tally] = {}
        self.files: list[str] = []
        self.units: list[str] = []
        self._numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})

    def file(self, name: str) -> int:
        """Return the number of a file."""
        return _number(self._numbers[0], self.files, name)

    def unit(self, name: str) -> int:
        """Return the number of a unit."""
        return _number(self._numbers[1], self.units, name)

    def add(self, row: Row, line: int, file: int, unit: int, step: str | None) -> None:
        """Write an occurrence that stands on a line of a file."""
        tally = self.tallies.get(row.key)
        if tally is None:
            tally = self.tallies[row.key] = Tally(len(self.tallies))
        elif row.context is not None:
            row = row._replace(context=None, tie=())
        data = marshal.dumps((tally.last, file, unit, step, line, *row[1:]))
        tally.last = self._size
        tally.count += 1
        self._count += 1
        if tally.first < 0:
            tally.first = self._size
        if row.time is not None and row.time[:_DAY] != tally.day:
            tally.day = row.time[:_DAY]
            tally.days += 1
        if tally.unit != unit:
            tally.unit, tally.units = unit, tally.units + 1
        self._waiting += (len(data).to_bytes(_LENGTH, "little"), data)
        self._size += _LENGTH + len(data)
        if self._size - self._written > _FLUSH:
            self._flush()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Occurrence]:
        """Yield all occurrences in the order they were read."""
        return (self.occurrence(entry) for entry in self.entries())

    def entries(self) -> Iterator[Entry]:
        """Yield them as they were written."""
        at = 0
        while at < self._size:
            if self._waiting:
                self._flush()
            self._spool.seek(at)
            data = self._spool.read(_FLUSH)
            begin = 0
            while (end := begin + _LENGTH + int.from_bytes(data[begin : begin + _LENGTH], "little")) <= len(data):
                yield Entry(*marshal.loads(data[begin + _LENGTH : end]))  # noqa: S302  # our own, just written
                begin = end
            at += begin

    def of(self, key: str) -> Iterator[Entry]:
        """Yield the occurrences of a key, the last one first."""
        tally = self.tallies.get(key)
        at = -1 if tally is None else tally.last
        while at >= 0:
            entry, _ = self._read(at)
            yield entry
            at = entry.before

    def first(self, key: str) -> Entry:
        """Return the first occurrence of a key, with its context."""
        return self._read(self.tallies[key].first)[0]

    def place(self, entry: Entry) -> Place:
        """Return where an occurrence stands."""
        file, unit = self.files[entry.file], self.units[entry.unit]
        return Place(file, entry.line, unit, entry.process, entry.step, entry.time)

    def sample(self, entry: Entry) -> Sample:
        """Return an occurrence with the lines around it."""
        lines, before, after = shown(entry.context) if entry.context else ((entry.text,), (), ())
        return Sample(self.place(entry), lines, before, after)

    def occurrence(self, entry: Entry) -> Occurrence:
        """Return an occurrence as reports show it."""
        place = self.place(entry)
        name = f"{place.file}\0{place.line}\0{place.process}\0{entry.key}\0{entry.text}"
        return Occurrence(
            blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_ID_BYTES).hexdigest(),
            entry.key,
            place,
            entry.text,
            entry.cls,
            entry.captures,
            entry.wrapper,
            entry.repeated,
        )

    def close(self) -> None:
        """Let go of the file: nothing can be read any more."""
        self._spool.close()

    def _flush(self) -> None:
        self._spool.seek(self._written)
        data = memoryview(b"".join(self._waiting))
        while data:
            data = data[self._spool.write(data) :]
        self._waiting.clear()
        self._written = self._size

    def _read(self, at: int, ahead: int = 1 << 10) -> tuple[Entry, int]:
        if self._waiting:
            self._flush()
        self._spool.seek(at)
        data = self._spool.read(ahead)
        end = _LENGTH + int.from_bytes(data[:_LENGTH], "little")
        if end > len(data):
            return self._read(at, end)
        return Entry(*marshal.loads(data[_LENGTH:end])), at + end  # noqa: S302  # our own, just written


def _number(numbers: dict[str, int], names: list[str], name: str) -> int:
    number = numbers.setdefault(name, len(names))
    if number == len(names):
        names.append(name)
    return number
