"""`Content`: what an export writes, in an order that depends on the records alone.

A record travels as its JSON text, so that formats which hold JSON copy bytes instead of decoding and encoding them
again; the others call `Item.record`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Content", "Item", "Origin", "encoded"]


@dataclass(slots=True)  # not frozen: that makes one three times as slow to make, and there are many
class Item:
    """One record: id, JSON text (UTF-8, keys in the order of the contract, one line), and what stands beside it."""

    id: str
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
    partition: tuple[str, ...] = ()
    """Columns by whose values the records are cut up, where the format can do that."""
    since: str | None = None
    tombstones: Sequence[str] = ()

    def texts(self) -> Iterator[bytes]:
        """Yield the JSON text of each record with the fields that are wanted."""
        for item in self.items():
            yield self.text(item)

    def text(self, item: Item) -> bytes:
        """Return the JSON text of a record with the fields that are wanted."""
        if self.fields is None:
            return item.text
        record = item.record
        return encoded({name: record[name] for name in self.fields})


def encoded(data: Any) -> bytes:
    """Return JSON data in its shortest form, in UTF-8."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
