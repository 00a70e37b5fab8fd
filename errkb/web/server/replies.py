"""Bytes -> answers: ETag, Last-Modified, conditional requests, gzip; and problems (RFC 9457)."""

from __future__ import annotations

import json
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from errkb.model.timestamps import instant

__all__ = ["HTML", "JSON", "PROBLEM", "Body", "Kept", "Problem", "encoded_json", "problem", "reply"]

HTML, JSON, PROBLEM = "text/html; charset=utf-8", "application/json", "application/problem+json"
WORTH_PACKING = 1024
FRESH = "public, max-age=300"
_LEVEL = 5


class Problem(Exception):  # noqa: N818  # the term of RFC 9457
    """An answer that is none: a status, a sentence, and what to do."""

    def __init__(self, status: int, detail: str, *, hint: str = "", headers: dict[str, str] | None = None, **more: Any):
        super().__init__(detail)
        self.status, self.detail, self.hint, self.headers, self.more = status, detail, hint, headers or {}, more


@dataclass(slots=True)
class Body:
    """An answer that may be given again: its bytes, their mark, and when what they say was written."""

    data: bytes
    media: str
    etag: str
    modified: str | None = None
    packed: bytes | None = None

    @classmethod
    def of(cls, data: bytes | str, media: str, modified: str | None = None) -> Body:
        """Return an answer; `modified` is ISO 8601."""
        raw = data.encode("utf-8", "replace") if isinstance(data, str) else data
        when = instant(modified) if modified else None
        stamp = None if when is None else format_datetime(when.replace(microsecond=0), usegmt=True)
        return cls(raw, media, blake2b(raw, digest_size=9).hexdigest(), stamp)

    def gzipped(self) -> bytes:
        """Return the bytes packed; that is done once."""
        if self.packed is None:
            packer = zlib.compressobj(_LEVEL, wbits=31)
            self.packed = packer.compress(self.data) + packer.flush()
        return self.packed


class Kept:
    """Answers that were given lately, up to so many bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes = 0
        self._bodies: OrderedDict[str, Body] = OrderedDict()

    def get(self, key: str) -> Body | None:
        """Return the answer of a key."""
        found = self._bodies.get(key)
        if found is not None:
            self._bodies.move_to_end(key)
        return found

    def add(self, key: str, body: Body) -> Body:
        """Keep an answer, and let go of the oldest ones."""
        # Packed it is smaller still; both may be kept.
        size = 2 * len(body.data)
        if size <= self._most // 8 and key not in self._bodies:
            self._bodies[key] = body
            self._bytes += size
            while self._bytes > self._most:
                self._bytes -= 2 * len(self._bodies.popitem(last=False)[1].data)
        return body


def reply(request: Request, body: Body, *, cache: str = FRESH, status: int = 200) -> Response:
    """Return an answer, or 304 where the client has it."""
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    packed = len(body.data) >= WORTH_PACKING and _takes_gzip(request.headers.get("accept-encoding", ""))
    if status == HTTPStatus.OK:
        headers["etag"] = f'"{body.etag}{"-gz" if packed else ""}"'
        if body.modified:
            headers["last-modified"] = body.modified
        if is_known(request, headers["etag"], body.modified):
            return Response(status_code=304, headers=headers)
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(body.gzipped() if packed else body.data, status, headers, body.media)


def problem(request: Request, found: Problem) -> Response:
    """Return a problem as JSON (RFC 9457)."""
    title = HTTPStatus(found.status).phrase
    facts: dict[str, Any] = {"type": "about:blank", "title": title, "status": found.status, "detail": found.detail}
    if found.hint:
        facts["hint"] = found.hint
    body = Body.of(encoded_json(facts | found.more), PROBLEM)
    answer = reply(request, body, cache="no-store", status=found.status)
    answer.headers.update(found.headers)
    return answer


def encoded_json(data: Any) -> bytes:
    """Return JSON in its shortest form; a lone surrogate stays an escape, so that it is always UTF-8."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
    return text.encode("utf-8", "backslashreplace")


def is_known(request: Request, etag: str, modified: str | None) -> bool:
    """Say whether the client has this answer (RFC 9110, 13.2.2)."""
    known = request.headers.get("if-none-match")
    if known is not None:
        return known.strip() == "*" or etag in {mark.strip().removeprefix("W/") for mark in known[:2000].split(",")}
    since = request.headers.get("if-modified-since")
    if since is None or modified is None:
        return False
    try:
        return parsedate_to_datetime(modified) <= parsedate_to_datetime(since)
    except (ValueError, TypeError, IndexError, OverflowError):
        return False


def _takes_gzip(accepted: str) -> bool:
    for part in accepted[:500].split(","):
        name, _, weight = part.partition(";")
        if name.strip().lower() in ("gzip", "*"):
            return weight.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
