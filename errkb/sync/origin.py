"""Where a published dataset comes from: what a web server and a folder have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from errkb.sync.part import Part

__all__ = ["MANIFEST", "Note", "Origin", "Validators"]

MANIFEST = "manifest.json"
Note = Callable[[str, int], None]
"""Told what is being done, and how many steps of it have been done since it was last told."""


@dataclass(slots=True, frozen=True)
class Validators:
    """What a server said about the manifest it sent, to ask it whether that has changed."""

    etag: str | None = None
    last_modified: str | None = None


class Origin(Protocol):
    """A place that serves the files of a published dataset. Paths are relative to its manifest."""

    address: str

    @property
    def insecure(self) -> bool:
        """Say whether anybody on the way may read and change what is sent."""
        ...

    def manifest(self, seen: Validators, limit: int) -> tuple[bytes, Validators] | None:
        """Return the manifest, `None` if it is the one that was seen."""
        ...

    def small(self, path: str, limit: int) -> bytes | None:
        """Return a file of at most `limit` bytes, `None` if it is not there."""
        ...

    def fetch(self, path: str, size: int, part: Part) -> None:
        """Bring a part to `size` bytes; what it holds already is not fetched again."""
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...
