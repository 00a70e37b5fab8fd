"""`open_logs`: from paths to logs, one after the other.

find -> rotated -> unpack -> members, the same again -> LogFile
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from errkb.source.logs.archives import Member, tar_members, zip_members
from errkb.source.logs.folders import STDIN, find
from errkb.source.logs.limits import Limits
from errkb.source.logs.logfile import HEAD, LogFile, Opened, Part
from errkb.source.logs.packing import ARCHIVES, Budget, Unpacked, kind_of
from errkb.source.logs.rotation import rotated
from errkb.source.logs.spool import spooled
from errkb.source.logs.streams import Bytes, Meter, RawFile, Replayed, StreamError, read_full, reason_of

__all__ = ["open_logs"]

_LAYERS = 3
"""So often a file is unpacked: a `.tar.gz` is packed twice."""
_NESTED = 1
"""Archives in archives that are read."""


def open_logs(
    paths: Iterable[str | os.PathLike[str]],
    *,
    stdin: BinaryIO | None = None,
    limits: Limits | None = None,
    meter: Meter | None = None,
) -> Iterator[LogFile]:
    """Yield the logs behind paths, folders and globs in a stable order; `-` is standard input.

    Each is to be read before the next is asked for. What cannot be read is a log of no bytes whose report says why; so
    is what stands in another file already. Nothing is raised for what a file holds or lacks.
    """
    opener = _Opener(limits or Limits(), meter or Meter(), stdin)
    found = {str(one.path): one for one in find(paths)}
    for one in found.values():
        if one.reason is not None:
            yield _left_out(str(one.path), one.reason)
    entries = {name: opener.entry(one.path, one.size) for name, one in found.items() if one.reason is None}
    yield from opener.logs(entries, 0)


@dataclass(slots=True, frozen=True)
class _Entry:
    """Something to be read: a file, or a member of an archive."""

    name: str
    size: int | None
    open: Callable[[], Bytes]
    budget: Budget


class _Opener:
    def __init__(self, limits: Limits, meter: Meter, stdin: BinaryIO | None) -> None:
        self._limits, self._meter, self._stdin = limits, meter, stdin

    def entry(self, path: Path, size: int | None) -> _Entry:
        """Return a file as something to be read."""
        done = self._meter.done
        budget = Budget(self._limits, lambda: size or max(1, self._meter.done - done))
        return _Entry(str(path), size, partial(self._raw, path), budget)

    def logs(self, entries: dict[str, _Entry], depth: int) -> Iterator[LogFile]:
        """Yield the logs that files of one place are."""
        for log in rotated(entries):
            if len(log.files) == 1:
                yield from self._expand(entries[log.files[0]], depth)
            else:
                parts = [self._part(entries[name], log.name) for name in log.files]
                yield LogFile(log.name, parts)

    def _expand(self, entry: _Entry, depth: int) -> Iterator[LogFile]:
        """Yield the log that a file is, or those in it if it is an archive."""
        try:
            kind, opened = self._unpacked(entry)
        except StreamError as fault:
            yield _left_out(entry.name, str(fault))
            return
        if kind is None:
            yield LogFile(entry.name, [self._part(entry, None, opened)])
            return
        if depth > _NESTED:
            opened.stream.close()
            yield _left_out(entry.name, "is an archive in an archive in an archive")
            return
        try:
            yield from self._members(entry, kind, opened, depth)
        except StreamError as fault:
            yield _left_out(entry.name, str(fault))
        finally:
            opened.stream.close()

    def _members(self, entry: _Entry, kind: str, opened: Opened, depth: int) -> Iterator[LogFile]:
        if kind == "zip":
            with spooled(opened.stream) as file:
                members = {member.name: self._member(entry, member) for member in zip_members(file, self._limits)}
                yield from self.logs({one.name: one for one in members.values()}, depth + 1)
        else:
            for member in tar_members(opened.stream, self._limits):
                yield from self._expand(self._member(entry, member), depth + 1)

    def _member(self, archive: _Entry, member: Member) -> _Entry:
        name = f"{archive.name}!{member.name}"
        return _Entry(name, member.size, partial(member.open, archive.budget), archive.budget)

    def _part(self, entry: _Entry, unit: str | None, opened: Opened | None = None) -> Part:
        def reopened() -> Opened:
            if opened is not None:
                return opened
            kind, again = self._unpacked(entry)
            if kind is not None:
                again.stream.close()
                raise StreamError(f"is {kind} beside the pieces of a log: give it by itself")
            return again

        return Part(entry.name, reopened, entry.size, unit, max_bytes=self._limits.max_bytes)

    def _unpacked(self, entry: _Entry) -> tuple[str | None, Opened]:
        """Open an entry and take its compression off; return what archive it is, if one. Raises `StreamError`."""
        stream = raw = entry.open()
        packed: list[str] = []
        try:
            for _ in range(_LAYERS):
                head = read_full(stream, HEAD)
                stream = Replayed(head, stream)
                kind = kind_of(head)
                if kind is None or kind in ARCHIVES:
                    break
                stream = Unpacked(kind, stream, entry.budget)
                packed.append(kind)
            else:
                kind = None
        except StreamError:
            stream.close()
            raise
        remark = (lambda: raw.remark) if isinstance(raw, RawFile) else (lambda: None)
        return kind if kind in ARCHIVES else None, Opened(stream, " in ".join(reversed(packed)) or None, remark)

    def _raw(self, path: Path) -> RawFile:
        if str(path) == STDIN:
            stdin = self._stdin or (sys.stdin.buffer if sys.stdin is not None else None)
            if stdin is None:
                raise StreamError("standard input is closed")
            return RawFile(stdin, self._meter, None)
        try:
            file = path.open("rb", buffering=0)
        except FileNotFoundError as error:
            raise StreamError("was removed before it was read") from error
        except (OSError, ValueError) as error:
            raise StreamError(f"cannot be read: {reason_of(error)}") from error
        state = os.fstat(file.fileno())
        return RawFile(cast("BinaryIO", file), self._meter, state.st_size or None)


def _left_out(name: str, reason: str) -> LogFile:
    def refuse() -> Opened:
        raise StreamError(reason)

    return LogFile(name, [Part(name, refuse, 0)])
