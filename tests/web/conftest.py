"""A real server on loopback, as a process of its own, and plain HTTP to it."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from errkb.kb import KnowledgeBase
from errkb.settings import Settings
from errkb.web.catalog import Catalog
from errkb.web.site import SiteRequest, build_site

MESSAGE = (
    "ValueError: Target and draft model should have the same vocabulary size. Target model vocab_size=151936. "
    "Draft model vocab_size=128256. Using models with different tokenizers can cause out-of-bounds errors during "
    "speculative decoding."
)
RECORD = "74d3fdb0bc7f5759"


@dataclass(frozen=True)
class Answer:
    """What the server said."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as data."""
        return json.loads(self.body)

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    address: str
    port: int
    lines: list[str]
    process: subprocess.Popen[str]

    def __call__(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """Ask for a path; underscores in the names of headers are dashes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            found = connection.getresponse()
            return Answer(found.status, {k.lower(): v for k, v in found.getheaders()}, found.read())
        finally:
            connection.close()


@pytest.fixture(scope="session")
def web_home(tmp_path_factory) -> Path:
    """A home that holds the knowledge base of the shipped records."""
    home = tmp_path_factory.mktemp("web-home")
    with KnowledgeBase.open(Settings(home)) as kb:
        kb.build()
    return home


@pytest.fixture(scope="session")
def catalog(web_home) -> Catalog:
    """The shipped records in short."""
    with KnowledgeBase.open(Settings(web_home)) as kb:
        articles, repos = kb.background()
        return Catalog(kb.records(), articles, repos, kb.dataset_version)


@pytest.fixture(scope="session")
def start(web_home) -> Iterator[Callable[..., Server]]:
    """Start `errkb serve` with options, at a port that is free."""
    started: list[subprocess.Popen[str]] = []
    readers: list[threading.Thread] = []

    def run(*options: str, **environment: str) -> Server:
        dropped = {"ERRKB_KB", "ERRKB_PLUGINS", "ERRKB_PRIVATE"}
        kept = {key: value for key, value in os.environ.items() if key not in dropped}
        process = subprocess.Popen(
            [sys.executable, "-m", "errkb", "serve", "--port", "0", *options],
            env=kept | {"ERRKB_HOME": str(web_home)} | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        lines: list[str] = []
        for line in process.stderr:
            lines.append(line)
            if found := re.search(r"errkb at .*?(\d+)/? \(", line):
                readers.append(threading.Thread(target=lines.extend, args=(process.stderr,)))
                readers[-1].start()
                return Server(f"http://127.0.0.1:{found[1]}/", int(found[1]), lines, process)
        raise AssertionError("".join(lines))

    yield run
    for process in started:
        process.terminate()
        process.wait(30)
    for reader in readers:
        reader.join(30)
    for process in started:
        process.stderr.close()


@pytest.fixture(scope="session")
def server(start) -> Server:
    """A server of the shipped records with the usual options."""
    return start()


@pytest.fixture(scope="session")
def built_site(web_home, tmp_path_factory) -> Path:
    """The static site of the shipped records."""
    out = tmp_path_factory.mktemp("site") / "public"
    with KnowledgeBase.open(Settings(web_home, only=("shipped",))) as kb:
        build_site(kb, SiteRequest("https://errors.example.org/kb/"), out)
    return out


@pytest.fixture
def message() -> str:
    return MESSAGE


@pytest.fixture
def record_id() -> str:
    return RECORD
