"""Codes that messages carry in their first words: `connect ECONNREFUSED 127.0.0.1:1`, `ENOENT: no such file`."""

from __future__ import annotations

from errkb.parse.lazy import Lazy

__all__ = ["system_code"]

# The calls libuv names before the code (https://nodejs.org/api/errors.html#class-systemerror).
_ERRNO = Lazy(
    r"(?:(?:connect|listen|bind|read|write|open|spawn|getaddrinfo|queryA|request to \S+ failed, reason: connect) "
    r"|spawn \S{1,200} )?"
    r"(?P<code>E[A-Z0-9]{3,15})\b(?=[:, ]|$)"
)


def system_code(message: str) -> str | None:
    """Return the name of the system error (`ENOENT`) a message begins with."""
    match = _ERRNO.match(message)
    return match["code"] if match else None
