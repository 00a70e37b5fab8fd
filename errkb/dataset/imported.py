"""What was imported, as it lies below a home (`errkb.imports`), and the segment that is made of it.

import.json      what was read, figures; stands in the folder of a source of this kind
records.jsonl    its records as a segment has them: the segment shares the file
keys.bin         what they are found by, so that nothing is decoded for it
sidecars.jsonl   what stands beside the records
beside.json      articles, and what is known of repositories
"""

from __future__ import annotations

import json
import os
import shutil
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from errkb.dataset import beside, recordfile
from errkb.dataset.recordfile import LINES, Keys, Writer
from errkb.dataset.sources import IMPORT
from errkb.errors import KnowledgeBaseError
from errkb.model.content import encoded

__all__ = ["BESIDE", "KEYS", "Imported"]

KEYS, BESIDE = "keys.bin", "sidecars.jsonl"

Sidecars = tuple[dict[str, Any] | None, dict[str, Any] | None]


class Imported:
    """A finished import below a home. Whatever reads it raises `KnowledgeBaseError` if it is damaged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Return what `import.json` says."""
        try:
            return dict(json.loads((self.folder / IMPORT).read_bytes()))
        except (OSError, ValueError, TypeError) as error:
            raise self._damaged(error) from error

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
        try:
            with (self.folder / BESIDE).open("rb") as file:
                return {row["id"]: (row["evidence"], row["verified"]) for row in map(json.loads, file)}
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise self._damaged(error) from error

    def require_sound(self) -> None:
        """Raise `KnowledgeBaseError` unless every record is the one that was imported."""
        keys = self._keys()
        try:
            with (self.folder / LINES).open("rb") as lines:
                for wanted, text in zip(keys.hashes, lines, strict=True):
                    if int.from_bytes(sha256(text[:-1]).digest()[:8]) != wanted:
                        raise ValueError("a record was changed")
        except (OSError, ValueError) as error:
            raise self._damaged(error) from error

    def write_records(self, segment: Path, source: str) -> None:
        """Write the record file of a segment, its lines being those of the import; raises `OSError`."""
        _share(self.folder / LINES, segment / LINES)
        with Writer(segment) as writer, (self.folder / LINES).open("rb") as lines:
            keys = writer.keys = self._keys()
            wanted = {int(identifier, 16): identifier for identifier in self.sidecars}
            for ordinal, number in enumerate(keys.ids):
                if number in wanted:
                    evidence, verified = self.sidecars[wanted[number]]
                    lines.seek(keys.ends[ordinal])
                    text = lines.readline()[:-1] + encoded([evidence, verified])
                    keys.hashes[ordinal] = int.from_bytes(sha256(text).digest()[:8])
                    row = encoded([evidence, verified, source, None])
                    writer.add_beside(ordinal, row, (evidence or {}).get("formerIds", ()))
            writer.finish(self.dataset_version, source)
        beside.write(segment, *beside.read(self.folder))

    def _keys(self) -> Keys:
        """Return what the records are found by, made anew where another version of errkb imported them."""
        try:
            if self.manifest.get("keys") == recordfile.FORMAT:
                return Keys.kept(self.folder / KEYS, self.manifest["records"])
            keys = Keys()
            with (self.folder / LINES).open("rb") as lines:
                for text in lines:
                    record = json.loads(text)
                    keys.add(text[:-1], record["id"], record["repo"], record["slug"])
            return keys
        except (OSError, EOFError, ValueError, TypeError, KeyError) as error:
            raise self._damaged(error) from error

    def _damaged(self, error: object) -> KnowledgeBaseError:
        hint = "import the file again"
        return KnowledgeBaseError(f"this import is damaged ({error})", where=str(self.folder), hint=hint)


def _share(file: Path, place: Path) -> None:
    """Give a file a second name, or a copy where the system cannot do that; neither is ever written again."""
    try:
        os.link(file, place)
    except OSError:
        shutil.copyfile(file, place)
