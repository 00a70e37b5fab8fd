"""The members of archives: of zip in any order, of tar as they come; no name in them ever becomes a path."""

from __future__ import annotations

import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, Any, BinaryIO, cast

from errkb.source.logs.limits import Limits
from errkb.source.logs.packing import Budget
from errkb.source.logs.streams import Bytes, StreamError

__all__ = ["Member", "tar_members", "zip_members"]

_ENCRYPTED = 1
_MOST_AT_ONCE = 64 << 20
"""Bytes of a header that an archive may ask to be read into the memory."""
_ERRORS = (OSError, EOFError, ValueError, NotImplementedError, RuntimeError, zlib.error, lzma.LZMAError)
_ZIP_ERRORS = (*_ERRORS, zipfile.BadZipFile, KeyError)
_TAR_ERRORS = (*_ERRORS, tarfile.TarError)


class Member:
    """A file in an archive; `reason` says why it is not read."""

    def __init__(self, name: str, size: int, reason: str | None, opener: Any) -> None:
        self.name, self.size = name, size
        self.reason = reason or _leads_out(name)
        self._open = opener

    def open(self, budget: Budget) -> Bytes:
        """Return its bytes. Raises `StreamError`."""
        if self.reason is not None:
            raise StreamError(self.reason)
        try:
            return _Guarded(self._open(), budget)
        except (*_ZIP_ERRORS, tarfile.TarError) as error:
            raise StreamError(f"cannot be unpacked: {error}") from error


class _Guarded:
    """The bytes of a member; what the archive's reader raises becomes a `StreamError`."""

    def __init__(self, file: IO[bytes], budget: Budget) -> None:
        self._file, self._budget = file, budget

    def read(self, size: int, /) -> bytes:
        try:
            data = self._file.read(min(size, _PIECE))
        except StreamError:
            raise
        except (*_ZIP_ERRORS, tarfile.TarError) as error:
            raise StreamError(f"is broken in the archive: {error}") from error
        self._budget.spend(len(data))
        return data

    def close(self) -> None:
        self._file.close()


_PIECE = 1 << 18
"""Bytes asked of a member at a time: those before a fault in the same piece are lost."""


def _leads_out(name: str) -> str | None:
    parts = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ".." in parts or (parts[0].endswith(":") and len(parts[0]) == 2):
        return "has a name that leads out of its archive"
    return None


def zip_members(file: BinaryIO, limits: Limits) -> Iterator[Member]:
    """Yield the files of a zip by name. Raises `StreamError` if its directory cannot be read."""
    try:
        archive = zipfile.ZipFile(file)
    except _ZIP_ERRORS as error:
        raise StreamError(f"is a broken zip: {str(error).lower()}") from error
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > limits.members:
        raise StreamError(f"holds {len(entries):,} files, more than {limits.members:,}")
    for entry in entries:
        reason = "is encrypted" if entry.flag_bits & _ENCRYPTED else None
        yield Member(entry.filename, entry.compress_size, reason, lambda entry=entry: archive.open(entry))


class _Feed:
    """A stream as tarfile reads it; a header that claims to be huge is refused before memory is taken for it."""

    def __init__(self, stream: Bytes) -> None:
        self._stream = stream

    def read(self, size: int) -> bytes:
        if size > _MOST_AT_ONCE:
            raise StreamError("is a broken tar: a header is too large")
        return self._stream.read(size)


def tar_members(stream: Bytes, limits: Limits) -> Iterator[Member]:
    """Yield the files of a tar as they come; each is to be read before the next is asked for. Raises `StreamError`."""
    count = 0
    try:
        with tarfile.open(fileobj=cast("Any", _Feed(stream)), mode="r|", bufsize=1 << 16) as archive:
            while (entry := archive.next()) is not None:
                cast("Any", archive).members = []  # it keeps them all
                if entry.isdir():
                    continue
                count += 1
                if count > limits.members:
                    raise StreamError(f"holds more than {limits.members:,} files: the rest is not read")
                reason = None if entry.isreg() else f"is {_special(entry)}, not a file"
                yield Member(entry.name, entry.size, reason, lambda entry=entry: _extracted(archive, entry))
    except _TAR_ERRORS as error:
        raise StreamError(f"is a broken tar: {str(error).lower()}") from error


def _extracted(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    file = archive.extractfile(entry)
    if file is None:
        raise ValueError("it is no file")
    return file


def _special(entry: tarfile.TarInfo) -> str:
    return "a link" if entry.issym() or entry.islnk() else "a FIFO" if entry.isfifo() else "a device"
