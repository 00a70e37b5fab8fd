"""The address of a site, as it is given on the command line."""

from __future__ import annotations

from urllib.parse import urlsplit

from errkb.errors import UsageError

__all__ = ["site_address"]


def site_address(given: str | None, *, slash: bool = True) -> str:
    """Return an address in full, with a slash at its end if that is asked for; empty if none is given.

    Raises `UsageError` for anything but plain http and https.
    """
    if not given:
        return ""
    try:
        parts = urlsplit(given)
        bad = parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0
    except ValueError:
        bad = True
    if bad or any(not 0x20 < ord(character) < 0x7F or character in "\"'<>\\`" for character in given):
        raise UsageError(f"not an address of the web: {given[:80]!r}", hint="https://errors.example.org/")
    if slash and (parts.query or parts.fragment):
        raise UsageError("the address of a site has neither `?` nor `#`", hint="https://errors.example.org/")
    return given if not slash or given.endswith("/") else f"{given}/"
