"""What was imported, as it lies below a home (`errkb.imports`): read like a dataset, one record after the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from errkb.dataset import beside
from errkb.dataset.recordfile import Stored
from errkb.dataset.sources import IMPORT
from errkb.errors import KnowledgeBaseError
from errkb.model.content import encoded

__all__ = ["BESIDE", "KEYS", "LINES", "Imported"]

LINES, KEYS, BESIDE = "records.jsonl", "keys.tsv", "sidecars.jsonl"

Sidecars = tuple[dict[str, Any] | None, dict[str, Any] | None]


class Imported:
    """A finished import below a home; read like a dataset, one record after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lines = folder / LINES

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Return what `import.json` says; raises `KnowledgeBaseError` if it is damaged."""
        return dict(self._json(IMPORT))

    @property
    def dataset_version(self) -> str:
        """Return the version of what was imported."""
        return str(self.manifest.get("datasetVersion", ""))

    @property
    def content_key(self) -> str:
        """Return a text that changes with the records."""
        return json.dumps(self.manifest)

    @cached_property
    def sidecars(self) -> dict[str, Sidecars]:
        """Return what stands beside the records, by id."""
        with (self.folder / BESIDE).open("rb") as file:
            return {row["id"]: (row["evidence"], row["verified"]) for row in map(json.loads, file)}

    @property
    def articles(self) -> list[dict[str, Any]]:
        """Return the background articles."""
        return beside.read(self.folder)[0]

    @property
    def repos(self) -> list[dict[str, Any]]:
        """Return what is known of repositories beyond their records."""
        return beside.read(self.folder)[1]

    def stored(self, source: str) -> Iterator[Stored]:
        """Yield the records as a record file keeps them."""
        tail = f',null,null,"{source}",null]'.encode()
        with self.lines.open("rb") as lines, (self.folder / KEYS).open(encoding="utf-8") as keys:
            for text, row in zip(lines, keys, strict=True):
                identifier, repo, slug, analyzed = row.rstrip("\n").split("\t")
                body, former = b"[" + text.rstrip(b"\n") + tail, ()
                if identifier in self.sidecars:
                    evidence, verified = self.sidecars[identifier]
                    body = b"[" + text.rstrip(b"\n") + b"," + encoded([evidence, verified, source, None])[1:]
                    former = tuple((evidence or {}).get("formerIds", ()))
                yield Stored(body, identifier, repo, slug, analyzed, former)

    def _json(self, name: str) -> Any:
        try:
            return json.loads((self.folder / name).read_bytes())
        except (OSError, ValueError, TypeError) as error:
            raise KnowledgeBaseError(
                f"this import is damaged ({error})", where=str(self.folder), hint="import the file again"
            ) from error
