"""The source files of a folder, an archive or a commit. Untrusted: nothing is unpacked to disk, no link is followed.

What is strange (a link, a path that leads out, a file that is too large, an archive that swells) is left out with a
reason. Names of files are compared as they stand, their bytes are read when somebody wants them.
"""

from __future__ import annotations

import lzma
import os
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Self

from errkb.errors import InputError
from errkb.model.located import Skipped, SourceFile
from errkb.source.limits import MAX_BYTES

__all__ = ["MAX_MANIFEST", "Wanted", "archive_files", "archive_top", "folder_files", "is_archive"]

MAX_FILES = 400_000
MAX_TOTAL = 2_000_000_000
"""Bytes of source taken from one archive."""
MAX_DEPTH = 60
_TAR = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar", ".crate")
_ZIP = (".whl", ".zip", ".egg", ".jar", ".nupkg")
_GEM = (".gem",)
MAX_MANIFEST = 1_000_000

Wanted = Callable[[str], str | None]
"""Says why a path is not wanted, `None` if it is; `""` leaves it out without a word."""


def folder_files(root: Path, wanted: Wanted) -> Iterator[SourceFile | Skipped]:
    """Return the wanted files below a folder in order of their paths; links are not followed.

    Raises `InputError` if it is no folder.
    """
    if not root.is_dir():
        raise InputError("no such folder", where=str(root), hint="Give a folder, an archive or an installed package.")
    left = MAX_FILES
    for found in _below(os.fspath(root), "", wanted, 0):
        yield found
        left -= 1
        if left == 0:
            yield Skipped(".", f"more than {MAX_FILES} files")
            return


def _below(folder: str, prefix: str, wanted: Wanted, depth: int) -> Iterator[SourceFile | Skipped]:
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        yield Skipped(prefix or ".", f"cannot be read: {error.strerror or error}")
        return
    for entry in found:
        path = f"{prefix}{entry.name}"
        try:
            if entry.is_symlink():
                yield from _link(entry, path, wanted)
            elif entry.is_dir(follow_symlinks=False):
                reason = wanted(f"{path}/")
                if reason is None and depth >= MAX_DEPTH:
                    reason = "folders nested too deeply"
                if reason is None:
                    yield from _below(entry.path, f"{path}/", wanted, depth + 1)
                elif reason:
                    yield Skipped(f"{path}/", reason)
            else:
                yield from _file(entry, path, wanted)
        except OSError as error:
            yield Skipped(path, f"cannot be read: {error.strerror or error}")


def _link(entry: os.DirEntry[str], path: str, wanted: Wanted) -> Iterator[Skipped]:
    if entry.is_dir() or wanted(path) is None:
        yield Skipped(path, "a symbolic link")


def _file(entry: os.DirEntry[str], path: str, wanted: Wanted) -> Iterator[SourceFile | Skipped]:
    reason = wanted(path)
    if reason is not None:
        if reason:
            yield Skipped(path, reason)
        return
    state = entry.stat(follow_symlinks=False)
    if not stat.S_ISREG(state.st_mode):
        yield Skipped(path, "not a regular file")
    elif state.st_size > MAX_BYTES:
        yield Skipped(path, f"larger than {MAX_BYTES // 1_000_000} MB")
    else:
        yield SourceFile(path, Path(entry.path), state.st_size, f"{state.st_size}-{state.st_mtime_ns}")


def is_archive(path: Path) -> bool:
    """Say whether a file is a package or another archive that can be read, by its name."""
    return path.name.lower().endswith((*_TAR, *_ZIP, *_GEM))


def archive_top(path: Path, wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """Return the wanted files at the top of an archive (or below its one first folder), each up to a million bytes.

    Raises `InputError` if it cannot be read.
    """
    found: dict[str, bytes] = {}
    with _reading(path):
        if path.name.lower().endswith(_ZIP):
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist()[:MAX_FILES]:
                    if name.count("/") <= 1 and wanted(name.rpartition("/")[2]):
                        with suppress(*_DAMAGE), archive.open(name) as file:
                            found.setdefault(name.rpartition("/")[2], file.read(MAX_MANIFEST))
            return found
        with tarfile.open(path, "r|*", tarinfo=_Header) as archive:
            for number, member in enumerate(archive):
                bare = member.name.removeprefix("./").rpartition("/")[2].removesuffix(".gz")
                if number > MAX_FILES:
                    break
                if member.isfile() and member.name.removeprefix("./").count("/") <= 1 and wanted(bare):
                    inner = archive.extractfile(member)
                    data = inner.read(MAX_MANIFEST) if inner is not None else b""
                    found.setdefault(bare, _inflated(data) if member.name.endswith(".gz") else data)
    return found


def _inflated(data: bytes) -> bytes:
    return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, MAX_MANIFEST)


