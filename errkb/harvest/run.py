"""Running the harvesters over a project: in parallel, only over files that changed, one bad file never in the way.

What a file says depends on its text alone, so it is kept by the file's hash; a file whose size and time are those of
the last run is not even opened. Work goes to processes in batches; a file that kills its process is read again in one
of its own and, if it does so again, is named and left out.
"""

from __future__ import annotations

import gc
import os
import signal
import stat
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from errkb.harvest import BUILTIN
from errkb.harvest.rules import MAX_BYTES, generated, skipped
from errkb.harvest.text import decoded
from errkb.hookspecs import Harvester
from errkb.model.located import Facts, Located, Project, Skipped, SourceFile, UnreadableError
from errkb.parent import end_with_parent

__all__ = ["Crew", "Harvest", "Known", "form", "harvest", "wanted"]

Known = dict[str, list[Any]]
"""Path -> [state, hash, facts or `None`, fault or `None`]."""
BATCH_BYTES = 600_000
BATCH_FILES = 80
ALONE = 800_000
"""With less to read than this, starting processes takes longer than reading."""

_SUFFIXES = {suffix: harvester for harvester in reversed(BUILTIN) for suffix in harvester.suffixes}
_Job = tuple[str, str | None, bytes | None]
_Answer = tuple[str, str, Facts | None, str | None]


@dataclass(slots=True)
class Harvest:
    """What a project gave: what its files say, what was left out, and how many files were read anew."""

    project: Project
    changed: bool = False
    skipped: list[Skipped] = field(default_factory=list)
    files: int = 0
    read: int = 0
    known: Known = field(default_factory=dict)
    """What each file said, to be given to the next run."""

    def located(self) -> list[Located]:
        """Return the located errors: all files of a language seen together, else what each says alone."""
        found: list[Located] = []
        for harvester in BUILTIN:
            own = {path: row[2] for path, row in self.known.items() if row[2] and _harvester(path) is harvester}
            try:
                found += harvester.link(own) if own else ()
            except Exception:  # a fault of the harvester, whatever it is
                for path, facts in own.items():
                    found += self._alone(harvester, path, facts)
        return found

    def _alone(self, harvester: Harvester, path: str, facts: Facts) -> list[Located]:
        try:
            return list(harvester.link({path: facts}))
        except Exception as error:
            self.known[path][2:] = None, _failed(error)
            self.skipped.append(Skipped(path, _failed(error)))
            return []


def wanted(path: str) -> str | None:
    """Return why a path is not harvested; `""` for what is no source of a known language."""
    if path.endswith("/"):
        return skipped(f"{path}x")
    return skipped(path) if _harvester(path) is not None else ""


