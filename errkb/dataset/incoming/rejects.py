"""The rejects file: the faults of an import, one JSON object a line, written aside and switched when all are known.

What the user names is replaced only when the import has come to an end; a run without faults leaves no file of an
earlier one behind. Pipes and devices take the lines as they come.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO

from errkb.errors import InputError, UsageError
from errkb.export.replacing import aside

__all__ = ["Rejects"]

_HINT = "give another file with --rejects"


class Rejects:
    """Where the faults of an import of `source` go; nowhere without a path.

    Raises `UsageError` for a path that is what is imported or lies within it, `InputError` for one that cannot be
    written.
    """

    def __init__(self, path: Path | None, source: Path) -> None:
        self._stack = ExitStack()
        self._file: IO[bytes] | None = None
        self._path = path
        if path is None:
            return
        with self._explained():
            self._path = path if _takes_all(path) else path.resolve()
            _require_apart(path, source.resolve())
            if path.is_dir():
                raise InputError("this is a folder", where=str(path), hint=_HINT)
            if not path.parent.is_dir():
                raise InputError("there is no such folder", where=str(path.parent), hint=_HINT)

    def __enter__(self) -> Rejects:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._path is None:
            return
        with self._explained():
            self._stack.__exit__(kind, error, trace)
            if error is None and self._file is None and self._path.is_file():
                self._path.unlink()

    def write(self, line: bytes) -> None:
        """Write a line."""
        if self._path is None:
            return
        with self._explained():
            if self._file is None:
                place = self._path if _takes_all(self._path) else self._stack.enter_context(aside(self._path))
                self._file = self._stack.enter_context(place.open("wb"))
            self._file.write(line)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            message = f"the rejects cannot be written: {error.strerror or error}"
            raise InputError(message, where=str(self._path), hint=_HINT) from error


def _takes_all(path: Path) -> bool:
    """Say whether a path is a pipe or a device: that is written to, never replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _require_apart(path: Path, source: Path) -> None:
    same = path.exists() and source.exists() and path.samefile(source)
    if same or path.resolve().is_relative_to(source):
        raise UsageError("the rejects would overwrite what is imported", where=str(path), hint=_HINT)