def archive_files(path: Path, wanted: Wanted) -> Iterator[SourceFile | Skipped]:
    """Return the wanted files of a wheel, sdist or zip, their bytes read, in the order of the archive.

    The common first folder of a source distribution is left out of the paths. Raises `InputError` if it cannot be read.
    """
    with _reading(path):
        name = path.name.lower()
        yield from (_tar if name.endswith(_TAR) else _gem if name.endswith(_GEM) else _zip)(path, wanted)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn what goes wrong with an archive into an `InputError`."""
    try:
        yield
    except (*_DAMAGE, tarfile.TarError) as error:
        hint = "Is it whole? Give a package (wheel, sdist, npm tarball, gem, jar, crate) or a zip file."
        raise InputError(f"this archive cannot be read ({error})", where=str(path), hint=hint) from error


_DAMAGE = (OSError, EOFError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error)
"""What reading a member of a zip file may raise; `RuntimeError` means that it is encrypted."""


def _damage(error: Exception) -> str:
    if isinstance(error, RuntimeError):
        unknown = isinstance(error, NotImplementedError)
        return "packed in a way that cannot be unpacked" if unknown else "encrypted"
    return "damaged in the archive"


class _Header(tarfile.TarInfo):
    """A header of which no part is read that is larger than any real one: such parts are held in memory as a whole."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """Read a header. Raises `tarfile.ReadError`."""
        found = super().frombuf(buf, encoding, errors)
        if found.type in _EXTENDED and found.size > MAX_MANIFEST:
            raise tarfile.ReadError("a header of more than a million bytes")
        return found


_EXTENDED = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)


class _Budget:
    """How much may still come out of an archive."""

    def __init__(self) -> None:
        self.left, self.files = MAX_TOTAL, MAX_FILES

    def fault(self, name: str, size: int) -> str | None:
        """Return what is wrong with a member by its name and the size it claims."""
        if name.startswith(("/", "\\")) or "\0" in name or ".." in PurePosixPath(name.replace("\\", "/")).parts:
            return "its path leads out of the archive"
        if size > MAX_BYTES:
            return f"larger than {MAX_BYTES // 1_000_000} MB"
        return "the archive holds too much" if self.left < size or self.files <= 0 else None

    def take(self, data: bytes) -> None:
        """Count what has come out."""
        self.left -= len(data)
        self.files -= 1


def _zip(path: Path, wanted: Wanted) -> Iterator[SourceFile | Skipped]:
    budget = _Budget()
    with zipfile.ZipFile(path) as archive:
        members = [member for member in archive.infolist() if not member.is_dir()]
        for member in members:
            reason = wanted(member.filename)
            reason = budget.fault(member.filename, member.file_size) if reason is None else reason
            if reason is None and stat.S_ISLNK(member.external_attr >> 16):
                reason = "a symbolic link"
            if reason is not None:
                if reason:
                    yield Skipped(member.filename, reason)
                continue
            try:
                with archive.open(member) as file:
                    data = file.read(MAX_BYTES + 1)  # whatever size it claims
            except _DAMAGE as error:
                yield Skipped(member.filename, _damage(error))
                continue
            if len(data) > MAX_BYTES:
                yield Skipped(member.filename, f"larger than {MAX_BYTES // 1_000_000} MB")
                continue
            budget.take(data)
            yield SourceFile(member.filename, None, len(data), f"{member.file_size}-{member.CRC}", data)


def _tar(path: Path, wanted: Wanted) -> Iterator[SourceFile | Skipped]:
    with tarfile.open(path, "r|*", tarinfo=_Header) as archive:
        yield from _members(archive, wanted, top=True)


def _gem(path: Path, wanted: Wanted) -> Iterator[SourceFile | Skipped]:
    """A gem is an archive that holds its files in another one."""
    with tarfile.open(path, "r|*", tarinfo=_Header) as archive:
        for member in archive:
            if member.name == "data.tar.gz" and member.isfile():
                with tarfile.open(fileobj=archive.extractfile(member), mode="r|gz", tarinfo=_Header) as inner:
                    yield from _members(inner, wanted, top=False)


def _members(archive: tarfile.TarFile, wanted: Wanted, *, top: bool) -> Iterator[SourceFile | Skipped]:
    """Return the wanted members; `top` takes their common first folder off."""
    budget = _Budget()
    passed = 0
    for member in archive:
        passed += member.size
        if passed > 2 * MAX_TOTAL:
            yield Skipped(member.name, "the archive holds too much")
            return
        name = member.name.removeprefix("./")
        first, _, rest = name.partition("/")
        inner = rest or first if top else name
        reason = wanted(inner) if member.isfile() else "" if member.isdir() else None
        if reason is None:
            reason = budget.fault(member.name, member.size) or (None if member.isfile() else "not a regular file")
        if reason is not None:
            if reason:
                yield Skipped(inner, reason)
            continue
        file = archive.extractfile(member)
        data = file.read(MAX_BYTES + 1) if file is not None else b""
        budget.take(data)
        yield SourceFile(inner, None, len(data), f"{len(data)}-{zlib.crc32(data)}", data)
