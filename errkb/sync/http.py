"""A published dataset on a web server, which may be slow, broken or hostile.

- Redirects stay on the host that the user named: no other was asked for. They never lead from https to http.
- What may pass by itself (a cut connection, 429, 5xx) is tried again, later each time, and `Retry-After` is obeyed; a
  file goes on where it stopped.
- Every request has an end, whatever the server does: a minute and a second for each 4 KiB, five minutes for a manifest.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import uniform
from typing import NoReturn, TypeVar
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from errkb.errors import DatasetError, InputError, UsageError
from errkb.sync.connection import Connections, PassingError
from errkb.sync.origin import MANIFEST, Validators
from errkb.sync.part import Part

__all__ = ["HttpOrigin", "Patience", "is_loopback"]

T = TypeVar("T")

_BLOCK = 256 * 1024
_REDIRECTS = 5
_UNKNOWN = 5
"""Times of grace for a file of which nobody has said how large it is."""
_TRANSIENT = {408, 425, 429, 500, 502, 503, 504}
_FROM_START = {http.client.OK, http.client.REQUESTED_RANGE_NOT_SATISFIABLE}
_HINT_ADDRESS = "give the address of manifest.json, or of the folder it stands in"
_HINT_REACH = "look at the address, at your network and at HTTPS_PROXY; SSL_CERT_FILE names further certificates"
_HINT_CHANGED = "the publisher may be writing at this moment: try again later"


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
        found = _split(address)
        if found is None:
            raise UsageError("not an address", where=address)
        if found.username or found.password:
            hint = "errkb would have to keep it: use a proxy that adds it, or sync from a folder"
            raise UsageError("an address with a password is not taken", hint=hint)
        if not found.hostname or found.query or found.fragment:
            raise UsageError("not the address of a published dataset", where=address)
        path = found.path if found.path.endswith("/") else found.path.removesuffix(MANIFEST)
        self.address = f"{found.scheme.lower()}://{found.netloc}{path.rstrip('/')}/"
        self.patience = patience or PATIENCE
        self._connections = Connections(self.patience.silence)

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

    def fetch(self, path: str, size: int, part: Part) -> None:
        """Bring a part to `size` bytes, from where it stopped."""

        def attempt() -> None:
            if part.size > size:
                part.clear()
            if part.size < size:
                self._continue(path, part, size)

        self._patiently(path, attempt, lambda: part.size)

    def close(self) -> None:
        """Close all connections; whoever waits for bytes gives up."""
        self._connections.close()

    def _get(self, path: str, headers: Mapping[str, str], limit: int) -> tuple[int, Mapping[str, str], bytes] | None:
        def attempt() -> tuple[int, Mapping[str, str], bytes] | None:
            with self._asked(path, headers, _UNKNOWN * self.patience.grace) as response:
                if response.status in (http.client.NOT_FOUND, http.client.GONE):
                    return None
                if response.status not in (http.client.OK, http.client.NOT_MODIFIED):
                    _refuse(response, self.address + path)
                data = b"".join(_body(response, limit))
                if len(data) > limit:
                    raise DatasetError(f"larger than {limit:,} bytes", where=self.address + path)
                if response.length:
                    raise PassingError("the connection was cut off")
                return response.status, dict(response.headers.items()), data

        return self._patiently(path, attempt)

    def _continue(self, path: str, part: Part, size: int) -> None:
        where, have = self.address + path, part.size
        headers = {"Range": f"bytes={have}-"} if have else {}
        with self._asked(path, headers, self.patience.grace + (size - have) / self.patience.slowest) as response:
            if have and response.status in _FROM_START:
                part.clear()
                if response.status != http.client.OK:
                    raise PassingError("the server cannot go on where it stopped")
                have = 0
            elif have and response.status == http.client.PARTIAL_CONTENT:
                _require_range(response, have, size, where)
            elif response.status != http.client.OK:
                _refuse(response, where)
            if response.length is not None and response.length != size - have:
                what = f"{response.length:,} bytes are announced, the manifest says {size - have:,}"
                raise DatasetError(what, where=where, hint=_HINT_CHANGED)
            with part.growing() as append:
                for block in _body(response, size - have):
                    have += append(block)
            if have < size:
                raise PassingError("the connection was cut off")
        if have > size:
            part.clear()
            raise DatasetError(f"more bytes than the {size:,} of the manifest", where=where, hint=_HINT_CHANGED)

    def _patiently(self, path: str, attempt: Callable[[], T], progress: Callable[[], int] = lambda: 0) -> T:
        """Call `attempt` until it works, or the server has failed too often."""
        failed, patience = 0, self.patience
        for _ in range(4 * patience.tries):
            before = progress()
            try:
                return attempt()
            except PassingError as error:
                last = error
            except (OSError, http.client.HTTPException) as error:
                if isinstance(error, (ssl.SSLCertVerificationError, socket.gaierror, http.client.InvalidURL)):
                    raise InputError(f"cannot be reached: {error}", where=self.address, hint=_HINT_REACH) from error
                last = PassingError(str(error) or type(error).__name__)
            except UnicodeError as error:  # a name that is no name of a host
                raise InputError("there can be no such host", where=self.address, hint=_HINT_REACH) from error
            failed = 1 if progress() > before else failed + 1
            pause = patience.pause * 2 ** (failed - 1) * uniform(0.75, 1.25) if last.after is None else last.after  # noqa: S311 - spreads requests
            if failed >= patience.tries or pause > patience.longest or self._connections.closed:
                break
            time.sleep(min(pause, patience.longest))
        again = f"; it asks to be left alone for {last.after:.0f} s" if last.after else ""
        raise InputError(f"{last}{again}", where=self.address + path, hint="try again later") from last

    @contextmanager
    def _asked(self, path: str, headers: Mapping[str, str], seconds: float) -> Iterator[http.client.HTTPResponse]:
        """Yield the response to a request that may take so long, redirects followed."""
        url = self.address + quote(path)
        for _ in range(_REDIRECTS + 1):
            with self._connections.answered(url, headers, seconds) as response:
                if response.status not in (301, 302, 303, 307, 308):
                    _raise_passing(response)
                    yield response
                    return
                url = self._redirected(url, response.headers.get("Location", ""))
        raise DatasetError(f"more than {_REDIRECTS} redirects", where=self.address + path)

    def _redirected(self, url: str, location: str) -> str:
        old, new = urlsplit(url), _split(urljoin(url, location) if _split(location) else "")
        same = new is not None and (new.scheme, new.netloc) == (old.scheme, old.netloc)
        safer = new is not None and (old.scheme, new.scheme) == ("http", "https") and new.hostname == old.hostname
        if new is None or not location or not (same or safer):
            hint = "errkb contacts no host that was not named: give that address if you trust it"
            raise DatasetError(f"the server leads elsewhere: {location[:200] or 'nowhere'}", where=url, hint=hint)
        return new._replace(fragment="").geturl()


def _split(address: str) -> SplitResult | None:
    """Return the parts of an address, `None` if it has none (`http://[`)."""
    try:
        found = urlsplit(address)
        return found if found.port != 0 else None
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Say whether a host name can only mean this machine."""
    return host in ("localhost", "::1") or (host.startswith("127.") and host.replace(".", "").isdigit())


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
        raise PassingError(f"the server answers {response.status}", _after(response.headers.get("Retry-After")))


def _after(value: str | None) -> float | None:
    """Return the seconds that `Retry-After` asks for, given as a number or a date."""
    if not value:
        return None
    if value.strip().isascii() and value.strip().isdigit():
        return float(value[:9])
    try:
        at = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return max(0.0, ((at if at.tzinfo else at.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds())


def _refuse(response: http.client.HTTPResponse, where: str) -> NoReturn:
    raise InputError(f"the server answers {response.status}", where=where, hint=_HINT_ADDRESS)
