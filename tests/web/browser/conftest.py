"""The browser on the server and on the static site below a path."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

BELOW = "/some/path"


@pytest.fixture(scope="session")
def static_address(built_site) -> Iterator[str]:
    """The static site on a plain file server, below a path."""

    class Host(SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            """Take the path off below which the site is."""
            return super().translate_path(path.removeprefix(BELOW))

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(built_site)))
    thread = threading.Thread(target=host.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{host.server_port}{BELOW}/"
    host.shutdown()
    thread.join()
    host.server_close()


@pytest.fixture(params=["server", "static"])
def address(request) -> str:
    """Where the site is: served by errkb, and as files."""
    if request.param == "server":
        return request.getfixturevalue("server").address
    return request.getfixturevalue("static_address")


@pytest.fixture
def visit(browser) -> Iterator[Callable]:
    """Open a page of its own; at the end nothing was said on the console, asked of another host, or popped up."""
    contexts = []
    faults: list[str] = []

    def opened(address: str, **options):
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        host = address.split("/")[2]
        page.on("console", lambda message: faults.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: faults.append(dialog.message))
        page.on("request", lambda asked: host in asked.url or faults.append(asked.url))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
