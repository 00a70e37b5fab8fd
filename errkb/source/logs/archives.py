"""The members of archives: of zip and plain tar in any order, of a compressed tar as they come.

No name in an archive ever becomes a path. A member of a compressed tar that is wanted later, or twice, waits on the
disk (`Spool`).
"""

from __future__ import annotations

import lzma
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any, BinaryIO, Protocol, cast

from errkb.source.logs.limits import Limits
from errkb.source.logs.packing import Budget
from errkb.source.logs.spool import Spool
from errkb.source.logs.streams import Bytes, StreamError

__all__ = ["Archive", "Member", "PlainTar", "TarStream", "Zip"]

_ENCRYPTED = 1
_MOST_AT_ONCE = 64 << 20
"""Bytes of a header that an archive may ask to be read into the memory."""
_PIECE = 1 << 17
"""Bytes asked of a member at a time: those before a fault in the same piece are lost."""
_ERRORS = (
    *(OSError, EOFError, ValueError, KeyError, NotImplementedError, RuntimeError),
    *(zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError),
)


@dataclass(slots=True, frozen=True)
class Member:
    """A file in an archive; `reason` says why it is not read, `number` is its place."""

    name: str
    size: int
    number: int
    reason: str | None


class Archive(Protocol):
    """An open archive."""

    members: list[Member]
    fault: str | None
    """Why there may be more members than these."""

    def open(self, member: Member) -> Bytes:
        """Return the bytes of a member. Raises `StreamError`."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class Zip:
    """A zip. Raises `StreamError` if its directory cannot be read."""

    def __init__(self, file: BinaryIO, limits: Limits, budget: Budget) -> None:
        self._budget = budget
        self.fault: str | None = None
        try:
            self._archive = zipfile.ZipFile(file)
        except _ERRORS as error:
            raise StreamError(f"is a broken zip: {_said(error)}") from error
        self._entries = [entry for entry in self._archive.infolist() if not entry.is_dir()]
        if len(self._entries) > limits.members:
            raise StreamError(f"holds {len(self._entries):,} files, more than {limits.members:,}")
        self.members = list(_members((one.filename, one.compress_size, _locked(one)) for one in self._entries))

    def open(self, member: Member) -> Bytes:
        """Return the bytes of a member."""
        return _opened(lambda: self._archive.open(self._entries[member.number]), self._budget)

    def close(self) -> None:
        """Close it."""
        self._archive.close()


class PlainTar:
    """A tar that is not compressed, in a file. Raises `StreamError` if it cannot be read at all."""

    def __init__(self, file: BinaryIO, limits: Limits, budget: Budget) -> None:
        self._budget = budget
        self.fault: str | None = None
        self._entries: list[tarfile.TarInfo] = []
        try:
            self._archive = tarfile.open(fileobj=cast("Any", _Careful(file)), mode="r:")  # noqa: SIM115
            self.fault = _gather(self._archive, self._entries, limits)
        except _ERRORS as error:
            raise StreamError(f"is a broken tar: {_said(error)}") from error
        self.members = list(_tar_members(self._entries))

    def open(self, member: Member) -> Bytes:
        """Return the bytes of a member."""
        return _extracted(self._archive, self._entries[member.number], self._budget)

    def close(self) -> None:
        """Close it."""
        self._archive.close()


class TarStream:
    """A compressed tar: `reopen` gives its bytes from the beginning, once to list its members, once to read them.

    Members that are passed over on the way to another are kept on the disk, and so are those in `held`, which are
    opened twice.
    """

    def __init__(self, reopen: Callable[[], Bytes], limits: Limits, budget: Budget) -> None:
        self._reopen, self._budget = reopen, budget
        self._stream: Bytes | None = None
        self._archive: tarfile.TarFile | None = None
        self._at = 0
        """How many members have been passed."""
        self._spool = Spool()
        self.held: set[int] = set()
        entries: list[tarfile.TarInfo] = []
        stream = reopen()
        try:
            with _tar_stream(stream) as archive:
                self.fault = _gather(archive, entries, limits)
        except _ERRORS as error:
            raise StreamError(f"is a broken tar: {_said(error)}") from error
        finally:
            stream.close()
        self.members = list(_tar_members(entries))

    def open(self, member: Member) -> Bytes:
        """Return the bytes of a member; those of the last one end."""
        if member.number < self._at:
            return self._spool.open(member.number)
        while True:
            entry, archive = self._next()
            if entry is None:
                raise StreamError("is not in the archive any more")
            number = self._at - 1
            if number == member.number and number not in self.held:
                return _extracted(archive, entry, self._budget)
            if self.members[number].reason is None:
                self._spool.keep(number, _extracted(archive, entry, self._budget))
            if number == member.number:
                return self._spool.open(number)

    def close(self) -> None:
        """Let go of it and of what was kept."""
        self._spool.close()
        if self._archive is not None:
            self._archive.close()
        if self._stream is not None:
            self._stream.close()

    def _next(self) -> tuple[tarfile.TarInfo | None, Any]:
        try:
            if self._archive is None:
                self._stream = self._reopen()
                self._archive = _tar_stream(self._stream)
            entry = next(_files(self._archive), None)
        except _ERRORS as error:
            raise StreamError(f"is a broken tar: {_said(error)}") from error
        self._at += 1
        return entry, self._archive


def _members(entries: Iterable[tuple[str, int, str | None]]) -> Iterator[Member]:
    """Number members; of those with the same name the later ones get a number to their name."""
    met: Counter[str] = Counter()
    for number, (name, size, reason) in enumerate(entries):
        met[name] += 1
        shown = name if met[name] == 1 else f"{name}#{met[name]}"
        yield Member(shown, size, number, reason or _leads_out(name))


def _tar_members(entries: Iterable[tarfile.TarInfo]) -> Iterator[Member]:
    return _members((one.name, one.size, None if one.isreg() else f"is {_special(one)}, not a file") for one in entries)


def _gather(archive: tarfile.TarFile, entries: list[tarfile.TarInfo], limits: Limits) -> str | None:
    """List the files of a tar; return why the list may not be complete. Raises what tarfile does if there is none."""
    try:
        for entry in _files(archive):
            if len(entries) >= limits.members:
                return f"holds more than {limits.members:,} files: the rest is not read"
            entries.append(entry)
    except (*_ERRORS, StreamError) as error:
        if not entries:
            raise
        return str(error) if isinstance(error, StreamError) else f"is a broken tar: {_said(error)}"
    return None


def _files(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    while (entry := archive.next()) is not None:
        cast("Any", archive).members = []  # it keeps them all
        if not entry.isdir():
            yield entry


def _tar_stream(stream: Bytes) -> tarfile.TarFile:
    return tarfile.open(fileobj=cast("Any", _Careful(stream)), mode="r|", bufsize=1 << 16)


class _Careful:
    """A file as tarfile reads it; a header that claims to be huge is refused before memory is taken for it."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self, size: int) -> bytes:
        if size > _MOST_AT_ONCE:
            raise StreamError("is a broken tar: a header is too large")
        return bytes(self._file.read(size))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _extracted(archive: tarfile.TarFile, entry: tarfile.TarInfo, budget: Budget) -> Bytes:
    """Open a member of a tar: its bytes were counted when they were unpacked, but for the holes of a sparse one."""
    return _opened(lambda: archive.extractfile(entry), budget if entry.issparse() else None)


