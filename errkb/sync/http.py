"""A published dataset on a web server, which may be slow, broken or hostile.

Standard library: it costs nothing at start-up, needs no upkeep of its own, and leaves the socket in our hands, which is
what stops a server that sends a byte every ten seconds. The price is HTTP/1.1 only, no SOCKS, and no TLS to a proxy.

- Proxies come from the environment or the system (`HTTPS_PROXY`, `NO_PROXY`, …), certificates from the system and from
  `SSL_CERT_FILE`, `SSL_CERT_DIR`, `REQUESTS_CA_BUNDLE`, `CURL_CA_BUNDLE`.
- Redirects stay on the host that the user named: no other was asked for. They never lead from https to http.
- What may pass by itself (a cut connection, 429, 5xx) is tried again, later each time, and `Retry-After` is obeyed; a
  file goes on where it stopped.
"""

from __future__ import annotations

import base64
import http.client
import os
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from random import uniform
from threading import Lock, Timer, local
from typing import NoReturn, TypeVar
from urllib.parse import quote, unquote, urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

from errkb import __version__
from errkb.dataset.home import explained
from errkb.errors import DatasetError, InputError, UsageError
from errkb.sync.origin import MANIFEST, Validators

__all__ = ["HttpOrigin", "Patience", "is_loopback"]

T = TypeVar("T")

_BLOCK = 256 * 1024
_REDIRECTS = 5
_TRANSIENT = {408, 425, 429, 500, 502, 503, 504}
_CA_FILES = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_FROM_START = {http.client.OK, http.client.REQUESTED_RANGE_NOT_SATISFIABLE}


@dataclass(slots=True, frozen=True)
class Patience:
    """How long a server is waited for; seconds, and bytes for each second."""

    tries: int = 5
    """Times that a request may fail one after the other; bytes that came begin the count anew, four times at most."""
    pause: float = 0.5
    """Before the second try; twice as long before each further one."""
    longest: float = 60.0
    """The longest pause, and the longest `Retry-After` that is obeyed."""
    silence: float = 30.0
    """Without a single byte."""
    grace: float = 60.0
    """For a request whatever its size."""
    slowest: int = 4096
    """Bytes for each second that a file must come at."""


PATIENCE = Patience()


