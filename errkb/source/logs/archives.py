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

from errkb.source.logs.packing import Budget
from errkb.source.logs.spool import Spool
from errkb.source.logs.streams import Bytes, StreamError

__all__ = ["Archive", "Member", "PlainTar", "TarStream", "Zip"]

_ENCRYPTED = 1
_MOST_AT_ONCE = 64 << 20
"""Bytes of a header that an archive may ask to be read into the memory."""
_MOST_DIRECTORY = 32 << 20
"""Bytes of the directory of a zip."""
_TAIL = 22 + 65_535 + 76
"""Bytes at the end of a zip in which its last records are."""
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

    def __init__(self, file: BinaryIO, budget: Budget) -> None:
        self._budget = budget
        self.members: list[Member] = []
        try:
            if _directory_size(file) > _MOST_DIRECTORY:
                raise StreamError("is a zip with too large a directory")
            self._archive = zipfile.ZipFile(file)
        except _ERRORS as error:
            raise StreamError(f"is a broken zip: {_said(error)}") from error
        self._entries = [entry for entry in self._archive.infolist() if not entry.is_dir()]
        listed = ((one.filename, one.compress_size, _locked(one)) for one in self._entries)
        self.fault = _list(_numbered(listed), self.members, budget)

    def open(self, member: Member) -> Bytes:
        """Return the bytes of a member."""
        return _opened(lambda: self._archive.open(self._entries[member.number]), self._budget)

    def close(self) -> None:
        """Close it."""
        self._archive.close()


class PlainTar:
    """A tar that is not compressed, in a file. Raises `StreamError` if it cannot be read at all."""

    def __init__(self, file: BinaryIO, budget: Budget) -> None:
        self._budget = budget
        self.members: list[Member] = []
        self._places: list[int] = []
        """Where the bytes of members stand; whole entries take ten times the memory."""
        self._sparse: dict[int, tarfile.TarInfo] = {}
        try:
            self._archive = tarfile.open(fileobj=cast("Any", _Careful(file)), mode="r:")  # noqa: SIM115
        except _ERRORS as error:
            raise StreamError(f"is a broken tar: {_said(error)}") from error
        self.fault = _list(_tar_members(self._noted()), self.members, budget)

    def open(self, member: Member) -> Bytes:
        """Return the bytes of a member."""
        entry = self._sparse.get(member.number)
        if entry is None:
            entry = tarfile.TarInfo(member.name)
            entry.size, entry.offset_data = member.size, self._places[member.number]
        return _extracted(self._archive, entry, self._budget)

    def close(self) -> None:
        """Close it."""
        self._archive.close()

    def _noted(self) -> Iterator[tarfile.TarInfo]:
        for number, entry in enumerate(_files(self._archive)):
            self._places.append(entry.offset_data)
            if entry.issparse():
                self._sparse[number] = entry
            yield entry


class TarStream:
    """A compressed tar: `reopen` gives its bytes from the beginning, once to list its members, once to read them.

    Members that are passed over on the way to another are kept on the disk, and so are those in `held`, which are
    opened twice.
    """

    def __init__(self, reopen: Callable[[], Bytes], budget: Budget) -> None:
        self._reopen, self._budget = reopen, budget
        self._stream: Bytes | None = None
        self._entries: Iterator[tarfile.TarInfo] | None = None
        self._archive: tarfile.TarFile | None = None
        self._at = 0
        """How many members have been passed."""
        self._spool = Spool()
        self.held: set[int] = set()
        self.members: list[Member] = []
        stream = reopen()
        try:
            with _tar_stream(stream) as archive:
                self.fault = _list(_tar_members(_files(archive)), self.members, budget)
        except _ERRORS as error:
            raise StreamError(f"is a broken tar: {_said(error)}") from error
        finally:
            stream.close()

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
            if self._entries is None:
                self._stream = self._reopen()
                self._archive = _tar_stream(self._stream)
                self._entries = _files(self._archive)
            entry = next(self._entries, None)
        except _ERRORS as error:
            raise StreamError(f"is a broken tar: {_said(error)}") from error
        self._at += 1
        return entry, self._archive


def _list(found: Iterator[Member], members: list[Member], budget: Budget) -> str | None:
    """List the members of an archive; return why there may be more. Raises `StreamError` if there are none."""
    try:
        for member in found:
            budget.enter()
            members.append(member)
    except (*_ERRORS, StreamError) as error:
        reason = str(error) if isinstance(error, StreamError) else f"is a broken archive: {_said(error)}"
        if not members:
            raise StreamError(reason) from error
        return reason
    return None


def _numbered(entries: Iterable[tuple[str, int, str | None]]) -> Iterator[Member]:
    """Number members; of those with the same name the later ones get a number to their name."""
    met: Counter[str] = Counter()
    for number, (name, size, reason) in enumerate(entries):
        met[name] += 1
        shown = name if met[name] == 1 else f"{name}#{met[name]}"
        yield Member(shown, size, number, reason or _leads_out(name))


def _tar_members(entries: Iterable[tarfile.TarInfo]) -> Iterator[Member]:
    said = ((one.name, one.size, None if one.isreg() else f"is {_special(one)}, not a file") for one in entries)
    return _numbered(said)


def _files(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """Yield the entries of a tar that are no folders; one that leads back to where it was is broken."""
    last = -1
    while (entry := archive.next()) is not None:
        cast("Any", archive).members = []  # it keeps them all
        if entry.offset <= last:
            raise tarfile.ReadError("an entry leads back")
        last = entry.offset
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


def _directory_size(file: BinaryIO) -> int:
    """Return how many bytes the directory of a zip says it has; they are read into the memory."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _TAIL))
    tail = file.read(_TAIL)
    file.seek(0)
    end, large = tail.rfind(b"PK\x05\x06"), tail.rfind(b"PK\x06\x06")
    claimed = int.from_bytes(tail[end + 12 : end + 16], "little") if end >= 0 else 0
    return int.from_bytes(tail[large + 40 : large + 48], "little") if large >= 0 else claimed


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
