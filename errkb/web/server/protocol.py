"""HTTP/1.1 with time limits that uvicorn does not have: for the head of a request, and for a client that reads nothing.

A connection costs some kilobytes, not a thread, so slow clients block nobody; the limits keep them from piling up.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["HEAD_SECONDS", "STALL_SECONDS", "TimedProtocol"]

HEAD_SECONDS = 10.0
"""From the first byte of a connection, or of its next request, to the end of the head."""
STALL_SECONDS = 30.0
"""A client has to take some of an answer within this time."""


class TimedProtocol(H11Protocol):
    """uvicorn's protocol, cut off where a client keeps it waiting."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._head: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock of the first request."""
        super().connection_made(transport)
        self._head = self.loop.call_later(HEAD_SECONDS, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Stop the clock when a request is there; start it when part of one is."""
        super().data_received(data)
        waiting = self.cycle is None or self.cycle.response_complete
        if not waiting and self._head is not None:
            self._head.cancel()
            self._head = None
        elif waiting and self._head is None and not self.transport.is_closing():
            self._head = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def pause_writing(self) -> None:
        """Give a client that takes nothing a last term."""
        super().pause_writing()
        if self._stall is None:
            self._stall = self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has taken something."""
        super().resume_writing()
        self._stop("_stall")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the clocks."""
        self._stop("_head")
        self._stop("_stall")
        super().connection_lost(exc)

    def _stop(self, name: str) -> None:
        timer = getattr(self, name)
        if timer is not None:
            timer.cancel()
            setattr(self, name, None)