class HttpOrigin:
    """The address of a manifest, or of the folder it stands in. Safe to use from several threads."""

    def __init__(self, address: str, patience: Patience | None = None) -> None:
        found = urlsplit(address)
        if found.username or found.password:
            hint = "errkb would have to keep it: use a proxy that adds it, or sync from a folder"
            raise UsageError("an address with a password is not taken", hint=hint)
        if not found.hostname or found.query or found.fragment:
            raise UsageError("not the address of a published dataset", where=address)
        path = found.path if found.path.endswith("/") else found.path.removesuffix(MANIFEST)
        self.address = f"{found.scheme.lower()}://{found.netloc}{path.rstrip('/')}/"
        self.patience = patience or PATIENCE
        self._local = local()
        self._lock = Lock()
        self._connections: list[http.client.HTTPConnection] = []
        self._context: ssl.SSLContext | None = None
        self._closed = False

    @property
    def insecure(self) -> bool:
        """Say whether anybody on the way may read and change what is sent."""
        found = urlsplit(self.address)
        return found.scheme == "http" and not is_loopback(found.hostname or "")

    def manifest(self, seen: Validators, limit: int) -> tuple[bytes, Validators] | None:
        """Return the manifest, `None` if the server says it is the one that was seen."""
        headers = {"If-None-Match": seen.etag, "If-Modified-Since": seen.last_modified}
        asked = {name: value for name, value in headers.items() if value}
        answer = self._get(MANIFEST, asked, limit)
        if answer is None and not asked and self.address.count("/") == 3:
            self.address += "data/"  # only the host was given
            answer = self._get(MANIFEST, asked, limit)
        if answer is None:
            raise InputError("there is no published dataset here", where=self.address + MANIFEST, hint=_HINT_ADDRESS)
        status, found, data = answer
        if status == http.client.NOT_MODIFIED:
            if asked:
                return None
            raise DatasetError("the server says that nothing has changed, but was not asked", where=self.address)
        return data, Validators(found.get("ETag"), found.get("Last-Modified"))

    def small(self, path: str, limit: int) -> bytes | None:
        """Return a file of at most `limit` bytes, `None` if it is not there."""
        answer = self._get(path, {}, limit)
        return None if answer is None else answer[2]

    def fetch(self, path: str, size: int, part: Path) -> None:
        """Bring the file `part` to `size` bytes, from where it stopped."""

        def attempt() -> None:
            with explained(part):
                have = part.stat().st_size if part.exists() else 0
                if have > size:
                    part.unlink()
                    have = 0
            if have < size:
                self._continue(path, have, size, part)

        self._patiently(path, attempt, lambda: part.stat().st_size if part.exists() else 0)

    def close(self) -> None:
        """Close all connections; whoever waits for bytes gives up."""
        self._closed = True
        with self._lock:
            for connection in self._connections:
                _shut(connection)
                connection.close()

    def _get(self, path: str, headers: Mapping[str, str], limit: int) -> tuple[int, Mapping[str, str], bytes] | None:
        def attempt() -> tuple[int, Mapping[str, str], bytes] | None:
            with self._asked(path, headers, limit) as response:
                if response.status in (http.client.NOT_FOUND, http.client.GONE):
                    return None
                if response.status not in (http.client.OK, http.client.NOT_MODIFIED):
                    _refuse(response, self.address + path)
                data = b"".join(_body(response, limit))
                if len(data) > limit:
                    raise DatasetError(f"larger than {limit:,} bytes", where=self.address + path)
                if response.length:
                    raise _PassingError("the connection was cut off")
                return response.status, dict(response.headers.items()), data

        return self._patiently(path, attempt)

    def _continue(self, path: str, have: int, size: int, part: Path) -> None:
        where = self.address + path
        headers = {"Range": f"bytes={have}-"} if have else {}
        with self._asked(path, headers, size - have) as response:
            if have and response.status in _FROM_START:
                with explained(part):
                    part.unlink()
                if response.status != http.client.OK:
                    raise _PassingError("the server cannot go on where it stopped")
                have = 0
            elif have and response.status == http.client.PARTIAL_CONTENT:
                _require_range(response, have, size, where)
            elif response.status != http.client.OK:
                _refuse(response, where)
            if response.length is not None and response.length != size - have:
                what = f"{response.length:,} bytes are announced, the manifest says {size - have:,}"
                raise DatasetError(what, where=where, hint=_HINT_CHANGED)
            with explained(part), part.open("ab") as file:
                for block in _body(response, size - have):
                    have += file.write(block)
            if have < size:
                raise _PassingError("the connection was cut off")
        if have > size:
            part.unlink()
            raise DatasetError(f"more bytes than the {size:,} of the manifest", where=where, hint=_HINT_CHANGED)

    def _patiently(self, path: str, attempt: Callable[[], T], progress: Callable[[], int] = lambda: 0) -> T:
        """Call `attempt` until it works, or the server has failed too often."""
        failed, patience = 0, self.patience
        for _ in range(4 * patience.tries):
            before = progress()
            try:
                return attempt()
            except _PassingError as error:
                last = error
            except (OSError, http.client.HTTPException) as error:
                if isinstance(error, (ssl.SSLCertVerificationError, socket.gaierror)):
                    raise InputError(f"cannot be reached: {error}", where=self.address, hint=_HINT_REACH) from error
                last = _PassingError(str(error) or type(error).__name__)
            failed = 1 if progress() > before else failed + 1
            pause = last.after if last.after is not None else patience.pause * 2 ** (failed - 1) * uniform(0.75, 1.25)  # noqa: S311 - spreads requests
            if failed >= patience.tries or pause > patience.longest or self._closed:
                break
            time.sleep(min(pause, patience.longest))
        again = f"; it asks to be left alone for {last.after:.0f} s" if last.after else ""
        raise InputError(f"{last}{again}", where=self.address + path, hint="try again later") from last

    @contextmanager
    def _asked(self, path: str, headers: Mapping[str, str], size: int) -> Iterator[http.client.HTTPResponse]:
        """Yield the response to a request, redirects followed; the connection is used again if all of it was read."""
        patience, url = self.patience, self.address + quote(path)
        seconds = patience.grace + size / patience.slowest
        for _ in range(_REDIRECTS + 1):
            with self._answered(url, headers, seconds) as response:
                if response.status not in (301, 302, 303, 307, 308):
                    _raise_passing(response)
                    yield response
                    return
                url = self._redirected(url, response.headers.get("Location", ""))
        raise DatasetError(f"more than {_REDIRECTS} redirects", where=self.address + path)

    @contextmanager
    def _answered(self, url: str, headers: Mapping[str, str], seconds: float) -> Iterator[http.client.HTTPResponse]:
        connection, target, extra = self._connection(url)
        expired: list[bool] = []
        watch = Timer(seconds, _cut, (connection, expired))
        watch.daemon = True
        watch.start()
        response: http.client.HTTPResponse | None = None
        try:
            fixed = {"Accept-Encoding": "identity", "User-Agent": f"errkb/{__version__}", "Accept": "*/*"}
            response = _sent(connection, target, fixed | dict(headers) | extra)
            yield response
        except (_PassingError, OSError, http.client.HTTPException):
            if expired:
                raise InputError(f"not done after {seconds:.0f} s", where=url, hint="try again later") from None
            raise
        finally:
            watch.cancel()
            if response is not None and response.length == 0:
                response.close()
            if response is None or not response.isclosed():
                connection.close()  # what was not read would be taken for the next answer

    def _connection(self, url: str) -> tuple[http.client.HTTPConnection, str, dict[str, str]]:
        """Return a connection of this thread, what to ask it for, and the headers a proxy wants."""
        found = urlsplit(url)
        key = (found.scheme, found.netloc)
        proxy = _proxy(found.scheme, found.netloc)
        target, extra = found.path or "/", {}
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
                connection = http.client.HTTPSConnection(host, timeout=self.patience.silence, context=self._context)
                if proxy:
                    at = urlsplit(f"//{netloc}")
                    connection.set_tunnel(at.hostname or "", at.port or 443, proxy.headers)
            else:
                connection = http.client.HTTPConnection(host, timeout=self.patience.silence)
        except (ValueError, http.client.InvalidURL) as error:
            raise UsageError(f"not an address: {error}", where=f"{scheme}://{netloc}") from error
        with self._lock:
            self._connections.append(connection)
        return connection

    def _redirected(self, url: str, location: str) -> str:
        old, new = urlsplit(url), urlsplit(urljoin(url, location))
        same = (new.scheme, new.netloc) == (old.scheme, old.netloc)
        safer = (old.scheme, new.scheme) == ("http", "https") and new.hostname == old.hostname
        if not location or not (same or safer):
            hint = "errkb contacts no host that was not named: give that address if you trust it"
            raise DatasetError(f"the server leads elsewhere: {location[:200] or 'nowhere'}", where=url, hint=hint)
        return new._replace(fragment="").geturl()


