"""Files followed while they are written: through rotation, truncation, removal and re-creation, by looking at them.

A look is a `stat` of each name every `POLL` seconds: it costs some microseconds and works on every file system, which
notifications do not (network, containers). When a name leads to another file, the old one is read to its end first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import BinaryIO

from errkb.source.logs.encoding import Utf8
from errkb.source.logs.streams import reason_of

__all__ = ["Follower"]

POLL = 0.2
_SIZE = 1 << 16
_HEAD = 4096
"""Bytes by which the encoding of a file is told."""

Give = Callable[[str, bytes], None]
"""Gets what was written to a file, nothing when it begins anew."""
Say = Callable[[str], None]


@dataclass(slots=True)
class _Open:
    file: BinaryIO
    key: tuple[int, int]
    position: int
    utf8: Utf8


class _Followed:
    """One name."""

    def __init__(self, path: Path, give: Give, say: Say, *, whole: bool) -> None:
        self._path, self._give, self._say = path, give, say
        self._whole = whole
        """Whether what is in the file already is read, too."""
        self._open: _Open | None = None
        self._said: str | None = None

    def look(self) -> bool:
        """Read what has been written; tell whether anything was."""
        moved = self._moved()
        found = self._read()
        if moved and not found:
            self._leave()
        if self._open is None:
            self._enter()
            found = self._read() or found
        return found

    def close(self) -> None:
        """Let go of the file."""
        if self._open is not None:
            self._open.file.close()
            self._open = None

    def _moved(self) -> bool:
        """Tell whether the name leads to another file now, or to none."""
        if self._open is None:
            return False
        try:
            state = self._path.stat()
        except OSError:
            return True
        return (state.st_dev, state.st_ino) != self._open.key

    def _leave(self) -> None:
        self.close()
        self._whole = True
        self._give(str(self._path), b"")

    def _enter(self) -> None:
        try:
            file = self._path.open("rb", buffering=0)
            state = os.fstat(file.fileno())
            head = file.read(_HEAD) or b""
        except OSError as error:
            self._tell(f"waiting for it: {reason_of(error)}")
            self._whole = True  # it is new when it comes
            return
        if self._said is not None:
            self._tell("it is there")
            self._said = None
        position = 0 if self._whole else state.st_size
        self._open = _Open(file, (state.st_dev, state.st_ino), position, Utf8(head or b""))
        if position:
            self._open.utf8.skip_mark()

    def _read(self) -> bool:
        """Read to the end of the file as it is now; it begins anew where it has become shorter."""
        opened = self._open
        if opened is None:
            return False
        try:
            size = os.fstat(opened.file.fileno()).st_size
            if size < opened.position:
                self._give(str(self._path), b"")
                opened.position, opened.utf8 = 0, Utf8(b"")
            opened.file.seek(opened.position)
            data = opened.file.read(_SIZE)
        except OSError as error:
            self._tell(f"cannot be read: {reason_of(error)}")
            self.close()
            return False
        if not data:
            return False
        if opened.position == 0:
            opened.utf8 = Utf8(data[:_HEAD])
        opened.position += len(data)
        if text := opened.utf8.feed(data):
            self._give(str(self._path), text)
        return True

    def _tell(self, what: str) -> None:
        if what != self._said:
            self._said = what
            self._say(f"{self._path}: {what}")


class Follower(Thread):
    """Follows files until it is stopped; `whole` reads what is in them already, too."""

    def __init__(self, paths: Sequence[Path], give: Give, say: Say, *, whole: bool = False) -> None:
        super().__init__(name="errkb follow", daemon=True)
        self._files = [_Followed(path, give, say, whole=whole) for path in paths]
        self._stopped = Event()

    def run(self) -> None:
        """Follow."""
        try:
            while not self._stopped.is_set():
                found = [file.look() for file in self._files]
                if not any(found):
                    self._stopped.wait(POLL)
        finally:
            for file in self._files:
                file.close()

    def stop(self) -> None:
        """Stop soon."""
        self._stopped.set()
