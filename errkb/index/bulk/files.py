"""Logs scanned from files and streams, by one process or several.

A file is cut into ranges of whole lines; each process scans some and answers with flat integers, which the caller's
process puts in order and numbers. It is read, not mapped: a log cut short under a map would kill the process, and
reading into the cache costs no more. Processes are spawned and open the index themselves: nothing is inherited that may
be in use, and one that dies is reported, not waited for.
"""

from __future__ import annotations

import os
import stat
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from errkb.errors import ErrkbError, InputError
from errkb.index.bulk.blocks import BLOCK, Read, cut
from errkb.index.bulk.scanner import PROBE, BulkScanner, Hit, hits, moved
from errkb.parent import end_with_parent

__all__ = ["BulkPool", "Opener", "scan_file", "scan_stream"]

Opener = Callable[[], BulkScanner]
"""Opens the scanner; for several processes one that can be pickled (`functools.partial(open_bulk, folder)`)."""
RANGE = 32 << 20
"""Bytes a process scans at a time."""
MIN_TUNED = 16 << 20
"""A shorter log is scanned without a gate: tuning one for it costs more than it saves."""
AHEAD = 2
"""Ranges given out to each process beyond the one it works on."""


def scan_stream(scanner: BulkScanner, read: Read, *, block: int = BLOCK) -> Iterator[Hit]:
    """Yield the hits of a stream in order of line, then pattern; memory stays bounded whatever comes.

    `read(n)` returns at most `n` bytes, none at the end. The gate is tuned on the beginning, if there is enough of it.
    """
    head = _head(read, MIN_TUNED)
    scanner.tune(head[:PROBE] if len(head) >= MIN_TUNED else b"")
    rest = [head]

    def chained(wanted: int) -> bytes | None:
        if not rest[0]:
            return read(wanted)
        taken, rest[0] = rest[0][:wanted], rest[0][wanted:]
        return taken

    yield from _hits(scanner, chained, block)


def scan_file(path: Path, opener: Opener, *, processes: int = 1, block: int = BLOCK) -> Iterator[Hit]:
    """Yield the hits of a file in order of line, then pattern.

    Raises `InputError` if it cannot be read, `ErrkbError` if a process dies.
    """
    if processes > 1 and _size(path) > RANGE:
        with BulkPool(opener, processes) as pool:
            yield from pool.scan_file(path, block=block)
        return
    scanner, size = opener(), _size(path)
    with _opened(path) as file:
        read = _reader(file, path)
        if not size:
            yield from scan_stream(scanner, read, block=block)
            return
        scanner.tune(_head(read, PROBE) if size >= MIN_TUNED else b"")
        file.seek(0)
        yield from _hits(scanner, read, block, file.seek)


