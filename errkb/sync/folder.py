"""A published dataset in a folder: a mounted share, a stick, the output of `errkb export`.

Its files are copied and verified like those of a server: whoever wrote the folder may be as wrong or as hostile, and
what was synced has to answer when the folder is gone.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit
from urllib.request import url2pathname

from errkb.dataset.published import is_published
from errkb.errors import DatasetError, InputError
from errkb.sync.origin import MANIFEST, Validators
from errkb.sync.part import Part

__all__ = ["FolderOrigin"]

_BLOCK = 1024 * 1024


class FolderOrigin:
    """The folder of a manifest, named by itself, by its manifest, or by a `file://` address."""

    def __init__(self, place: str) -> None:
        if place.lower().startswith("file://"):
            place = url2pathname(urlsplit(place).path)
        path = Path(place).expanduser()
        if path.name == MANIFEST:
            path = path.parent
        if not (path / MANIFEST).is_file() and is_published(path):
            path /= "data"
        self.folder = path.resolve()
        self.address = str(self.folder)

    @property
    def insecure(self) -> bool:
        """Say no: there is no way in between."""
        return False

    def manifest(self, seen: Validators, limit: int) -> tuple[bytes, Validators] | None:
        """Return the manifest; a folder has nothing like a validator, and reading it costs nothing."""
        del seen
        found = self.small(MANIFEST, limit)
        if found is None:
            hint = "give the folder that holds manifest.json, e.g. one made by `errkb export --format static`"
            raise InputError("there is no published dataset here", where=self.address, hint=hint)
        return found, Validators()

    def small(self, path: str, limit: int) -> bytes | None:
        """Return a file of at most `limit` bytes, `None` if it is not there."""
        try:
            with self._open(path) as file:
                found = file.read(limit + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", where=str(self.folder / path)) from error
        if len(found) > limit:
            raise DatasetError(f"larger than {limit:,} bytes", where=str(self.folder / path))
        return found

    def fetch(self, path: str, size: int, part: Part) -> None:
        """Copy a file, which must have `size` bytes."""
        try:
            source = self._open(path)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", where=str(self.folder / path)) from error
        left = size + 1
        part.clear()
        with source, part.growing() as append:
            for block in self._blocks(source, left, path):
                left -= append(block)
        if left != 1:
            what = f"{size + 1 - left:,} bytes" if left else "more bytes"
            raise DatasetError(f"{what}, the manifest says {size:,}", where=str(self.folder / path))

    def close(self) -> None:
        """Nothing is kept open."""

    def _blocks(self, source: BinaryIO, left: int, path: str) -> Iterator[bytes]:
        try:
            while left and (block := source.read(min(_BLOCK, left))):
                left -= len(block)
                yield block
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", where=str(self.folder / path)) from error

    def _open(self, path: str) -> BinaryIO:
        place = self.folder / path
        if not place.resolve().is_relative_to(self.folder):
            raise DatasetError("a link out of the folder", where=str(place))
        # Asked before opening: opening a named pipe would wait for its writer.
        if not stat.S_ISREG(os.stat(place).st_mode):
            raise DatasetError("not a regular file", where=str(place))
        return place.open("rb")
