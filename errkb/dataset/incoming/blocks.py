"""Rows in blocks, as many as a process checks at once.

The lines of a plain file are cut up without being read: whoever checks a block reads it by itself, so that a large file
never passes from one process to another. Rows of anything else travel as they are.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from errkb.dataset.incoming.jsontext import MAX_RECORD
from errkb.dataset.incoming.rows import Incoming, Row
from errkb.errors import DatasetError

__all__ = ["Block", "LineBlock", "RowBlock", "blocks", "has_text"]

BLOCK_ROWS = 1024
BLOCK_BYTES = 1024 * 1024
_BUFFER = 1024 * 1024


@dataclass(slots=True, frozen=True)
class RowBlock:
    """Rows that were read."""

    found: Sequence[Row]

    @property
    def file(self) -> Path:
        """Return the file they come from."""
        return self.found[0].file

    def portable(self) -> list[Any]:
        """Return what another process needs to check the rows."""
        return [row.data for row in self.found]

    def rows(self, number: int, line: int) -> Sequence[Row]:  # noqa: ARG002
        """Return the rows; they know their places."""
        return self.found


@dataclass(slots=True, frozen=True)
class LineBlock:
    """Lines from one byte of a file up to another."""

    file: Path
    start: int
    end: int

    def portable(self) -> LineBlock:
        """Return what another process needs to check the lines."""
        return self

    def lines(self) -> list[bytes]:
        """Return all lines; raises `DatasetError` if they cannot be read."""
        lines, left = [], self.end - self.start
        try:
            with self.file.open("rb", _BUFFER) as file:
                file.seek(self.start)
                for line in file:
                    lines.append(line)
                    left -= len(line)
                    if left <= 0:
                        break
        except OSError as error:
            raise DatasetError(f"cannot be read to the end: {error}", where=str(self.file)) from error
        if self.start == 0 and lines:
            lines[0] = lines[0].removeprefix(codecs.BOM_UTF8)
        return lines

    def rows(self, number: int, line: int) -> Sequence[Row]:
        """Return the lines that are not blank, after so many rows and lines of the file."""
        found = ((at, text) for at, text in enumerate(self.lines(), line + 1) if has_text(text))
        return [Row(text, self.file, row, at) for row, (at, text) in enumerate(found, number + 1)]


Block = RowBlock | LineBlock


def has_text(line: bytes) -> bool:
    """Say whether a line holds more than blanks."""
    return bool(line) and not line.isspace()


def blocks(incoming: Incoming) -> Iterator[Block]:
    """Yield all rows in blocks; raises as going through them does."""
    return _row_blocks(incoming.rows) if incoming.lines is None else _line_blocks(incoming.lines)


def _row_blocks(rows: Iterable[Row]) -> Iterator[Block]:
    remaining = iter(rows)
    while block := list(islice(remaining, BLOCK_ROWS)):
        yield RowBlock(block)


def _line_blocks(path: Path) -> Iterator[Block]:
    size, start = path.stat().st_size, 0
    with path.open("rb") as file:
        while start < size:
            file.seek(start + BLOCK_BYTES)
            rest = file.readline(MAX_RECORD + 1)
            if len(rest) > MAX_RECORD:
                raise DatasetError("a line is longer than any record", where=f"{path}:{_line_at(path, file.tell())}")
            end = min(file.tell(), size)
            yield LineBlock(path, start, end)
            start = end


def _line_at(path: Path, offset: int) -> int:
    """Return the number of the line in which a byte of a file stands."""
    line = 1
    with path.open("rb") as file:
        while offset > 0 and (block := file.read(min(offset, BLOCK_BYTES))):
            line += block.count(b"\n")
            offset -= len(block)
    return line
