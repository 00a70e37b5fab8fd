"""Starting the server: uvicorn with its limits set, logs that hold no request."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from errkb.web.server.app import create
from errkb.web.server.options import ServeOptions
from errkb.web.server.protocol import TimedProtocol

__all__ = ["serve"]

MOST_CONNECTIONS = 4096
KEEP_ALIVE = 10
GRACE = 5
BACKLOG = 1024
_FACTORY = "errkb.web.server.app:from_environment"


def serve(options: ServeOptions, note: Callable[[str], None] = lambda _: None) -> None:
    """Serve until interrupted. `note` is told when the server is ready. Raises `OSError` if it cannot listen."""
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    settings = {
        "http": TimedProtocol,
        "ws": "none",
        "lifespan": "on",
        "access_log": False,
        "log_level": "critical" if options.workers == 1 else "warning",
        "proxy_headers": False,
        "server_header": False,
        "limit_concurrency": _connections(),
        "timeout_keep_alive": KEEP_ALIVE,
        "timeout_graceful_shutdown": GRACE,
        "backlog": BACKLOG,
    }
    if options.workers > 1:
        options.to_environment()
        note(options.where)
        uvicorn.run(_FACTORY, factory=True, host=options.host, port=options.port, workers=options.workers, **settings)  # type: ignore[arg-type]
        return
    with _listening(options) as listening:
        options = replace(options, port=listening.getsockname()[1])
        app = create(options)
        listening.listen(BACKLOG)  # from now on a client waits instead of being refused
        note(options.where)
        uvicorn.Server(uvicorn.Config(app, **settings)).run(sockets=[listening])  # type: ignore[arg-type]


def _listening(options: ServeOptions) -> socket.socket:
    """Return the socket, so that a port that is taken is told before records are read."""
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((options.host, options.port))
    except OSError:
        found.close()
        raise
    return found


def _connections() -> int:
    """Return how many connections are taken: as many as this process may have files open, less its own."""
    try:
        import resource
    except ImportError:  # Windows
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_CONNECTIONS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(64, min(MOST_CONNECTIONS, soft - 256)) if soft > 0 else MOST_CONNECTIONS
