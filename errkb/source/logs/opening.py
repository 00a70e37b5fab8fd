"""`open_logs`: from paths to logs, one after the other.

paths -> files -> jobs and rotated logs -> LogFile
              \\-> archives -> members, the same again
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import BinaryIO, Literal, cast

from errkb.model.triage import FileReport
from errkb.source.logs.archives import Archive, Member, PlainTar, TarStream, Zip
from errkb.source.logs.folders import STDIN, find
from errkb.source.logs.jobs import Fingerprint, Job, find_jobs, steps_within
from errkb.source.logs.limits import Limits
from errkb.source.logs.logfile import HEAD, LogFile, Opened, Part, folder_of
from errkb.source.logs.packing import ARCHIVES, Budget, Unpacked, kind_of
from errkb.source.logs.rotation import Rotated, rotated
from errkb.source.logs.spool import spooled
from errkb.source.logs.streams import Bytes, Meter, RawFile, Seekable, StreamError, peek, reason_of

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
    entries: list[_Entry] = []
    for one in find(paths):
        if one.reason is None:
            entries.append(opener.stdin() if one.stdin else opener.file(one.path, one.size))
        else:
            yield _left_out(str(one.path), one.reason, "duplicate" if one.same else "skipped")
    yield from opener.logs(entries, 0)


@dataclass(slots=True, frozen=True)
class _Entry:
    """Something to be read: a file, or a member of an archive."""

    name: str
    size: int | None
    open: Callable[[], Bytes]
    budget: Budget
    path: Path | None = None
    """Where it stands on the disk."""
    again: bool = True
    """Whether it can be opened more than once."""
    number: int = 0
    """Its place in an archive that is read from the beginning to the end."""
    within: str | None = None
    """What archive it is in."""


class _Opener:
    def __init__(self, limits: Limits, meter: Meter, stdin: BinaryIO | None) -> None:
        self._limits, self._meter, self._stdin = limits, meter, stdin

    def file(self, path: Path, size: int | None) -> _Entry:
        """Return a file as something to be read."""
        regular = size is not None
        return _Entry(
            str(path), size, partial(self._raw, path), self._budget(size), path if regular else None, again=regular
        )

    def stdin(self) -> _Entry:
        """Return standard input as something to be read."""
        return _Entry(STDIN, None, self._raw_stdin, self._budget(None), again=False)

    def _budget(self, size: int | None) -> Budget:
        done = self._meter.done
        return Budget(self._limits, lambda: size or max(1, self._meter.done - done))

    def logs(self, entries: Sequence[_Entry], depth: int, archive: TarStream | None = None) -> Iterator[LogFile]:
        """Yield the logs that the files of one place are; those of a stream in the order in which they are complete."""
        by_name = {entry.name: entry for entry in entries}
        jobs = {job.whole or job.steps[0][1]: job for job in find_jobs(by_name)}
        members = {name for job in jobs.values() for _, name in job.steps}.union(jobs)
        plans = rotated(name for name in by_name if name not in members)
        plans += [Rotated(key, (key, *(name for _, name in job.steps))) for key, job in jobs.items()]
        place = {name: entry.number if archive else at for at, (name, entry) in enumerate(by_name.items())}
        plans.sort(key=lambda plan: (max if archive else min)(place[name] for name in plan.files))
        if archive is not None:
            archive.held.update(by_name[name].number for name in members)
        folders = {job.name for job in jobs.values()}
        for name, files, unit in plans:
            job = folder_of(name) if folder_of(name) in folders else None
            if name in jobs:
                yield from self._job(jobs[name], by_name)
            elif len(files) > 1:
                yield LogFile(name, [self._part(by_name[file], unit=unit) for file in files], job=job)
            else:
                yield from self._expand(by_name[name], depth, job)

    def _job(self, job: Job, entries: dict[str, _Entry]) -> Iterator[LogFile]:
        """Yield a job: the whole of it with the steps in it, then the steps that are not."""
        steps = [replace(self._part(entries[name]), step=step) for step, name in job.steps]
        if job.whole is None:
            yield LogFile(job.name, steps, job=job.name)
            return
        whole = self._part(entries[job.whole])
        prints = [Fingerprint(LogFile(part.name, [replace(part, max_bytes=None)])) for part in (whole, *steps)]
        lines = steps_within(prints[0], prints[1:])
        within = [(line, step) for line, step in zip(lines, steps, strict=True) if line is not None]
        whole.steps = [(line, step.step or "") for line, step in sorted(within, key=lambda one: one[0])]
        reason = f"stands in {whole.name}"
        reports = [FileReport(step.name, "duplicate", reason=reason) for _, step in within]
        yield LogFile(whole.name, [whole], job=job.name, reports=reports)
        apart = [step for line, step in zip(lines, steps, strict=True) if line is None]
        if apart:
            yield LogFile(job.name, apart, job=job.name)

    def _expand(self, entry: _Entry, depth: int, job: str | None) -> Iterator[LogFile]:
        """Yield the log that a file is, or those in it if it is an archive."""
        try:
            kind, opened = self._unpacked(entry)
        except StreamError as error:
            yield _left_out(entry.name, str(error))
            return
        if kind is None:
            yield LogFile(entry.name, [self._part(entry, opened)], job=job)
        elif depth > _NESTED:
            opened.stream.close()
            yield _left_out(entry.name, "is an archive in an archive in an archive")
        else:
            yield from self._members(entry, kind, opened, depth)

    def _members(self, entry: _Entry, kind: str, opened: Opened, depth: int) -> Iterator[LogFile]:
        with ExitStack() as stack:
            try:
                archive = self._archive(entry, kind, opened, stack)
            except StreamError as error:
                yield _left_out(entry.name, str(error))
                return
            stack.callback(archive.close)
            stream = archive if isinstance(archive, TarStream) else None
            for member in archive.members:
                if member.reason is not None:
                    yield _left_out(f"{entry.name}!{member.name}", member.reason)
            if not archive.members:
                yield LogFile(entry.name, [], reports=[FileReport(entry.name, "read", reason="is empty", packed=kind)])
            within = " in ".join(filter(None, (kind, opened.packed)))
            wanted = (member for member in archive.members if member.reason is None)
            inside = [self._member(entry, archive, member, within) for member in wanted]
            yield from self.logs(inside, depth + 1, stream)
            if archive.fault is not None:
                yield _left_out(entry.name, archive.fault, "partial")

    def _archive(self, entry: _Entry, kind: str, opened: Opened, stack: ExitStack) -> Archive:
        """Open an archive: where it stands if one can go back there, as a stream, or as a copy."""
        if kind == "tar" and entry.again and (opened.packed or entry.path is None):
            opened.stream.close()
            return TarStream(lambda: self._unpacked(entry)[1].stream, entry.budget)
        if entry.path is not None and not opened.packed:
            opened.stream.close()
            raw = self._raw(entry.path)
            file = cast("BinaryIO", io.BufferedReader(Seekable(raw.file, self._meter), 1 << 16))
            stack.callback(file.close)
        else:
            stack.callback(opened.stream.close)
            file = stack.enter_context(spooled(opened.stream))
        return (Zip if kind == "zip" else PlainTar)(file, entry.budget)

    def _member(self, archive: _Entry, opened: Archive, member: Member, within: str) -> _Entry:
        again = not isinstance(opened, TarStream)
        open_member = partial(opened.open, member)
        name = f"{archive.name}!{member.name}"
        number = member.number
        return _Entry(name, member.size, open_member, archive.budget, again=again, number=number, within=within)

    def _part(self, entry: _Entry, opened: Opened | None = None, *, unit: str | None = None) -> Part:
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
                head, stream = peek(stream, HEAD)
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
        label = " in ".join(filter(None, (*reversed(packed), entry.within))) or None
        return kind if kind in ARCHIVES else None, Opened(stream, label, remark)

    def _raw_stdin(self) -> RawFile:
        stdin = self._stdin or (sys.stdin.buffer if sys.stdin is not None else None)
        if stdin is None:
            raise StreamError("standard input is closed")
        return RawFile(stdin, self._meter, None)

    def _raw(self, path: Path) -> RawFile:
        try:
            file = path.open("rb", buffering=0)
        except FileNotFoundError as error:
            raise StreamError("was removed before it was read") from error
        except (OSError, ValueError) as error:
            raise StreamError(f"cannot be read: {reason_of(error)}") from error
        state = os.fstat(file.fileno())
        return RawFile(cast("BinaryIO", file), self._meter, state.st_size or None)


def _left_out(name: str, reason: str, state: Literal["partial", "skipped", "duplicate"] = "skipped") -> LogFile:
    """Return a log of no bytes that says why."""
    return LogFile(name, [], reports=[FileReport(name, state, reason=reason)])