class BulkPool:
    """Processes that stay ready for one file after the other."""

    def __init__(self, opener: Opener, processes: int) -> None:
        self._processes = processes
        self._executor = ProcessPoolExecutor(processes, get_context("spawn"), _start, (opener,))

    def __enter__(self) -> BulkPool:
        return self

    def __exit__(self, *exc: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._executor.shutdown(cancel_futures=True)

    def warm(self) -> None:
        """Start the processes and wait until one has opened the index."""
        for future in [self._executor.submit(_ready) for _ in range(self._processes)]:
            future.result()

    def scan_file(self, path: Path, *, block: int = BLOCK, size: int = RANGE) -> Iterator[Hit]:
        """Yield the hits of a file in order of line, then pattern; `size` is that of the ranges."""
        waiting: deque[Future[tuple[bytes, int]]] = deque()
        line = 1
        try:
            for start, stop in _ranges(path, size):
                waiting.append(self._executor.submit(_scan_range, str(path), start, stop, block))
                if len(waiting) > AHEAD * self._processes:
                    rows, lines = waiting.popleft().result()
                    yield from _decoded(rows, line)
                    line += lines
            while waiting:
                rows, lines = waiting.popleft().result()
                yield from _decoded(rows, line)
                line += lines
        except BrokenProcessPool as error:
            raise ErrkbError(
                "a scanning process ended abruptly",
                where=str(path),
                hint="it may have run out of memory; try fewer processes",
            ) from error
        finally:
            for future in waiting:
                future.cancel()


class _Worker:
    """What a process keeps between ranges."""

    scanner: BulkScanner | None = None
    tuned_for: tuple[str, int] | None = None


def _start(opener: Opener) -> None:
    end_with_parent()
    _Worker.scanner = opener()


def _ready() -> bool:
    return _Worker.scanner is not None


def _scan_range(path: str, start: int, stop: int, block: int) -> tuple[bytes, int]:
    """Return the hits of the lines that begin in a range of a file, as flat integers, and its number of line feeds."""
    scanner = _Worker.scanner
    if scanner is None:
        raise RuntimeError("the process was not started by a pool")
    with _opened(Path(path)) as file:
        read = _reader(file, Path(path))
        key = (path, os.fstat(file.fileno()).st_size)
        if _Worker.tuned_for != key:
            scanner.tune(_head(read, PROBE) if key[1] >= MIN_TUNED else b"")
            _Worker.tuned_for = key
        file.seek(start)
        rows, line = array("q"), 0
        for piece in cut(read, size=block, context=scanner.context, offset=start, stop=stop, seek=file.seek):
            found, lines = scanner.search(piece.data, piece.core)
            for on, number, (begin, end, groups) in found:
                rows.extend((on + line, number, begin + piece.offset, end + piece.offset, len(groups)))
                for group in groups:
                    rows.extend(moved(group, piece.offset))
            line += lines
    return rows.tobytes(), line


def _decoded(rows: bytes, line: int) -> Iterator[Hit]:
    values = memoryview(rows).cast("q").tolist()
    at = 0
    while at < len(values):
        on, number, start, end, count = values[at : at + 5]
        at += 5
        groups = tuple(zip(values[at : at + 2 * count : 2], values[at + 1 : at + 2 * count : 2], strict=True))
        at += 2 * count
        yield Hit(on + line, number, start, end, groups)


def _hits(scanner: BulkScanner, read: Read, block: int, seek: Callable[[int], object] | None = None) -> Iterator[Hit]:
    line = 1
    for piece in cut(read, size=block, context=scanner.context, seek=seek):
        found, lines = scanner.search(piece.data, piece.core)
        yield from hits(found, line, piece.offset)
        line += lines


def _ranges(path: Path, size: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of whole lines, each at least `size` bytes."""
    with _opened(path) as file:
        total = os.fstat(file.fileno()).st_size
        start = 0
        while start < total:
            stop = _line_start(file, start + size, total)
            yield start, stop
            start = stop


def _line_start(file: IO[bytes], at: int, total: int) -> int:
    """Return where the first line begins at `at` or later."""
    at -= 1
    while at < total:
        file.seek(at)
        data = file.read(1 << 16)
        newline = data.find(b"\n")
        if newline >= 0:
            return at + newline + 1
        if not data:
            break
        at += len(data)
    return total


def _head(read: Read, wanted: int) -> bytes:
    pieces, size = [], 0
    while size < wanted and (piece := read(wanted - size)):
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb", buffering=0)
    except OSError as error:
        raise InputError(error.strerror or str(error), where=str(path)) from error


def _reader(file: Any, path: Path) -> Read:
    def read(wanted: int) -> bytes | None:
        try:
            data: bytes | None = file.read(wanted)
        except OSError as error:
            raise InputError(error.strerror or str(error), where=str(path)) from error
        return data

    return read


def _size(path: Path) -> int:
    """Return the size of a regular file, 0 for what can only be read as a stream."""
    try:
        status = path.stat()
    except OSError as error:
        raise InputError(error.strerror or str(error), where=str(path)) from error
    return status.st_size if stat.S_ISREG(status.st_mode) else 0
