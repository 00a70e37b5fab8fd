"""`Content`: what an export writes, in an order that depends on the records alone.

A record travels as its JSON text, so that formats which hold JSON copy bytes instead of decoding and encoding them
again; the others call `Item.record`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Content", "Item", "Origin", "encoded"]


@dataclass(slots=True, frozen=True)
class Item:
    """One record: its JSON text (UTF-8, keys in the order of the contract, one line), and what stands beside it."""

    text: bytes
    source: str = "shipped"
    evidence: dict[str, Any] | None = None
    verified: dict[str, Any] | None = None

    @property
    def record(self) -> dict[str, Any]:
        """Return the record, decoded anew each time."""
        found: dict[str, Any] = json.loads(self.text)
        return found


@dataclass(slots=True, frozen=True)
class Origin:
    """Where the records of one source come from; `licence` is an SPDX identifier, null where nobody has said."""

    source: str
    origin: str
    licence: str | None
    dataset_version: str


@dataclass(slots=True, frozen=True)
class Content:
    """What is exported; `items` can be called as often as a format needs, and yields by repo, slug and id.

    `fields` names the keys of a record that are wanted, in their order, null for all. An export of what changed since
    another version has that version in `since`, and in `tombstones` the ids that are gone.
    """

    items: Callable[[], Iterator[Item]]
    dataset_version: str
    articles: Sequence[dict[str, Any]] = ()
    repos: Sequence[dict[str, Any]] = ()
    """What is known of repositories beyond their records: the entries of a published `repos.json`."""
    origins: Sequence[Origin] = ()
    fields: tuple[str, ...] | None = None
    since: str | None = None
    tombstones: Sequence[str] = field(default=())


def encoded(data: Any) -> bytes:
    """Return JSON data in its shortest form, in UTF-8."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
