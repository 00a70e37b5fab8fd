"""A server that misbehaves in every way known: the last good version answers after each, and the next good one too."""

from __future__ import annotations

import gzip
import hashlib
import json
import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from errkb.errors import ErrkbError
from errkb.sync.source import SyncRequest

from .conftest import V1, V2, V3, said

FOREVER = 100_000
"""Blocks that nobody waits for to the end."""


def is_records(handler) -> bool:
    return "/repos/" in handler.path


def is_manifest(handler) -> bool:
    return handler.path.endswith("manifest.json")


def for_records(answer):
    """Return a misbehaviour that answers requests for records."""

    def misbehave(handler, data):
        if not is_records(handler):
            return False
        answer(handler, data)
        return True

    return misbehave


def for_manifest(answer):
    """Return a misbehaviour that answers requests for the manifest."""

    def misbehave(handler, data):
        if not is_manifest(handler):
            return False
        answer(handler, data)
        return True

    return misbehave


def raw(handler, head: str, *blocks: bytes, pause: float = 0.0) -> None:
    """Send bytes as they are, for as long as somebody listens."""
    try:
        handler.wfile.write(head.replace("\n", "\r\n").encode())
        for block in blocks:
            handler.wfile.write(block)
            handler.wfile.flush()
            if pause:
                time.sleep(pause)
    except OSError:  # whoever asked has given up
        handler.close_connection = True


