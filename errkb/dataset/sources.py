"""The sources of the knowledge base: the shipped records, and the folders a user has registered in `sources.json`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import errkb
from errkb.dataset.atomic import write_text
from errkb.dataset.home import explained, locked
from errkb.errors import InputError, KnowledgeBaseError, UsageError
from errkb.model.report import SourceInfo

__all__ = ["SHIPPED", "Sources", "private_name", "shipped_records"]

SHIPPED = "shipped"
FILE_NAME = "sources.json"
HARVEST = "harvest.json"
"""Stands in the folder of a harvest."""
FORMAT = 1
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MAX_NAME = 64


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


class Sources:
    """The registry `sources.json` below a home; every change is one atomic replacement under a lock."""

    def __init__(self, home: Path) -> None:
        self.path = home / FILE_NAME

    def list(self) -> Sequence[SourceInfo]:
        """Return the shipped records and every registered source, by name.

        Raises `KnowledgeBaseError` if the registry is damaged; it is never overwritten then.
        """
        registered = [SourceInfo(name, _kind(path), Path(path)) for name, path in sorted(self._read().items())]
        registered.sort(key=lambda source: source.kind == "harvest")  # what somebody has written goes first
        return [SourceInfo(SHIPPED, "shipped", shipped_records()), *registered]

    def add(self, name: str, path: Path) -> SourceInfo:
        """Register a records folder under a name.

        Raises `UsageError` for a name that is taken or cannot be one, `InputError` if the folder is not there,
        `KnowledgeBaseError` if the registry cannot be read or written.
        """
        if not _NAME.fullmatch(name) or len(name) > _MAX_NAME:
            raise UsageError(
                f"not a name for a source: {name[:_MAX_NAME]!r}",
                hint=f"lower-case letters, digits and single dashes, at most {_MAX_NAME} characters",
            )
        if not path.is_dir():
            raise InputError("no such folder", where=str(path), hint="give a folder of {owner}/{repo}/{slug}.json")
        with explained(self.path), locked(self._lock):
            registered = self._read()
            if name == SHIPPED or name in registered:
                raise UsageError(
                    f"there is a source of this name already: {name}", hint="remove it first: errkb sources remove"
                )
            self._write(registered | {name: str(path.resolve())})
        return SourceInfo(name, "folder", path.resolve())

    def remove(self, name: str) -> None:
        """Take a source out of the registry; its records folder is not touched.

        Raises `UsageError` if there is no such source or it is the shipped one, `KnowledgeBaseError` as `add`.
        """
        with explained(self.path), locked(self._lock):
            registered = self._read()
            if name == SHIPPED:
                raise UsageError("the shipped records cannot be removed")
            if name not in registered:
                raise UsageError(f"no source of this name: {name}", hint=_names(registered))
            del registered[name]
            self._write(registered)

    @property
    def _lock(self) -> Path:
        return self.path.with_name(".sources.lock")

    def _read(self) -> dict[str, str]:
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

    def _write(self, registered: dict[str, str]) -> None:
        sources = [{"name": name, "kind": "folder", "path": path} for name, path in sorted(registered.items())]
        write_text(self.path, json.dumps({"format": FORMAT, "sources": sources}, indent=2) + "\n", durable=True)


def _kind(path: str) -> Literal["folder", "harvest"]:
    """A harvest is a folder that holds what source was found to raise."""
    return "harvest" if os.path.isfile(os.path.join(path, HARVEST)) else "folder"


def _registered(data: Any) -> dict[str, str]:
    if data["format"] != FORMAT:
        raise ValueError(data["format"])
    found = {str(source["name"]): str(source["path"]) for source in data["sources"]}
    if not all(_NAME.fullmatch(name) and len(name) <= _MAX_NAME for name in found):
        raise ValueError("name")
    return found


def _names(registered: Iterable[str]) -> str:
    return f"registered: {', '.join(sorted(registered)) or 'none'}"
