"""`Row` and `Incoming`: what a file or folder offers, before anything of it is believed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Incoming", "Row", "Sidecars"]

Sidecars = tuple[dict[str, Any] | None, dict[str, Any] | None]
"""Evidence and verification."""


@dataclass(slots=True, frozen=True)
class Row:
    """One record as it was found: its JSON text or data, and where it stands."""

    data: bytes | Any
    file: Path
    number: int
    """Of the record in its file, from 1."""
    line: int | None = None
    pointer: str = ""
    """JSON pointer of the record within the file's document."""


@dataclass(slots=True)
class Incoming:
    """What a path offers; `rows` can be gone through once."""

    rows: Iterable[Row]
    lines: Path | None = None
    """The file whose lines are the rows, where it can be cut up at its line ends."""
    sidecars: dict[str, Sidecars] = field(default_factory=dict)
    """By the id of the record."""
    articles: list[dict[str, Any]] = field(default_factory=list)
    repos: list[dict[str, Any]] = field(default_factory=list)
    dataset_version: str | None = None

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)