def _opened(opener: Callable[[], IO[bytes] | None], budget: Budget | None) -> Bytes:
    try:
        file = opener()
    except _ERRORS as error:
        raise StreamError(f"cannot be unpacked: {_said(error)}") from error
    if file is None:
        raise StreamError("is not a file")
    return _Guarded(file, budget)


class _Guarded:
    """The bytes of a member; what the archive's reader raises becomes a `StreamError`."""

    def __init__(self, file: IO[bytes], budget: Budget | None) -> None:
        self._file, self._budget = file, budget

    def read(self, size: int, /) -> bytes:
        try:
            data = self._file.read(min(size, _PIECE))
        except _ERRORS as error:
            raise StreamError(f"is broken in the archive: {_said(error)}") from error
        if self._budget is not None:
            self._budget.spend(len(data))
        return data

    def close(self) -> None:
        self._file.close()


def _locked(entry: zipfile.ZipInfo) -> str | None:
    return "is encrypted" if entry.flag_bits & _ENCRYPTED else None


def _special(entry: tarfile.TarInfo) -> str:
    return "a link" if entry.issym() or entry.islnk() else "a FIFO" if entry.isfifo() else "a device"


def _leads_out(name: str) -> str | None:
    parts = name.replace("\\", "/").split("/")
    if not parts[0] or ".." in parts or (parts[0].endswith(":") and len(parts[0]) == 2):
        return "has a name that leads out of its archive"
    return None


def _said(error: Exception) -> str:
    return str(error).lower() or type(error).__name__
