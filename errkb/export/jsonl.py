"""JSON Lines: one record a line, as it is stored."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from errkb.export.folders import write_files
from errkb.export.packed import packed
from errkb.export.tables import Columns
from errkb.model.content import Content

__all__ = ["NAME", "Lines", "write"]

NAME = "jsonl"


def write(content: Content, out: Path, before: Path | None = None) -> None:  # noqa: ARG001
    """Write a file of records, or a folder with a file for each table."""
    write_files(content, out, NAME, Lines)


class Lines:
    """A file of one JSON object a line."""

    before, between, after = b"", b"\n", b"\n"

    def __init__(self, path: Path, table: str = "", columns: Columns | None = None) -> None:  # noqa: ARG002
        self._path = path
        self._open = ExitStack()
        self._first = True

    def add(self, text: bytes) -> None:
        """Take in a row."""
        self._file.write((self.before if self._first else self.between) + text)
        self._first = False

    def __enter__(self) -> Self:
        self._file = self._open.enter_context(packed(self._path))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._open:
            if kind is None:
                self._file.write(self._empty() if self._first else self.after)

    def _empty(self) -> bytes:
        return b""
