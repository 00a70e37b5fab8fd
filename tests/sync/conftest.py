"""Published datasets, a web server on loopback that misbehaves when told to, and a knowledge base to sync into."""

from __future__ import annotations

import hashlib
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from errkb.export import static
from errkb.kb import KnowledgeBase
from errkb.model.content import Content, Item, encoded
from errkb.settings import Settings
from errkb.sync import http
from errkb.sync.http import Patience

V1, V2, V3 = "2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"
QUICK = Patience(tries=3, pause=0.01, longest=0.5, silence=2.0, grace=1.0, slowest=1_000_000)

Misbehaviour = Callable[["Handler", bytes], bool]
"""Answers a request and says whether it did; it is given what a good server would send."""


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Let no test wait as long as a user would; no proxy of the machine stands between."""
    monkeypatch.setattr(http, "PATIENCE", QUICK)
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "ERRKB_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture(scope="session")
def built_home(tmp_path_factory) -> Path:
    """Return a home in which the shipped records are built."""
    home = tmp_path_factory.mktemp("built") / "home"
    with KnowledgeBase.open(Settings(home)) as kb:
        kb.build()
    return home


@pytest.fixture
def kb(built_home, tmp_path) -> Iterator[KnowledgeBase]:
    """Return a knowledge base of a user's own."""
    shutil.copytree(built_home, tmp_path / "home")
    with KnowledgeBase.open(Settings(tmp_path / "home")) as found:
        yield found


@pytest.fixture
def publish(tmp_path, make_record) -> Callable[..., Path]:
    """Return a function that publishes records in `tmp_path/public/data`; without any it makes one for each name."""

    def write(version: str, *names: str, records=None, folder: Path | None = None) -> Path:
        folder = folder or tmp_path / "public" / "data"
        records = records or [record_of(make_record, name, version) for name in names]
        items = [Item(one["id"], encoded(one)) for one in sorted(records, key=lambda one: (one["repo"], one["slug"]))]
        shutil.rmtree(folder, ignore_errors=True)
        static.write(Content(lambda: iter(items), version), folder)
        return folder

    write.make_record = make_record
    return write


def record_of(make_record, name: str, version: str):
    """Return the record of the repository `there/{name}`; its text says which version it is from."""
    return make_record(
        repo=f"there/{name}",
        errorMessage=f"the {name} of {{thing}} went out of order for good",
        documentation=f"What the {name} means, said in {version}. It is a text of some length.",
    )


def said(kb: KnowledgeBase, name: str) -> str | None:
    """Return the version that answers about a name, `None` if nothing answers."""
    found = kb.explain(f"ValueError: the {name} of mine went out of order for good").matches
    text = found[0].record["documentation"] if found else None
    return None if text is None else text.partition("said in ")[2].partition(". ")[0]


@dataclass
class Web:
    """A web server on loopback: serves a folder, well or badly, and notes what it was asked for."""

    root: Path
    server: ThreadingHTTPServer
    misbehave: Misbehaviour = lambda *_: False
    asked: list[str] = field(default_factory=list)
    ranges: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Return the address of the published folder."""
        return f"http://127.0.0.1:{self.server.server_port}/data/"

    def files(self) -> list[str]:
        """Return the files asked for since the last call, without those that change with every version."""
        found = sorted(path for path in self.asked if not path.endswith(("manifest.json", "/data/repos.json")))
        self.asked.clear()
        return found


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    web: Web

    def do_GET(self) -> None:
        """Answer a request."""
        self.web.asked.append(self.path)
        if "Range" in self.headers:
            self.web.ranges.append(f"{self.path} {self.headers['Range']}")
        path = self.web.root / self.path.lstrip("/")
        data = path.read_bytes() if path.is_file() else b""
        if self.web.misbehave(self, data):
            self.close_connection = True
        elif not path.is_file():
            self.answer(404)
        else:
            self.well(data)

    def well(self, data: bytes) -> None:
        """Answer as a good server does."""
        etag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
        start = int(self.headers.get("Range", "bytes=0-").removeprefix("bytes=").partition("-")[0])
        if self.headers.get("If-None-Match") == etag:
            self.answer(304, ETag=etag)
        elif start:
            self.answer(206, data[start:], Content_Range=f"bytes {start}-{len(data) - 1}/{len(data)}")
        else:
            self.answer(200, data, ETag=etag)

    def answer(self, status: int, data: bytes = b"", **headers: str) -> None:
        """Send a whole answer."""
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(data))} | headers).items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Quiet(ThreadingHTTPServer):
    """Says nothing about clients that have gone away."""

    def handle_error(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def web(tmp_path) -> Iterator[Web]:
    """Return a server of `tmp_path/public`."""
    handler = type("OwnHandler", (Handler,), {})
    server = Quiet(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    handler.web = Web(tmp_path / "public", server)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield handler.web
    server.shutdown()
    server.server_close()
    thread.join()
