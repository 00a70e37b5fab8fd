"""One file of named sections that are read where they lie: arrays of integers and runs of bytes.

    header | sections, each at a multiple of eight | directory (JSON): name -> kind, offset, bytes

Opening maps the file and reads the directory, so it costs the same for 300 and for 300,000 templates. Integers have the
byte order of the machine: an index is a cache, and a file of another machine is refused like a torn one.
"""

from __future__ import annotations

import json
import mmap
import struct
from array import array
from pathlib import Path
from typing import Any

from errkb.errors import KnowledgeBaseError

__all__ = ["SectionWriter", "Sections"]

MAGIC = b"errkbidx"
ORDER = 0x0102030405060708
"""Reads differently where the byte order differs."""
HEADER = struct.Struct("=8s4Q")
"""Magic, byte order, format, offset and bytes of the directory."""


class SectionWriter:
    """Writes sections one after the other; the file is whole only once `close` was called. Raises `OSError`."""

    def __init__(self, path: Path, form: int) -> None:
        self._file = path.open("wb")
        self._file.write(bytes(HEADER.size))  # stays empty until everything else is written
        self._form = form
        self._directory: dict[str, tuple[str, int, int]] = {}

    def add(self, name: str, data: array[int] | bytes | bytearray) -> None:
        """Append a section."""
        self._file.write(bytes(-self._file.tell() % 8))
        start = self._file.tell()
        if isinstance(data, array):
            data.tofile(self._file)
            kind = data.typecode
        else:
            self._file.write(data)
            kind = "B"
        self._directory[name] = (kind, start, self._file.tell() - start)

    def start(self, name: str) -> int:
        """Return where a section begins in the file."""
        return self._directory[name][1]

    def close(self, facts: dict[str, Any]) -> None:
        """Write the directory, and `facts` (JSON) beside it."""
        directory = json.dumps({"sections": self._directory, "facts": facts}).encode()
        at = self._file.tell()
        self._file.write(directory)
        self._file.seek(0)
        self._file.write(HEADER.pack(MAGIC, ORDER, self._form, at, len(directory)))
        self._file.close()

    def abandon(self) -> None:
        """Close the file, which is of no use to anybody."""
        self._file.close()


class Sections:
    """An open file of sections. Raises `KnowledgeBaseError` if it is missing, torn, foreign or of another format."""

    def __init__(self, path: Path, form: int) -> None:
        self._path = path
        try:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise self._damaged(error.strerror or str(error)) from error
        except ValueError:  # an empty file cannot be mapped
            raise self._damaged("it is empty") from None
        self.whole = memoryview(self._map)
        """All bytes of the file."""
        try:
            magic, order, written, at, size = HEADER.unpack_from(self._map)
            if (magic, order) != (MAGIC, ORDER) or at + size != len(self._map):
                raise self._damaged("it is not whole")
            if written != form:
                raise self._damaged(f"its format is {written}, not {form}")
            directory = json.loads(self._map[at : at + size])
            self._directory: dict[str, tuple[str, int, int]] = directory["sections"]
            self.facts: dict[str, Any] = directory["facts"]
        except (struct.error, ValueError, KeyError, TypeError) as error:
            raise self._damaged(str(error)) from error
        self._views: list[memoryview[int]] = []

    def ints(self, name: str) -> memoryview[int]:
        """Return a section of integers (or, kind `B`, of bytes)."""
        try:
            kind, start, size = self._directory[name]
            view: memoryview[int] = self.whole[start : start + size].cast(kind)  # type: ignore[call-overload]
        except (KeyError, ValueError, TypeError) as error:
            raise self._damaged(f"section {name} is missing") from error
        self._views.append(view)
        return view

    def close(self) -> None:
        """Let go of the file; nothing may be read from it afterwards."""
        for view in self._views:
            view.release()
        self.whole.release()
        self._map.close()

    def _damaged(self, why: str) -> KnowledgeBaseError:
        return KnowledgeBaseError(
            f"the match index cannot be read ({why})", where=str(self._path), hint="run `errkb build --force`"
        )
