"""Replacing a file in one step: a reader sees the old or the new content, never half of it."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["sync_folder", "write_text"]


def write_text(path: Path, text: str, *, durable: bool = False) -> None:
    """Write a UTF-8 file by way of a temporary file beside it.

    `durable` forces it to disk before the switch, so that it also survives a power cut (costs a few milliseconds).
    Raises `OSError`; then the old file is untouched.
    """
    import tempfile  # not needed to answer

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    if durable:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Force the names in a folder to disk, where the system can do that (Windows and some network drives cannot)."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
