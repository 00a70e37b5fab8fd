"""Codes that messages carry: `connect ECONNREFUSED 127.0.0.1:1`, `ENOENT: no such file`, `[Errno 2] Aucun fichier`.

The number of a system error stays the same where its text is translated.
"""

from __future__ import annotations

from errkb.parse.lazy import Lazy

__all__ = ["errno_code", "system_code"]

# The calls libuv names before the code (https://nodejs.org/api/errors.html#class-systemerror).
_ERRNO = Lazy(
    r"(?:(?:connect|listen|bind|read|write|open|spawn|getaddrinfo|queryA|request to \S+ failed, reason: connect) "
    r"|spawn \S{1,200} )?"
    r"(?P<code>E[A-Z0-9]{3,15})\b(?=[:, ]|$)"
)
_REDIRECT = Lazy(r"(?P<code>MOVED|ASK) \d{1,5} [\w.:\[\]-]{1,255}:\d{1,5}$")
"""A Redis Cluster's answer, which clients hand on behind their own class."""
_NUMBER = Lazy(r"\[(?P<code>(?:Errno|WinError) -?\d{1,5})\]")
_LOOK = 500
"""Characters of a message in which a number counts: what comes later is about something else."""


def system_code(message: str) -> str | None:
    """Return the name of the system error (`ENOENT`) a message begins with."""
    match = _ERRNO.match(message)
    return match["code"] if match else None


def errno_code(message: str) -> str | None:
    """Return the number of a system error as Python prints it (`Errno 2`, `WinError 2`), or a redirection of Redis."""
    match = _NUMBER.search(message, 0, _LOOK) if "rr" in message else None
    if match is None and message.startswith(("MOVED ", "ASK ")):
        match = _REDIRECT.match(message)
    return match["code"] if match else None
