"""The folder of the knowledge base: what can go wrong with it, its locks, and the stand-in for a read-only one."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from errkb.errors import KnowledgeBaseError, ReadOnlyHomeError

__all__ = ["explained", "fallback_home", "locked"]

_READ_ONLY = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT}
"""`ENOENT` is what /proc and some network mounts answer when a folder is to be made."""
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_ELSEWHERE = "set ERRKB_HOME to a folder you can write"


@contextmanager
def explained(place: Path) -> Iterator[None]:
    """Turn an `OSError` about `place` into a `KnowledgeBaseError`, into `ReadOnlyHomeError` if it cannot be written."""
    try:
        yield
    except OSError as error:
        where, reason = str(error.filename or place), error.strerror or str(error)
        if error.errno in _READ_ONLY:
            raise ReadOnlyHomeError(f"cannot be written: {reason}", where=where, hint=_ELSEWHERE) from error
        hint = f"free some space, or {_ELSEWHERE}" if error.errno in _FULL else _ELSEWHERE
        raise KnowledgeBaseError(f"cannot be written: {reason}", where=where, hint=hint) from error


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file `path` (made if missing); another process that wants it waits.

    The system lets go of it when the process ends, whatever the way. Where the file system knows no locks the work goes
    on without: every switch below is atomic by itself, at worst one of two simultaneous changes is lost.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        _lock(file.fileno())
        yield


def fallback_home() -> Path:
    """Return a private folder below the system's temporary one, for when the home cannot be written.

    Anyone may write into `/tmp`, so a folder of that name that belongs to someone else, that others can enter or that
    is a symbolic link is refused with `KnowledgeBaseError`.
    """
    import tempfile  # not needed where the home can be written

    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    path = Path(tempfile.gettempdir()) / f"errkb-{user}"
    with explained(path):
        path.mkdir(mode=0o700, exist_ok=True)
        found = path.lstat()
    private = stat.S_ISDIR(found.st_mode) and (
        not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o077)
    )
    if not private:
        raise KnowledgeBaseError("this folder is not private to you", where=str(path), hint=_ELSEWHERE)
    return path


def _lock(handle: int) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError as error:
        if error.errno not in {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL}:
            raise
