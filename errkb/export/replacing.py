"""Writing files and folders aside and switching them in one step: a reader sees the old or the new, never half of it.

On Linux a folder changes places with the old one in one call; elsewhere there are two renames, and between them a
moment in which a reader finds no folder.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from zlib import crc32

from errkb.errors import DatasetError, ErrkbError

__all__ = ["FULL", "aside", "sweep", "told"]

FULL = "is there space left on the disk?"

_EXCHANGE = 2
_AT_FDCWD = -100
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_LEFT = ".errkb-"
_OLD = ".old"
"""Where a folder is between two renames."""


@contextmanager
def aside(place: Path, *, durable: bool = True) -> Iterator[Path]:
    """Yield a path of the same name in a folder beside `place`; what is written there takes the place of what is here.

    If the body raises, or leaves nothing behind, `place` stays as it is; the error names `place`, not where it was
    written. What a killed process left beside it is removed. A link stays, and what it leads to is replaced. Without
    `durable` what is written is not forced to disk: for tens of thousands of files that are made again in a minute it
    would take longer than making them. Raises `OSError`.
    """
    real = Path(os.path.realpath(place))
    real.parent.mkdir(parents=True, exist_ok=True)
    sweep(real.parent)
    folder = real.with_name(f"{_LEFT}{_machine()}-{os.getpid()}-{os.urandom(4).hex()}")
    folder.mkdir()
    # The name is that of the link, if it is one: format and compression go by it.
    temporary = folder / (place.name if place.name.strip(".") else real.name)
    try:
        yield temporary
        if temporary.is_dir():
            if durable:
                _force(temporary)
            _switch_folder(temporary, real)
        elif temporary.exists():
            _force(temporary)
            os.replace(temporary, real)
    except (OSError, ErrkbError) as error:
        _rename(error, temporary, place)
        raise
    finally:
        _discard(folder)


@contextmanager
def told(place: Path) -> Iterator[None]:
    """Turn an `OSError` about `place`, what is in it or where it is into a `DatasetError` with a hint."""
    try:
        yield
    except OSError as error:
        there, name = os.path.realpath(place), os.path.realpath(error.filename or place)
        if not (Path(there).is_relative_to(name) or Path(name).is_relative_to(there)):
            raise
        hint = FULL if error.errno in _FULL else "is this a place where files can be written?"
        raise DatasetError(f"cannot be written: {error.strerror or error}", where=str(place), hint=hint) from error


def _rename(error: OSError | ErrkbError, temporary: Path, place: Path) -> None:
    """Let an error speak of what is replaced instead of what was written aside."""

    def named(text: str) -> str:
        return text.replace(str(temporary), str(place)).replace(str(temporary.parent), str(place.parent))

    if isinstance(error, ErrkbError):
        error.where, error.message = error.where and named(error.where), named(error.message)
    elif error.filename is not None:
        error.filename = named(os.fsdecode(error.filename))


def sweep(parent: Path) -> None:
    """Remove what processes of this machine left in a folder that are no more."""
    with suppress(OSError):
        for path in parent.glob(f"{_LEFT}{_machine()}-*"):
            process = path.name.removeprefix(_LEFT).split("-")[1]
            if process.isdecimal() and _is_dead(int(process)):
                _discard(path)


def _is_dead(process: int) -> bool:
    """Say whether a process is certainly no more; Windows has no signal that only asks."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        pass  # it is somebody else's
    return False


def _machine() -> str:
    """Return a mark of this machine: of the processes of another, with which a drive is shared, nothing is known."""
    return f"{crc32(platform.node().encode()):08x}"


def _switch_folder(new: Path, place: Path) -> None:
    if not place.exists():
        new.rename(place)
    elif not _exchanged(new, place):
        old = new.with_name(_OLD)
        place.rename(old)
        try:
            new.rename(place)
        except OSError:
            old.rename(place)
            raise
        _remove(old)


def _exchanged(one: Path, other: Path) -> bool:
    """Let two paths change places in one step, where system and file system can."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    return bool(call(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _EXCHANGE) == 0)


def _force(path: Path) -> None:
    """Force what was written to disk, so that the switch does not outlive its content."""
    for file in (one for one in path.rglob("*") if one.is_file()) if path.is_dir() else (path,):
        with file.open("rb") as handle, suppress(OSError):  # some network drives cannot
            os.fsync(handle.fileno())


def _discard(folder: Path) -> None:
    """Remove a folder beside an export, unless the only copy of what was there is in it."""
    if not (folder / _OLD).exists():
        _remove(folder)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
