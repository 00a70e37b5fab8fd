"""From one descriptor to another, byte for byte and at once; a copy goes into the backlog."""

from __future__ import annotations

import errno
import os
import select
from contextlib import suppress
from threading import Thread

from errkb.live.backlog import Backlog

__all__ = ["Relay", "write_all"]

_SIZE = 1 << 16


class Relay(Thread):
    """Passes on what comes on `source` until it ends, or until nobody reads `target` any more.

    `wait` says whether the copy may hold it up. `target` may be none: then there is only the copy.
    """

    def __init__(self, name: str, source: int, target: int | None, backlog: Backlog, *, wait: bool) -> None:
        super().__init__(name=f"errkb {name}", daemon=True)
        self._source, self._target = source, target
        self._label, self._backlog, self._wait = name, backlog, wait
        self.in_line = False
        """Whether the last byte that was passed on is no line end."""
        self.failure: OSError | None = None
        """Why it could not be passed on."""
        backlog.open()

    def run(self) -> None:
        """Pass on."""
        try:
            while data := self._read():
                if self._target is not None:
                    self.in_line = data[-1:] not in b"\n\r"
                    write_all(self._target, data)
                self._backlog.put(self._label, data, wait=self._wait)
        except OSError as error:
            self.failure = error
        finally:
            with suppress(OSError):
                os.close(self._source)  # whoever writes to it is to know that nobody reads any more
            self._backlog.close()

    def _read(self) -> bytes:
        while True:
            try:
                return os.read(self._source, _SIZE)
            except BlockingIOError:
                select.select([self._source], [], [])
            except OSError as error:
                if error.errno == errno.EIO:  # the other end of a terminal was closed
                    return b""
                raise


def write_all(descriptor: int, data: bytes) -> None:
    """Write everything, however slowly it is taken; also where the descriptor does not block."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(descriptor, view) :]
        except BlockingIOError:
            select.select([], [descriptor], [])
