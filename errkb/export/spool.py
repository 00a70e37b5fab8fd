"""Rows that wait beside the result as JSON lines, until DuckDB reads all of them at once."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from errkb.export.tables import Columns

__all__ = ["Spool", "discard"]


class Spool:
    """A table in a file of its own. With `done`, that is called with the complete file, which is removed then."""

    def __init__(self, path: Path, columns: Columns, done: Callable[[Path, Columns], None] | None = None) -> None:
        self._path = path
        self._columns = columns
        self._done = done

    def add(self, text: bytes) -> None:
        """Take in a row."""
        self._file.write(text + b"\n")

    def __enter__(self) -> Self:
        self._file = self._path.open("wb", 1024 * 1024)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._file.close()  # which may fail on a full disk
            if self._done is not None and kind is None:
                self._done(self._path, self._columns)
        finally:
            if self._done is not None:
                self._path.unlink(missing_ok=True)


def discard(folder: Path) -> None:
    """Remove a folder of spools."""
    shutil.rmtree(folder, ignore_errors=True)