_HINT_ADDRESS = "give the address of manifest.json, or of the folder it stands in"
_HINT_REACH = "look at the address, at your network and at HTTPS_PROXY; SSL_CERT_FILE names further certificates"
_HINT_CHANGED = "the publisher may be writing at this moment: try again later"


class _PassingError(Exception):
    """A failure that may not last; `after` are the seconds the server asks to be left alone."""

    def __init__(self, message: str, after: float | None = None) -> None:
        super().__init__(message)
        self.after = after


@dataclass(slots=True, frozen=True)
class _Proxy:
    netloc: str
    headers: dict[str, str]


def is_loopback(host: str) -> bool:
    """Say whether a host name can only mean this machine."""
    return host in ("localhost", "::1") or (host.startswith("127.") and host.replace(".", "").isdigit())


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
    context = ssl.create_default_context()
    for name in _CA_FILES:
        path = os.environ.get(name)
        if path:
            with explained(Path(path)):
                context.load_verify_locations(
                    path if os.path.isfile(path) else None, path if os.path.isdir(path) else None
                )
    return context


def _sent(connection: http.client.HTTPConnection, target: str, headers: dict[str, str]) -> http.client.HTTPResponse:
    """Return the response; a connection that the server has closed since the last request is opened anew."""
    used = connection.sock is not None
    try:
        connection.request("GET", target, headers=headers)
        return connection.getresponse()
    except ConnectionError:
        if not used:
            raise
    connection.close()
    connection.request("GET", target, headers=headers)
    return connection.getresponse()


def _cut(connection: http.client.HTTPConnection, expired: list[bool]) -> None:
    """End a request that takes too long; whoever waits for its bytes gets none."""
    expired.append(True)
    _shut(connection)


def _shut(connection: http.client.HTTPConnection) -> None:
    if connection.sock is not None:
        with suppress(OSError):  # the base method: that of TLS is not made for another thread
            socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)


def _body(response: http.client.HTTPResponse, size: int) -> Iterator[bytes]:
    """Yield what a server sends, up to one byte more than wanted."""
    left = size + 1
    while left and (block := response.read1(min(_BLOCK, left))):
        left -= len(block)
        yield block


def _require_range(response: http.client.HTTPResponse, have: int, size: int, where: str) -> None:
    said = response.headers.get("Content-Range", "")
    if said.replace(" ", "") not in (f"bytes{have}-{size - 1}/{size}", f"bytes{have}-{size - 1}/*"):
        what = f"asked for bytes {have} to {size - 1}, the server sends {said[:80] or 'something else'}"
        raise DatasetError(what, where=where, hint=_HINT_CHANGED)


def _raise_passing(response: http.client.HTTPResponse) -> None:
    if response.status in _TRANSIENT:
        raise _PassingError(f"the server answers {response.status}", _after(response.headers.get("Retry-After")))


def _after(value: str | None) -> float | None:
    """Return the seconds that `Retry-After` asks for, given as a number or a date."""
    if not value:
        return None
    if value.strip().isascii() and value.strip().isdigit():
        return float(value[:9])
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, ((at if at.tzinfo else at.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds())


def _refuse(response: http.client.HTTPResponse, where: str) -> NoReturn:
    raise InputError(f"the server answers {response.status}", where=where, hint=_HINT_ADDRESS)
