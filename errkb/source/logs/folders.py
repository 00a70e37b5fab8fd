"""Paths as people give them to the files behind them, in a stable order; what is left out says why.

Folders are gone through to the bottom, by name; hidden files and folders in them are left out, links are followed, a
folder or file that has been met is not read again. What is named itself is read whatever it is called; a FIFO only so
(`<(command)`).
"""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from errkb.source.logs.streams import reason_of

__all__ = ["STDIN", "Found", "find"]

STDIN = "-"
_MAGIC = frozenset("*?[")


@dataclass(slots=True, frozen=True)
class Found:
    """A file to read, or one that is left out: `reason` says why, `same` names the file it is the same as.

    `stdin` is standard input; a file may be called `-`, too.
    """

    path: Path
    size: int | None = None
    reason: str | None = None
    same: str | None = None
    stdin: bool = False


def find(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Found]:
    """Yield the files behind paths, folders and globs (`**` goes through folders), each once."""
    walk = _Walk()
    for given in paths:
        path = os.fspath(given)
        if path == STDIN:
            yield Found(Path(STDIN), stdin=True)
        elif not os.path.lexists(path) and _MAGIC.intersection(path):
            matches = sorted(glob.glob(path, recursive=True), key=_natural)
            if not matches:
                yield Found(Path(path), reason="matches no file")
            for match in matches:
                yield from walk.of(Path(match), named=False)
        else:
            yield from walk.of(Path(path), named=True)


class _Walk:
    def __init__(self) -> None:
        self._met: dict[tuple[int, int], str] = {}

    def of(self, path: Path, *, named: bool) -> Iterator[Found]:
        """Yield what is behind a path; folders are a stack here, however deep they are."""
        waiting = [(path, named)]
        while waiting:
            path, named = waiting.pop()
            try:
                state = path.stat()
            except (OSError, ValueError) as error:
                yield Found(path, reason=_unreadable(path, error))
                continue
            if stat.S_ISDIR(state.st_mode):
                if self._again(path, state):
                    if path.is_symlink():
                        yield Found(path, reason="is a link to a folder that has been read")
                    continue
                inside, left_out = self._listed(path)
                yield from left_out
                waiting += [(entry, False) for entry in reversed(inside)]
            else:
                yield self._file(path, state, named)

    def _listed(self, folder: Path) -> tuple[list[Path], list[Found]]:
        try:
            names = sorted(os.listdir(folder), key=_natural)
        except OSError as error:
            return [], [Found(folder, reason=f"cannot be read: {reason_of(error)}")]
        hidden = [Found(folder / name, reason="is hidden") for name in names if name.startswith(".")]
        return [folder / name for name in names if not name.startswith(".")], hidden

    def _file(self, path: Path, state: os.stat_result, named: bool) -> Found:
        mode = state.st_mode
        if stat.S_ISREG(mode):
            first = self._again(path, state)
            if first is not None:
                return Found(path, state.st_size, f"is the same file as {first}", same=first)
            return Found(path, state.st_size)
        if stat.S_ISFIFO(mode) and named:
            return Found(path)
        kind = "a FIFO" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
        return Found(path, reason=f"is {kind}, not a file")

    def _again(self, path: Path, state: os.stat_result) -> str | None:
        """Return where a file or folder has been met before."""
        key = (state.st_dev, state.st_ino)
        if not state.st_ino:  # a file system without numbers
            return None
        first = self._met.get(key)
        if first is None:
            self._met[key] = str(path)
        return first


def _unreadable(path: Path, error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "is a link to nothing" if path.is_symlink() else "does not exist"
    return f"cannot be read: {reason_of(error)}"


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Return the key under which `2_build` comes before `10_test`."""
    key: list[tuple[int, int, str]] = []
    digits = text = ""
    for character in f"{name}\0":
        if "0" <= character <= "9":
            if text:
                key.append((1, 0, text))
                text = ""
            digits += character
        else:
            if digits:
                key.append((0, int(digits[:400]), digits))
                digits = ""
            text += character
    return [*key, (1, 0, text)]
