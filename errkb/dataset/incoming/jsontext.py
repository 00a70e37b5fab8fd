"""JSON Lines, arrays, envelopes and single records, read as a stream."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from errkb.dataset.incoming.rows import Row
from errkb.errors import DatasetError

__all__ = ["MAX_RECORD", "array_rows", "line_rows"]

MAX_RECORD = 256 * 1024 * 1024
"""Bytes of one record. Real ones have some thousand; what is far larger is something else."""
_CHUNK = 1024 * 1024
_BLANK = re.compile(r"[ \t\r\n]*")


def line_rows(file: IO[bytes], path: Path) -> Iterator[Row]:
    """Yield a row for each line that is not blank. Raises `DatasetError` for a line that is far too long."""
    number = 0
    for line, text in enumerate(iter(lambda: file.readline(MAX_RECORD + 1), b""), 1):
        if len(text) > MAX_RECORD:
            raise DatasetError("a line is longer than any record", where=f"{path}:{line}")
        if text.strip():
            number += 1
            yield Row(text.removeprefix(codecs.BOM_UTF8) if line == 1 else text, path, number, line)


def array_rows(file: IO[bytes], path: Path) -> Iterator[Row]:
    """Yield a row for each element of an array, for the record of an envelope, or for a document that is a record.

    Raises `DatasetError` for a file that is not JSON, with its place.
    """
    text = _Text(file, path)
    if text.peek() != "[":
        data = text.value()
        if isinstance(data, dict) and set(data) == {"record", "datasetVersion"}:
            yield Row(data["record"], path, 1, pointer="/record")
        else:
            yield Row(data, path, 1)
        text.require_end()
        return
    text.skip("[")
    number = 0
    while text.peek() != "]" or number:
        yield Row(text.value(), path, number + 1, pointer=f"/{number}")
        number += 1
        if text.peek() != ",":
            break
        text.skip(",")
        text.peek()  # passes blanks
    text.require("]")
    text.require_end()


class _Text:
    """A document of which only the part that is being read is in memory."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self._file = file
        self._path = path
        self._decode = codecs.getincrementaldecoder("utf-8-sig")()
        self._decoder = json.JSONDecoder(object_pairs_hook=self._object, parse_constant=self._constant)
        self._text = ""
        self._at = 0
        self._lines = 1
        self._ended = False

    def peek(self) -> str:
        """Return the next character that is not blank, nothing at the end."""
        self._pass(_BLANK)
        return self._text[self._at : self._at + 1]

    def skip(self, char: str) -> None:
        """Pass a character that `peek` has shown."""
        self._at += len(char)

    def require(self, char: str) -> None:
        """Pass a character; raises `DatasetError` if it is not the next that is not blank."""
        if self.peek() != char:
            line = self._lines + self._text.count("\n", 0, self._at)
            raise DatasetError(f"not valid JSON: expected {char!r} here", where=f"{self._path}:{line}")
        self.skip(char)

    def value(self) -> Any:
        """Return the next value."""
        size = _CHUNK
        while True:
            try:
                found, self._at = self._decoder.raw_decode(self._text, self._at)
                return found
            except json.JSONDecodeError as error:
                if self._ended or len(self._text) - self._at > MAX_RECORD:
                    line = self._lines + self._text.count("\n", 0, error.pos)
                    raise DatasetError(f"not valid JSON: {error.msg}", where=f"{self._path}:{line}") from error
                self._more(size)
                size *= 2
            except (ValueError, RecursionError) as error:
                raise DatasetError(f"not valid JSON: {error}", where=str(self._path)) from error

    def require_end(self) -> None:
        """Raise `DatasetError` if something follows."""
        if self.peek():
            line = self._lines + self._text.count("\n", 0, self._at)
            hint = "one record a line is JSON Lines: name the file .jsonl"
            raise DatasetError("something follows the end of the document", where=f"{self._path}:{line}", hint=hint)

    def _pass(self, pattern: re.Pattern[str]) -> None:
        while True:
            found = pattern.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text) or self._ended:
                return
            self._more(_CHUNK)

    def _more(self, size: int) -> None:
        chunk = self._file.read(size)
        self._ended = not chunk
        try:
            new = self._decode.decode(chunk, self._ended)
        except UnicodeDecodeError as error:
            raise DatasetError("this is not UTF-8 text", where=str(self._path)) from error
        self._lines += self._text.count("\n", 0, self._at)
        self._text = self._text[self._at :] + new
        self._at = 0

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError("a key stands twice in one object")
        return found

    def _constant(self, name: str) -> Any:
        raise ValueError(f"{name} is not a JSON number")
