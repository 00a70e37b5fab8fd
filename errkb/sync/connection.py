"""Connections to a web server: kept open, through proxies, with checked certificates, and cut when they take too long.

Standard library: it costs nothing at start-up, needs no upkeep of its own, and leaves the socket in our hands, which is
what stops a server that sends a byte every ten seconds (docs/sync.md weighs it against urllib3). The price is HTTP/1.1
only, no SOCKS, and no TLS to a proxy.
"""

from __future__ import annotations

import base64
import http.client
import os
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Timer, local
from urllib.parse import unquote, urlsplit, urlunsplit
from urllib.request import getproxies, proxy_bypass

from errkb import __version__
from errkb.dataset.home import explained
from errkb.errors import InputError, UsageError

__all__ = ["Connections", "PassingError"]

_HEADERS = {"Accept": "*/*", "Accept-Encoding": "identity", "User-Agent": f"errkb/{__version__}"}
_CA_FILES = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


class PassingError(Exception):
    """A failure that may not last; `after` are the seconds the server asks to be left alone."""

    def __init__(self, message: str, after: float | None = None) -> None:
        super().__init__(message)
        self.after = after


@dataclass(slots=True, frozen=True)
class _Proxy:
    netloc: str
    headers: dict[str, str]


class Connections:
    """One connection for each thread; `silence` are the seconds that it may bring nothing."""

    def __init__(self, silence: float) -> None:
        self.closed = False
        self._silence = silence
        self._local = local()
        self._lock = Lock()
        self._all: dict[http.client.HTTPConnection, socket.socket | None] = {}
        """Each with the socket of its last request: of an answer without length it lets go of that itself."""
        self._context: ssl.SSLContext | None = None

    @contextmanager
    def answered(self, url: str, headers: Mapping[str, str], seconds: float) -> Iterator[http.client.HTTPResponse]:
        """Yield the response to a GET request; the connection is used again if all of it was read.

        Raises `InputError` if the response is not done with after so many seconds, `OSError` or `HTTPException`.
        """
        connection, target, extra = self._connection(url)
        expired: list[bool] = []
        watch = Timer(seconds, self._expire, (connection, expired))
        watch.daemon = True
        watch.start()
        response: http.client.HTTPResponse | None = None
        try:
            response = self._sent(connection, target, _HEADERS | dict(headers) | extra)
            yield response
            if expired:  # without a length, an end looks like the end
                raise OSError
        except (PassingError, OSError, http.client.HTTPException):
            if expired:
                raise InputError(f"not done after {seconds:.0f} s", where=url, hint="try again later") from None
            raise
        finally:
            watch.cancel()
            if response is not None and response.length == 0:
                response.close()
            if response is None or not response.isclosed():
                connection.close()  # what was not read would be taken for the next answer
                if response is not None:
                    response.close()  # which has the socket by itself, if its length was not known

    def close(self) -> None:
        """Close all connections; whoever waits for bytes gives up."""
        self.closed = True
        with self._lock:
            for connection in self._all:
                self._shut(connection)
                connection.close()

    def _connection(self, url: str) -> tuple[http.client.HTTPConnection, str, dict[str, str]]:
        """Return a connection of this thread, what to ask it for, and the headers a proxy wants."""
        found = urlsplit(url)
        key = (found.scheme, found.netloc)
        proxy = _proxy(found.scheme, found.netloc)
        target, extra = urlunsplit(("", "", found.path or "/", found.query, "")), {}
        if proxy is not None and found.scheme == "http":
            target, extra = url, proxy.headers
        if getattr(self._local, "key", None) != key:
            if hasattr(self._local, "connection"):
                self._local.connection.close()
            self._local.key, self._local.connection = key, self._connect(found.scheme, found.netloc, proxy)
        return self._local.connection, target, extra

    def _connect(self, scheme: str, netloc: str, proxy: _Proxy | None) -> http.client.HTTPConnection:
        connection: http.client.HTTPConnection
        host = proxy.netloc if proxy else netloc
        try:
            if scheme == "https":
                with self._lock:
                    self._context = self._context or _trust()
                connection = http.client.HTTPSConnection(host, timeout=self._silence, context=self._context)
                if proxy:
                    at = urlsplit(f"//{netloc}")
                    connection.set_tunnel(at.hostname or "", at.port or 443, proxy.headers)
            else:
                connection = http.client.HTTPConnection(host, timeout=self._silence)
        except (ValueError, http.client.InvalidURL) as error:
            raise UsageError(f"not an address: {error}", where=f"{scheme}://{netloc}") from error
        with self._lock:
            self._all[connection] = None
        return connection

    def _sent(
        self, connection: http.client.HTTPConnection, target: str, headers: dict[str, str]
    ) -> http.client.HTTPResponse:
        """Return the response; a connection that the server has closed since the last request is opened anew."""
        used = connection.sock is not None
        try:
            return self._asked(connection, target, headers)
        except ConnectionError:
            if not used:
                raise
        connection.close()
        return self._asked(connection, target, headers)

    def _asked(
        self, connection: http.client.HTTPConnection, target: str, headers: dict[str, str]
    ) -> http.client.HTTPResponse:
        connection.request("GET", target, headers=headers)
        self._all[connection] = connection.sock
        return connection.getresponse()

    def _expire(self, connection: http.client.HTTPConnection, expired: list[bool]) -> None:
        """End a request that takes too long; whoever waits for its bytes gets none."""
        expired.append(True)
        self._shut(connection)

    def _shut(self, connection: http.client.HTTPConnection) -> None:
        for one in (connection.sock, self._all.get(connection)):
            if one is not None:
                with suppress(OSError):  # the base method: that of TLS is not made for another thread
                    socket.socket.shutdown(one, socket.SHUT_RDWR)


def _proxy(scheme: str, netloc: str) -> _Proxy | None:
    proxies = getproxies()
    address = proxies.get(scheme) or proxies.get("all")
    if not address or proxy_bypass(netloc):
        return None
    found = urlsplit(address if "://" in address else f"http://{address}")
    if found.scheme != "http" or not found.hostname:
        raise UsageError(f"errkb cannot use a proxy that is spoken to by {found.scheme}", hint="give one by http://")
    headers = {}
    if found.username:
        login = f"{unquote(found.username)}:{unquote(found.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {base64.b64encode(login.encode()).decode()}"
    return _Proxy(found.netloc.rpartition("@")[2], headers)


def _trust() -> ssl.SSLContext:
    """Return whom the machine trusts (and `SSL_CERT_FILE`, `SSL_CERT_DIR`), and what other programs are told to."""
    context = ssl.create_default_context()
    for path in filter(None, map(os.environ.get, _CA_FILES)):
        with explained(Path(path)):
            if os.path.isdir(path):
                context.load_verify_locations(capath=path)
            else:
                context.load_verify_locations(cafile=path)
    return context
