"""CSV (RFC 4180, UTF-8, a line of column names) that no spreadsheet mistakes for formulas.

A text that begins with `=`, `+`, `-`, `@`, `|`, `%`, a tab or a line end gets an apostrophe in front, which
spreadsheets show as text; so does one that begins with an apostrophe, and the empty text is an apostrophe alone. That
way an empty cell is always null, and taking one apostrophe away gives back what was there. Lists and objects are JSON.
"""

from __future__ import annotations

import csv
import json
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from errkb.export.folders import write_files
from errkb.export.packed import packed
from errkb.export.tables import Columns
from errkb.model.content import Content

__all__ = ["NAME", "Cells", "escaped", "unescaped", "write"]

NAME = "csv"
_GUARDED = tuple("=+-@|%\t\r\n'")


def write(content: Content, out: Path, before: Path | None = None) -> None:  # noqa: ARG001
    """Write a file of records, or a folder with a file for each table."""
    write_files(content, out, NAME, Cells)


def escaped(value: Any) -> str:
    """Return the cell of a JSON value."""
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if not value or value.startswith(_GUARDED) else value
    if type(value) is int:
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def unescaped(cell: str) -> str | None:
    """Return the text of a cell, null for an empty one."""
    return (cell.removeprefix("'")) if cell else None


class Cells:
    """A file of one row a line."""

    def __init__(self, path: Path, table: str, columns: Columns) -> None:  # noqa: ARG002
        self._path = path
        self._columns = list(columns)
        self._open = ExitStack()

    def add(self, text: bytes) -> None:
        """Take in a row."""
        row = json.loads(text)
        self._writer.writerow([escaped(row[column]) for column in self._columns])

    def __enter__(self) -> Self:
        file = self._open.enter_context(packed(self._path))
        self._writer = csv.writer(_Encoded(file), lineterminator="\r\n")
        self._writer.writerow(self._columns)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)


class _Encoded:
    """Takes text and keeps none of it back, so that closing the file is all that is left in the end."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write a row; return the bytes written."""
        return self._file.write(text.encode("utf-8"))
