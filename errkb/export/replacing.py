"""Writing files and folders aside and switching them in one step: a reader sees the old or the new, never half of it.

On Linux a folder changes places with the old one in one call; elsewhere there are two renames, and between them a
moment in which a reader finds no folder.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["aside"]

_EXCHANGE = 2
_AT_FDCWD = -100


@contextmanager
def aside(place: Path) -> Iterator[Path]:
    """Yield a path beside `place` to write a file or a folder to; afterwards that takes the place of what is there.

    If the body raises, or leaves nothing behind, `place` stays as it is. Raises `OSError`.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    # With the same suffixes, none if there are none: formats and compression go by them.
    temporary = place.with_name(f".{os.getpid()}-{os.urandom(4).hex()}-{place.name}")
    try:
        yield temporary
        if temporary.is_dir():
            _force(temporary)
            _switch_folder(temporary, place)
        elif temporary.exists():
            _force(temporary)
            os.replace(temporary, place)
    finally:
        _remove(temporary)


def _switch_folder(new: Path, place: Path) -> None:
    if not place.exists():
        new.rename(place)
    elif not _exchanged(new, place):
        old = new.with_name(f"{new.name}.old")
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


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
