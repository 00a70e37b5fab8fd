"""The knowledge base behind a few threads, with a bound on how many wait and how long.

An answer takes a few milliseconds of processor time. Here it takes them from a thread of its own, so that whoever only
wants a page, or sends a paste byte by byte, is not kept. A thread cannot be stopped: what takes too long is answered
with a problem, and its thread is free again when it is done.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from errkb.errors import ErrkbError, InputError, UsageError
from errkb.kb import KnowledgeBase
from errkb.web.server.replies import Problem

__all__ = ["Desk"]

T = TypeVar("T")
THREADS = max(2, min(4, os.cpu_count() or 1))
WAITING = 512
"""Requests that wait for a thread; more are sent away."""
BUSY = {"retry-after": "2"}


class Desk:
    """Where requests that need the engine wait their turn."""

    def __init__(self, kb: KnowledgeBase, seconds: float) -> None:
        self.kb = kb
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(THREADS, "errkb-engine")
        self._open = 0

    async def ask(self, call: Callable[[], T]) -> T:
        """Return what `call` returns in a thread.

        Raises `Problem`: 503 where too many wait or it takes too long, 400 and 404 for what `call` says of its input.
        """
        if self._open >= WAITING:
            raise Problem(503, "Too many requests are waiting.", hint="Try again in a moment.", headers=BUSY)
        self._open += 1
        future = asyncio.get_running_loop().run_in_executor(self._threads, call)
        future.add_done_callback(self._done)
        done, _ = await asyncio.wait({future}, timeout=self._seconds)
        if not done:
            raise Problem(503, "This takes too long.", hint="Send less: the lines around the error.", headers=BUSY)
        try:
            return future.result()
        except InputError as error:
            raise Problem(400, f"{error.message}.", hint=error.hint or "") from error
        except UsageError as error:
            raise Problem(404, f"{error.message}.", hint=error.hint or "") from error
        except ErrkbError as error:  # of this machine: a segment that is gone, a full disk
            raise Problem(503, "The knowledge base cannot answer.", headers=BUSY) from error

    def close(self) -> None:
        """Let the threads end; what waits is dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _done(self, future: asyncio.Future[T]) -> None:
        self._open -= 1
        if not future.cancelled():
            future.exception()  # nobody may be there to ask for it any more
