"""What no request gets around: limits, the rate of a client, headers of every answer, errors that say nothing.

Pure ASGI, around everything: it costs some microseconds a request.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request

from errkb.web.rendering import CONTENT_SECURITY_POLICY
from errkb.web.server.options import LOOPBACK, ServeOptions
from errkb.web.server.replies import Problem, problem

__all__ = ["FREE", "MAX_TARGET", "OPEN", "Guard", "Rate", "too_large"]

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

MAX_TARGET = 8192
"""Bytes of path and query."""
MOST_CLIENTS = 20_000
_LOG = logging.getLogger("errkb.web")
OPEN = ("/api/", "/data/", "/schema/", "/openapi.json")
"""What programs read, and pages of other sites may."""
FREE = ("/static/", "/healthz")
"""What the rate of a client does not count."""


class Rate:
    """A bucket of requests for each client, filled again within a minute; IPv6 clients are told apart by /64."""

    def __init__(self, a_minute: int) -> None:
        self._most = a_minute
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, now: float) -> float:
        """Take one request; return 0, or the seconds until there is another one."""
        client = _network(client)
        left, then = self._buckets.pop(client, (float(self._most), now))
        left = min(float(self._most), left + (now - then) * self._most / 60)
        taken = left >= 1
        self._buckets[client] = (left - 1 if taken else left, now)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return 0.0 if taken else (1 - left) * 60 / self._most


class Guard:
    """The outermost application."""

    def __init__(self, app: App, options: ServeOptions) -> None:
        self._app = app
        self._rate = Rate(options.rate) if options.rate else None
        self._most_text = options.max_body
        self._most_body = 3 * options.max_body + 1024  # a form may write each byte as three
        self._hosts = _hosts(options) if options.named else None
        self._headers = _encoded(
            {
                "content-security-policy": f"{CONTENT_SECURITY_POLICY}; frame-ancestors 'none'",
                "x-content-type-options": "nosniff",
                "referrer-policy": "no-referrer",
                "cross-origin-opener-policy": "same-origin",
                "permissions-policy": "camera=(), geolocation=(), microphone=()",
            }
        )
        # What programs read has no more than it needs: each header costs as much as looking the record up.
        self._open = _encoded(
            {
                "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
                "x-content-type-options": "nosniff",
                # Records that were named may be read by whoever can reach the server, not by pages of other sites.
                **({} if options.named else {"access-control-allow-origin": "*"}),
            }
        )

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        extra = self._open if path.startswith(OPEN) else self._headers
        begun = False

        async def answer(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        found = self._refused(scope, path)
        try:
            if found is None:
                inner = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
                await self._app(inner, receive, answer)
                return
        except Exception as error:  # the sentence may quote a paste: only the place is told
            _LOG.error("%s at %s", type(error).__name__, _place(error))
            if begun:
                raise _BrokenOffError from None
            found = Problem(500, "This should not have happened.", hint="Please report it, with what you asked for.")
        await problem(Request(scope), found)(scope, receive, answer)

    def _refused(self, scope: Message, path: str) -> Problem | None:
        if len(scope["raw_path"]) + len(scope["query_string"]) > MAX_TARGET:
            return Problem(
                414, f"The address is longer than {MAX_TARGET:,} bytes.", hint="POST a text to /api/explain."
            )
        if scope["method"] not in ("GET", "HEAD"):
            length = Headers(scope=scope).get("content-length", "")
            if length.isdecimal() and (len(length) > 15 or int(length) > self._most_body):
                return too_large(self._most_text)
        if self._hosts is not None and _host(Headers(scope=scope).get("host", "")) not in self._hosts:
            return Problem(421, "This server is not called that.", hint="--base-url tells it its name.")
        if self._rate is not None and not path.startswith(FREE):
            client = scope.get("client")
            seconds = self._rate.wait(client[0] if client else "", time.monotonic())
            if seconds:
                after = {"retry-after": str(int(seconds) + 1)}
                return Problem(429, "Too many requests.", hint=f"Wait {int(seconds) + 1} s.", headers=after)
        return None


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


class _BrokenOffError(Exception):
    """An answer that cannot be finished: the connection is closed."""


def too_large(most: int) -> Problem:
    """Return what is said of a body that is too large; the connection ends, the rest of the body is not read."""
    return Problem(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        f"A text has at most {most:,} bytes here.",
        hint="Send the lines around the error; `errkb explain FILE` reads all of it on your machine.",
        headers={"connection": "close"},
    )


def _place(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "?"
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"


def _hosts(options: ServeOptions) -> frozenset[str] | None:
    """Return the names under which a server that only this machine reaches may be asked, `None` for any.

    A page of another site can have its own name lead to 127.0.0.1 and read what is served there.
    """
    if not options.is_loopback:
        return None
    return frozenset({*LOOPBACK, options.host, _host(options.address.split("://", 1)[-1].split("/", 1)[0])} - {""})


def _host(header: str) -> str:
    name = header.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0]


def _network(client: str) -> str:
    try:
        address = ip_address(client)
    except ValueError:
        return client
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else address.exploded[:19]
    return client