def cut_off(handler, data):
    raw(
        handler,
        f"HTTP/1.1 200 OK\nContent-Length: {len(data)}\n\n",
        data[: len(data) // 2] if "Range" not in handler.headers else b"",
    )


def resets(handler, data):
    raw(handler, f"HTTP/1.1 200 OK\nContent-Length: {len(data)}\n\n", data[:5])
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()


def announces_more(handler, data):
    raw(handler, f"HTTP/1.1 200 OK\nContent-Length: {len(data) + 9}\n\n", data + b" " * 9)


def announces_less(handler, data):
    raw(handler, f"HTTP/1.1 200 OK\nContent-Length: {len(data) - 9}\n\n", data)


def sends_on_and_on(handler, data):
    del data
    raw(handler, "HTTP/1.1 200 OK\n\n", *[bytes(65536)] * FOREVER)


def drips(handler, data):
    raw(
        handler,
        f"HTTP/1.1 200 OK\nContent-Length: {len(data)}\n\n",
        *[data[n : n + 1] for n in range(len(data))],
        pause=0.05,
    )


def drips_without_length(handler, data):
    del data
    raw(handler, "HTTP/1.1 200 OK\n\n", *[b" "] * FOREVER, pause=0.05)


def drips_headers(handler, data):
    del data
    raw(handler, "HTTP/1.1 200 OK\n", *[f"X-{n}: {n}\r\n".encode() for n in range(FOREVER)], pause=0.05)


def says_nothing(handler, data):
    del handler, data
    time.sleep(3)


def continues_for_ever(handler, data):
    del data
    raw(handler, "", *[b"HTTP/1.1 100 Continue\r\n\r\n"] * FOREVER, pause=0.001)


def redirects(place: str):
    def answer(handler, data):
        del data
        handler.answer(302, Location=place or handler.path)

    return answer


def refuses(status: int, **headers: str):
    def answer(handler, data):
        del data
        handler.answer(status, **headers)

    return answer


def wrong_bytes(handler, data):
    handler.answer(200, data.replace(b"went", b"wept"))


def no_http(handler, data):
    del data
    raw(handler, "220 mail.example.org ESMTP\n\n")


def changed(folder, change: Callable[[dict], None]) -> None:
    """Change the manifest of a published folder."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_bytes())
    change(manifest)
    path.write_text(json.dumps(manifest))


def put(folder, name: str, data: bytes, **facts) -> None:
    """Put another file in the place of one, with the hash it has; `facts` are what the manifest says besides."""

    def change(manifest):
        entry = manifest["files"][name]
        (folder / entry["path"].removeprefix("/data/")).write_bytes(data)
        entry |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} | facts

    changed(folder, change)


def path_of(path: str):
    """Return a change that lets the manifest name another path for records."""
    return lambda folder: changed(folder, lambda manifest: manifest["files"]["repos/there/pump.json"].update(path=path))


def bomb(**facts):
    """Return a change that puts zeros into the place of records: 200 MB stand for ten gigabytes, in as little space."""
    return lambda folder: put(
        folder, "repos/there/pump.json", gzip.compress(bytes(200_000_000)), encoding="gzip", **facts
    )


@dataclass(frozen=True)
class Case:
    """What a server does, on the wire or in what it publishes, and what is said about it; nothing if it is overcome."""

    name: str
    says: str | None
    wire: Callable | None = None
    published: Callable | None = None


CASES = [
    Case("cuts off every time", "cut off", for_records(cut_off)),
    Case("resets the connection every time", "reset|cut off", for_records(resets)),
    Case("announces more than it should", "announced", for_records(announces_more)),
    Case("announces less than it should", "announced", for_records(announces_less)),
    Case("sends on and on", "more bytes", for_records(sends_on_and_on)),
    Case("a manifest without end", "larger than", for_manifest(sends_on_and_on)),
    Case("other bytes of the same length", "not the bytes", for_records(wrong_bytes)),
    Case("drips", "not done after", for_records(drips)),
    Case("drips and does not say how much", "not done after", for_records(drips_without_length)),
    Case("drips a manifest without end", "not done after", for_manifest(drips_without_length)),
    Case("drips the manifest", "not done after", for_manifest(drips)),
    Case("drips headers", "not done after|headers", for_records(drips_headers)),
    Case("says nothing", "timed out|not done", for_records(says_nothing)),
    Case("continues for ever", "not done after", for_records(continues_for_ever)),
    Case("redirects in a circle", "redirects", for_records(redirects(""))),
    Case("redirects to another host", "leads elsewhere", for_records(redirects("http://192.0.2.1/x"))),
    Case("redirects to a file", "leads elsewhere", for_records(redirects("file:///etc/passwd"))),
    Case("redirects to no address", "leads elsewhere", for_records(redirects("http://["))),
    Case("redirects to a port that is none", "leads elsewhere", for_records(redirects("http://127.0.0.1:x/"))),
    Case("redirects nowhere", "leads elsewhere", for_manifest(refuses(302))),
    Case("asks for patience", "429.*left alone for 3600 s", for_records(refuses(429, Retry_After="3600"))),
    Case("is out of order", "503", for_records(refuses(503))),
    Case("is forbidden", "403", for_records(refuses(403))),
    Case("has no manifest", "no published dataset", for_manifest(refuses(404))),
    Case("is no web server", "BadStatusLine|ESMTP", for_records(no_http)),
    Case("manifest is no JSON", "manifest is damaged", for_manifest(lambda h, _: h.answer(200, b"<html>"))),
    Case("manifest is nested deeply", "manifest is damaged", for_manifest(lambda h, _: h.answer(200, b"[" * 100_000))),
    Case(
        "manifest of the future",
        "schema version 9",
        published=lambda f: changed(f, lambda m: m.update(schemaVersion=9)),
    ),
    Case("manifest with more keys", "breaks the contract", published=lambda f: changed(f, lambda m: m.update(more=1))),
    Case(
        "version of the year 9999",
        "future",
        published=lambda f: changed(f, lambda m: m.update(datasetVersion="9999-01-01T00:00:00Z")),
    ),
    Case(
        "version of the 31st of February",
        "no such date",
        published=lambda f: changed(f, lambda m: m.update(datasetVersion="2026-02-31T00:00:00Z")),
    ),
    Case(
        "file of 10 GB",
        "at most",
        published=lambda f: changed(f, lambda m: m["files"]["repos/there/pump.json"].update(bytes=10**10)),
    ),
    Case("path upwards", "not a path", published=path_of("/data/../../etc/passwd")),
    Case("absolute path", "breaks the contract", published=path_of("/etc/passwd")),
    Case("path of another host", "breaks the contract", published=path_of("//192.0.2.1/data/x.json")),
    Case("address for a path", "breaks the contract", published=path_of("http://192.0.2.1/data/x.json")),
    Case("path with a backslash", "breaks the contract", published=path_of("/data/repos/..\\..\\x.json")),
    Case("path with a null byte", "not a path", published=path_of("/data/repos/there/\0.json")),
    Case("path of a drive", "not a path", published=path_of("/data/C:/x.json")),
    Case("zeros in a gzip file", "decompressed", published=bomb()),
    Case("zeros that are announced", "decompressed", published=bomb(rawBytes=200_000_000)),
    Case("more than is announced", "decompressed", published=bomb(rawBytes=1000)),
    Case("gzip that is none", "gzip", published=lambda f: put(f, "repos/there/pump.json", b"{}" * 50, encoding="gzip")),
    Case("not one good record", "not one record", published=lambda f: put(f, "repos/there/pump.json", b"[{}]")),
    Case(
        "records that are no JSON", "not one record", published=lambda f: put(f, "repos/there/pump.json", b"\xff\xfe")
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_last_good_version_answers(kb, publish, web, case):
    """Nothing of what a bad server sends is used: it is said what was wrong, and the old version answers as before."""
    publish(V1, "pump")
    kb.sync(SyncRequest(web.address, name="there"))
    folder = publish(V2, "pump")
    if case.published:
        case.published(folder)
    web.misbehave = case.wire or web.misbehave
    with pytest.raises(ErrkbError, match=f"(?s){case.says}") as caught:
        kb.sync(SyncRequest("there"))
    assert f"{V1} stays in use" in caught.value.hint
    assert said(kb, "pump") == V1
    assert kb.warnings == []
    web.misbehave = lambda *_: False
    publish(V3, "pump")
    kb.sync(SyncRequest("there"))
    assert said(kb, "pump") == V3
