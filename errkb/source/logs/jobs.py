"""Logs of jobs that come step by step, alone or beside the log of the whole job: each line counts once.

    0_build.txt              the whole job
    build/1_Set up job.txt   its steps
    build/2_Run tests.txt

Names only say where to look. A step is part of the whole if all its lines stand there in one run; then the whole is
read, which may have more, and the lines of each step are known in it. A step that is not there is a log of its own.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from errkb.source.logs.logfile import LogFile, folder_of

__all__ = ["Fingerprint", "Job", "find_jobs", "steps_within"]

_STEP = re.compile(r"^(\d{1,4})_(.+)\.(?:txt|log)$")
_MOST_LINES = 4 << 20
"""Lines of a job that are compared; eight bytes of each are held."""
_LONGEST = 16 << 20
"""Bytes of a line."""
_MOST_TRIES = 1000
_BLOCK = 1 << 20


@dataclass(slots=True, frozen=True)
class Job:
    """A job by the names of its files; steps in order, each with what it is called."""

    name: str
    whole: str | None
    steps: tuple[tuple[str, str], ...]


def find_jobs(names: Iterable[str]) -> list[Job]:
    """Return the jobs whose steps have files of their own, by the names of files with their folders."""
    folders: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
    everything = list(names)
    for name in everything:
        if (found := _STEP.match(_last(name))) and not _at_the_top(name):
            folders[folder_of(name)].append((int(found[1]), found[2], name))
    wholes = _wholes(everything, folders)
    jobs = []
    for folder, steps in folders.items():
        numbers = [number for number, _, _ in steps]
        if 1 in numbers and 0 not in numbers and (len(steps) > 1 or folder in wholes):
            ordered = tuple((step, name) for _, step, name in sorted(steps))
            jobs.append(Job(folder, wholes.get(folder), ordered))
    return jobs


def _wholes(names: Sequence[str], folders: Iterable[str]) -> dict[str, str]:
    """Return the file beside each folder that is called like it."""
    wanted = {(folder_of(folder), _last(folder)): folder for folder in folders}
    found: dict[str, str] = {}
    for name in names:
        bare = re.sub(r"^-?\d{1,4}_|\.(?:txt|log)$", "", _last(name))
        folder = wanted.get((folder_of(name), bare))
        if folder is not None:
            found.setdefault(folder, name)
    return found


def _last(name: str) -> str:
    return name[max(name.rfind("/"), name.rfind("!")) + 1 :]


def _at_the_top(name: str) -> bool:
    """Tell whether a file is in no folder of its archive: there are the logs of whole jobs."""
    return name.rfind("!") > name.rfind("/")


class Fingerprint:
    """The lines of a log as numbers that are the same for the same lines; `complete` if it is all of them."""

    def __init__(self, log: LogFile) -> None:
        self._numbers = array("q")
        self.complete = True
        rest = b""
        while self.complete and (block := log.read(_BLOCK)):
            *lines, rest = (rest + block).replace(b"\r\n", b"\n").split(b"\n")
            self._numbers.extend(map(hash, lines))
            self.complete = len(self._numbers) <= _MOST_LINES and len(rest) <= _LONGEST
        self.complete = self.complete and all(report.state == "read" for report in log.reports())
        log.close()

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def data(self) -> bytes:
        """Return eight bytes for each line."""
        return self._numbers.tobytes()


def steps_within(whole: Fingerprint, steps: Sequence[Fingerprint]) -> list[int | None]:
    """Return for each step the line of the whole it begins on, `None` if it is not in it; no line is in two steps."""
    data = whole.data
    taken: list[tuple[int, int]] = []
    found: list[int | None] = []
    cursor = 0
    for step in steps:
        at = _find(data, step.data, cursor, taken) if step.complete and whole.complete else -1
        if at < 0:
            found.append(None)
            continue
        found.append(at // 8 + 1)
        cursor = at + 8 * len(step)
        taken.append((at, cursor))
    return found


def _find(data: bytes, wanted: bytes, cursor: int, taken: Sequence[tuple[int, int]]) -> int:
    """Return where a run of lines stands that is not taken, first from the cursor on, -1 if nowhere."""
    for start in (cursor, 0):
        at = start - 1
        for _ in range(_MOST_TRIES):
            at = data.find(wanted, at + 1)
            if at < 0:
                break
            if at % 8 == 0 and not any(low < at + len(wanted) and at < high for low, high in taken):
                return at
    return -1
