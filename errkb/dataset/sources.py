"""The sources of the knowledge base: the shipped records, and the folders a user has registered in `sources.json`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import errkb
from errkb.dataset.atomic import write_text
from errkb.dataset.home import explained, locked
from errkb.errors import InputError, KnowledgeBaseError, UsageError
from errkb.model.report import SourceInfo

__all__ = [
    "IMPORT",
    "IMPORTED",
    "SHIPPED",
    "SYNC",
    "SYNCED",
    "Sources",
    "private_name",
    "require_name",
    "shipped_records",
]

SHIPPED = "shipped"
FILE_NAME = "sources.json"
HARVEST = "harvest.json"
"""Stands in the folder of a harvest."""
SYNC = "sync.json"
"""Stands in the folder of a synced dataset."""
SYNCED = "sync"
"""Folder of a home in which the folders of synced datasets lie."""
IMPORT = "import.json"
"""Stands in the folder of what was imported."""
IMPORTED = "imports"
"""Folder of a home in which the folders of imports lie."""
FORMAT = 1
_ORDER = ("folder", "import", "sync", "harvest")
"""Of one record the first source that has it answers: what somebody has written goes before what was fetched."""
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MAX_NAME = 64


@dataclass(slots=True, frozen=True)
class _Registered:
    path: str
    disabled: bool = False


def shipped_records() -> Path:
    """Return the folder of the records that come with errkb.

    A wheel carries them inside the package; an editable install and a source tree have them beside it. Raises
    `KnowledgeBaseError` if neither is there.
    """
    package = Path(errkb.__file__).parent
    for folder in (package / "_data" / "records", package.parent / "records"):
        if folder.is_dir():
            return folder
    raise KnowledgeBaseError(
        "the records that come with errkb are missing", where=str(package), hint="install errkb again"
    )


def private_name(folder: Path, user: Path | None) -> str:
    """Return the name of the source that a private folder is: `private` for the user's, else one of its project's."""
    if folder == user:
        return "private"
    import os
    from hashlib import blake2b

    project = re.sub(r"[^a-z0-9]+", "-", folder.parent.name.lower())[:40].strip("-") or "project"
    return f"private-{project}-{blake2b(os.fsencode(folder.resolve()), digest_size=3).hexdigest()}"


def require_name(name: str) -> None:
    """Raise `UsageError` for a name that no source can have: it becomes a folder."""
    if not _NAME.fullmatch(name) or len(name) > _MAX_NAME:
        hint = f"lower-case letters, digits and single dashes, at most {_MAX_NAME} characters"
        raise UsageError(f"not a name for a source: {name[:_MAX_NAME]!r}", hint=hint)


class Sources:
    """The registry `sources.json` below a home; every change is one atomic replacement under a lock."""

    def __init__(self, home: Path) -> None:
        self.path = home / FILE_NAME

    def list(self) -> Sequence[SourceInfo]:
        """Return the shipped records and every registered source, by name.

        Raises `KnowledgeBaseError` if the registry is damaged; it is never overwritten then.
        """
        registered = [
            SourceInfo(name, _kind(path, self.path.parent), path, disabled=one.disabled)
            for name, one in sorted(self._read().items())
            for path in (self.path.parent / one.path,)
        ]
        registered.sort(key=lambda source: _ORDER.index(source.kind))
        return [SourceInfo(SHIPPED, "shipped", shipped_records()), *registered]

    def add(self, name: str, path: Path) -> SourceInfo:
        """Register a records folder under a name.

        Raises `UsageError` for a name that is taken or cannot be one, `InputError` if the folder is not there,
        `KnowledgeBaseError` if the registry cannot be read or written.
        """
        require_name(name)
        if not path.is_dir():
            raise InputError("no such folder", where=str(path), hint="give a folder of {owner}/{repo}/{slug}.json")
        with explained(self.path), locked(self._lock):
            registered = self._read()
            if name == SHIPPED or name in registered:
                raise UsageError(
                    f"there is a source of this name already: {name}", hint="remove it first: errkb sources remove"
                )
            self._write(registered | {name: _Registered(self._kept(path.resolve()))})
        return SourceInfo(name, "folder", path.resolve())

    def remove(self, name: str) -> None:
        """Take a source out of the registry; its records folder is not touched.

        Raises `UsageError` if there is no such source or it is the shipped one, `KnowledgeBaseError` as `add`.
        """
        with explained(self.path), locked(self._lock):
            registered = self._read()
            _require(name, registered, "removed")
            del registered[name]
            self._write(registered)

    def disable(self, name: str, *, disabled: bool = True) -> None:
        """Let a source answer no more, or again; what is built of it stays. Raises as `remove`."""
        with explained(self.path), locked(self._lock):
            registered = self._read()
            _require(name, registered, "disabled")
            self._write(registered | {name: _Registered(registered[name].path, disabled)})

    def _kept(self, path: Path) -> str:
        """Return a path as it is written down: what lies below the home moves with it."""
        home = self.path.parent.resolve()
        return str(path.relative_to(home) if path.is_relative_to(home) else path)

    @property
    def _lock(self) -> Path:
        return self.path.with_name(".sources.lock")

    def _read(self) -> dict[str, _Registered]:
        try:
            text = self.path.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            hint = "set ERRKB_HOME to a folder you can write"
            raise KnowledgeBaseError(f"cannot be read: {error.strerror}", where=str(self.path), hint=hint) from error
        try:
            return _registered(json.loads(text))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise KnowledgeBaseError(
                "the list of sources is damaged",
                where=str(self.path),
                hint="correct it, or remove it and add them again",
            ) from None

    def _write(self, registered: dict[str, _Registered]) -> None:
        sources = [
            {"name": name, "kind": "folder", "path": one.path} | ({"disabled": True} if one.disabled else {})
            for name, one in sorted(registered.items())
        ]
        write_text(self.path, json.dumps({"format": FORMAT, "sources": sources}, indent=2) + "\n", durable=True)


def _kind(path: Path, home: Path) -> Literal["folder", "harvest", "import", "sync"]:
    """A harvest is a folder that holds what source was found to raise; what errkb has fetched or imported says so.

    Only what lies below the home was checked when it was imported.
    """
    if os.path.isfile(path / IMPORT) and path.parent == home / IMPORTED:
        return "import"
    if os.path.isfile(path / HARVEST):
        return "harvest"
    return "sync" if os.path.isfile(path / SYNC) else "folder"


def _registered(data: Any) -> dict[str, _Registered]:
    if data["format"] != FORMAT:
        raise ValueError(data["format"])
    found = {
        str(source["name"]): _Registered(str(source["path"]), source.get("disabled") is True)
        for source in data["sources"]
    }
    if not all(_NAME.fullmatch(name) and len(name) <= _MAX_NAME for name in found):
        raise ValueError("name")
    return found


def _require(name: str, registered: Iterable[str], verb: str) -> None:
    if name == SHIPPED:
        raise UsageError(f"the shipped records cannot be {verb}")
    if name not in registered:
        raise UsageError(f"no source of this name: {name}", hint=_names(registered))


def _names(registered: Iterable[str]) -> str:
    return f"registered: {', '.join(sorted(registered)) or 'none'}"