class Crew:
    """The processes that read files; started with the first large project, shared by all, closed at the end."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def read(self, jobs: list[_Job], sizes: list[int]) -> Iterator[_Answer]:
        """Return the answer to each file, in any order."""
        if self.workers < 2 or sum(sizes) < ALONE:
            yield from _read_all(jobs)
            return
        self._pool = self._pool or _pool(self.workers)
        waiting: list[tuple[Future[list[_Answer]], list[_Job]]] = []
        for batch in _batches(jobs, sizes):
            waiting.append((self._submit(batch), batch))
            while len(waiting) > 4 * self.workers:
                yield from self._answers(*waiting.pop(0))
        for future, batch in waiting:
            yield from self._answers(future, batch)

    def _submit(self, batch: list[_Job]) -> Future[list[_Answer]]:
        try:
            return (self._pool or _pool(1)).submit(_read_all, batch)
        except BrokenProcessPool:
            self._pool = _pool(self.workers)
            return self._pool.submit(_read_all, batch)

    def _answers(self, future: Future[list[_Answer]], batch: list[_Job]) -> list[_Answer]:
        try:
            return future.result()
        except BrokenProcessPool:
            return [_alone(job) for job in batch]


def harvest(
    project: Project,
    files: Iterable[SourceFile | Skipped],
    crew: Crew,
    known: Known | None = None,
    note: Callable[[int], None] = lambda _: None,
) -> Harvest:
    """Return the located errors of a project.

    `known` is what the files said last time; `note` is told how many files have been done. Nothing is raised for bad
    files: they are in `skipped`.
    """
    done = Harvest(project)
    before = known or {}
    after = done.known
    jobs: list[_Job] = []
    sizes: list[int] = []
    states: dict[str, str] = {}
    for file in files:
        if isinstance(file, Skipped):
            done.skipped.append(file)
            continue
        done.files += 1
        row = before.get(file.path)
        if row is not None and row[0] == file.state:
            after[file.path] = row
            continue
        states[file.path] = file.state
        jobs.append((file.path, None if file.location is None else os.fspath(file.location), file.data))
        sizes.append(file.size)
    note(len(after))
    for path, digest, facts, fault in crew.read(jobs, sizes):
        after[path] = [states[path], digest, facts, fault]
        note(1)
    done.read = len(jobs)
    done.skipped += [Skipped(path, row[3]) for path, row in sorted(after.items()) if row[3]]
    done.changed = bool(jobs) or before.keys() != after.keys()
    return done


def _harvester(path: str) -> Harvester | None:
    name = path.rpartition("/")[2]
    at = name.find(".", 1)
    while at >= 0:
        found = _SUFFIXES.get(name[at:])
        if found is not None:
            return found
        at = name.find(".", at + 1)
    return None


def _batches(jobs: list[_Job], sizes: list[int]) -> Iterator[list[_Job]]:
    batch: list[_Job] = []
    size = 0
    for job, own in zip(jobs, sizes, strict=True):
        batch.append(job)
        size += own
        if size > BATCH_BYTES or len(batch) >= BATCH_FILES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, initializer=_serve)


def _serve() -> None:
    """Leave interrupts to the parent, and end with it: a worker whose parent was killed would wait for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _alone(job: _Job) -> _Answer:
    with _pool(1) as pool:
        try:
            return pool.submit(_read_all, [job]).result()[0]
        except BrokenProcessPool:
            return job[0], "", None, "reading it killed the process"


def _read_all(jobs: list[_Job]) -> list[_Answer]:
    """Read a batch. Trees have no cycles, so collecting in between would be time spent for nothing."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return [_read(*job) for job in jobs]
    finally:
        if collecting:
            gc.enable()


def _read(path: str, location: str | None, data: bytes | None) -> _Answer:
    harvester = _harvester(path)
    try:
        data = _bytes(location) if data is None and location is not None else data or b""
        digest = blake2b(data, digest_size=12).hexdigest()
        text = decoded(data)
        if generated(text):
            return path, digest, None, "generated"
        return path, digest, None if harvester is None else harvester.read(path, text), None
    except UnreadableError as error:
        return path, "", None, str(error)
    except OSError as error:
        return path, "", None, f"cannot be read: {error.strerror or error}"
    except (RecursionError, MemoryError):
        return path, "", None, "nested too deeply"
    except Exception as error:  # a fault of the harvester must not cost the other files
        return path, "", None, _failed(error)


def _bytes(location: str) -> bytes:
    """Return the bytes of a file, which may have become something else since it was listed."""
    with open(location, "rb", opener=lambda path, flags: os.open(path, flags | _NO_WAITING)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise UnreadableError("not a regular file")
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise UnreadableError(f"larger than {MAX_BYTES // 1_000_000} MB")
    return data


_NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)


def _failed(error: Exception) -> str:
    """Return the reason to be shown for a fault of errkb itself, with the place for whoever mends it."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = "" if at is None else f" in {Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}"
    return f"errkb failed on it ({type(error).__name__}{where})"


def form() -> str:
    """Return what facts are made of: facts of another form are not used again."""
    return " ".join(f"{harvester.name}:{harvester.version}" for harvester in BUILTIN)
