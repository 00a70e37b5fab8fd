"""What stands where an export is to go, and whether it may be replaced: only what an export wrote, and all of it.

A mark such as `manifest.json` says nothing by its name, so it is read; then every file of the folder has to be one that
the mark names or that the format writes. The price is that a file put beside an export keeps the next one from
replacing it, be it a `.git`, a signature or a `.DS_Store`.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path, PurePosixPath

from errkb.errors import InputError
from errkb.export.packed import is_folder
from errkb.export.tables import COLUMNS, RECORDS

__all__ = ["require_replaceable"]

Ours = Callable[[str], bool]
"""Says whether an export wrote a file, by its path in the folder."""

_STATIC = re.compile(r"index\.json\.gz|repos\.json|(?:repos|sidecars)/[^/]+/[^/]+\.json|info/[^/]+\.json")
_PAGE = re.compile(r"- \[((?:[^/\]]+/[^/\]]+|_info)/[^/\]]+)\]\(\1\.md\)")
_TABLES = "|".join(COLUMNS)
_DATA = re.compile(rf"README\.md|data/(?:(?:{_TABLES})|{RECORDS}-\d{{5}})\.parquet")
_PARTITION = re.compile(rf"{RECORDS}/(?:[^/=]+=[^/]*/)+[^/]+\.parquet")
_SUFFIXES = ("jsonl", "json", "csv", "parquet", "arrow")
_CARD = ("---\nlicense: ", '\npretty_name: "Error records"\n', "\n# Error records\n")
_CONTENTS = "# Error records\n\nDataset version: "
_CARD_BYTES = 64 * 1024


def require_replaceable(out: Path) -> None:
    """Raise `InputError` unless nothing, a file with a suffix, an empty folder or an export stands at `out`."""
    try:
        mode = out.stat().st_mode
    except OSError as error:
        if out.is_symlink():
            raise InputError("this link leads nowhere", where=str(out), hint="remove it, or mend it") from error
        if isinstance(error, (FileNotFoundError, NotADirectoryError)):
            return
        raise
    if stat.S_ISREG(mode):
        if is_folder(out):
            hint = "a path without suffix stands for a folder: give another one, or a suffix"
            raise InputError("there is a file of this name", where=str(out), hint=hint)
    elif not stat.S_ISDIR(mode):
        hint = "without --out, text goes to standard output"
        raise InputError("this is neither a file nor a folder", where=str(out), hint=hint)
    elif _is_entered(out):
        hint = "--out FOLDER, or call errkb from outside"
        raise InputError("the folder you are in cannot be replaced", where=str(out), hint=hint)
    elif (other := _foreign(out)) is not None:
        hint = "give a new or an empty folder, or move away what no export has written"
        raise InputError("there is something else in this folder, so it is not replaced", where=str(other), hint=hint)


def _is_entered(folder: Path) -> bool:
    """Say whether the current folder is this one or lies in it: it would be gone, and whoever stands in it with it."""
    with suppress(OSError):
        return Path(os.path.realpath(".")).is_relative_to(os.path.realpath(folder))
    return False


def _foreign(folder: Path) -> Path | None:
    """Return the first path in a folder that no export has written, `None` if there is none."""
    ours = list(filter(None, (_static(folder), _markdown(folder), _huggingface(folder), _tables(folder))))
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        ours = [one for one in ours if one(name)]
        if not ours:
            return path
    return None


def _files(folder: Path) -> Iterator[Path]:
    """Yield what is in a folder, in order: files, links, and folders that are empty."""
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or not path.is_dir():
            yield path
        else:
            inner = _files(path)
            yield from chain([next(inner, path)], inner)


def _static(folder: Path) -> Ours | None:
    """Return what the manifest of a published dataset names."""
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        found = json.loads((folder / "manifest.json").read_bytes())
        if found["schemaVersion"] == 2 and isinstance(found["datasetVersion"], str):
            named = {entry["path"].removeprefix("/data/") for entry in found["files"].values()}
            return lambda name: (
                _plain(folder, name)
                and (name == "manifest.json" or (name in named and _STATIC.fullmatch(name) is not None))
            )
    return None


def _markdown(folder: Path) -> Ours | None:
    """Return the pages that the contents of a folder of Markdown list."""
    with suppress(OSError, UnicodeDecodeError):
        if _head(folder / "README.md").startswith(_CONTENTS):
            lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
            named = {f"{found[1]}.md" for found in map(_PAGE.fullmatch, lines) if found}
            return lambda name: _plain(folder, name) and (name == "README.md" or name in named)
    return None


def _huggingface(folder: Path) -> Ours | None:
    with suppress(OSError):
        head = _head(folder / "README.md")
        if head.startswith(_CARD[0]) and all(part in head for part in _CARD):
            return lambda name: _plain(folder, name) and _DATA.fullmatch(name) is not None
    return None


def _tables(folder: Path) -> Ours | None:
    """Return the tables of a folder that has them in one format: one with less than `provenance` and `meta` is none."""
    for suffix in _SUFFIXES:
        if all((folder / f"{table}.{suffix}").is_file() for table in ("provenance", "meta")):
            names = {f"{table}.{suffix}" for table in COLUMNS}
            return lambda name: (
                _plain(folder, name)
                and (name in names or (suffix == "parquet" and _PARTITION.fullmatch(name) is not None))
            )
    return None


def _plain(folder: Path, name: str) -> bool:
    return stat.S_ISREG(os.lstat(folder / PurePosixPath(name)).st_mode)


def _head(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_CARD_BYTES).decode("utf-8", "replace")
