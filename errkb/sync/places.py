"""What users name: an address, which only a network leads to, or a folder."""

from __future__ import annotations

from errkb.errors import UsageError
from errkb.sync.origin import Origin

__all__ = ["is_address", "open_origin"]


def is_address(place: str) -> bool:
    """Say whether a place is one that only a network leads to."""
    return "://" in place and not place.lower().startswith("file://")


def open_origin(place: str, *, offline: bool = False) -> Origin:
    """Return the origin at an address or in a folder; raises `UsageError` for one that errkb does not read."""
    if not is_address(place):
        from errkb.sync.folder import FolderOrigin

        return FolderOrigin(place)
    if offline:
        raise UsageError(
            "this needs the network, and errkb is told to stay offline", where=place, hint="leave out --offline"
        )
    scheme = place.partition("://")[0].lower()
    if scheme not in ("http", "https"):
        raise UsageError(f"errkb does not speak {scheme[:20]}", where=place, hint="give an https address or a folder")
    from errkb.sync.http import HttpOrigin

    return HttpOrigin(place)
