"""Sections read by this process or by several, with the answers in the order of the sections.

Processes are spawned and open the segments themselves: nothing is inherited that may be in use, and one that dies is
reported, not waited for. At most `AHEAD` sections for each are on their way, so memory stays bounded.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import NamedTuple, TypeVar

from errkb.errors import ErrkbError
from errkb.parent import end_with_parent
from errkb.triage.reading import Found, SectionReading
from errkb.triage.sections import Section
from errkb.triage.tools import Tools

__all__ = ["Opener", "Task", "read_apart", "read_here"]

Opener = Callable[[], Tools]
"""Opens the tools; for several processes one that can be pickled."""
AHEAD = 2
Mark = TypeVar("Mark")


class Task(NamedTuple):
    """Sections to be read, each with the number of its log."""

    sections: tuple[tuple[int, Section], ...]


def read_here(tools: Tools, tasks: Iterable[tuple[Mark, Task]]) -> Iterator[tuple[Mark, list[Found]]]:
    """Yield what stands in the sections of each task, read by this process."""
    for mark, task in tasks:
        yield mark, _read(tools, task)


def read_apart(
    opener: Opener, processes: int, tasks: Iterable[tuple[Mark, Task]]
) -> Iterator[tuple[Mark, list[Found]]]:
    """Yield the same, read by several processes. Raises `ErrkbError` if one of them dies."""
    waiting: deque[tuple[Mark, Future[list[Found]]]] = deque()
    executor = ProcessPoolExecutor(processes, get_context("spawn"), _start, (opener,))
    try:
        for mark, task in tasks:
            waiting.append((mark, executor.submit(_read_task, task)))
            if len(waiting) >= AHEAD * processes:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()
    except BrokenProcessPool as error:
        hint = "it may have run out of memory; try --processes 1"
        raise ErrkbError("a process that was reading ended abruptly", hint=hint) from error
    finally:
        executor.shutdown(cancel_futures=True)


def _read(tools: Tools, task: Task) -> list[Found]:
    """Read sections. Looking for garbage among all that is made meanwhile would cost a tenth and find little."""
    found, collecting = [], gc.isenabled()
    gc.disable()
    try:
        for log, section in task.sections:
            tools.tune(log, section.data)
            found.append(SectionReading(tools).run(section))
    finally:
        if collecting:
            gc.enable()
    return found


class _Worker:
    """What a process keeps between tasks."""

    tools: Tools | None = None


def _start(opener: Opener) -> None:
    end_with_parent()
    _Worker.tools = opener()


def _read_task(task: Task) -> list[Found]:
    if _Worker.tools is None:
        raise RuntimeError("the process was not started by a pool")
    return _read(_Worker.tools, task)
