"""What was fetched of a published dataset, below `ERRKB_HOME/sync/{name}`.

    sync.json              what the user asked for: where from, how much, whose key, which version is pinned
    current.json           which version is in use
    versions/{version}.json    the manifest of each version that is kept, as served
    objects/{sha256}       files as served, each once for all versions
    objects/{sha256}.part  being fetched; a later run goes on where it stopped
    records/{sha256}.json  the records of such a file that were taken, where they were fetched on demand
    server.json            what the server said last, to ask whether anything has changed

A file has the name of its hash, so nothing a publisher writes becomes a path on this machine, what did not change is
there already, and going back to an older version is a change of one pointer. Whatever is read is held against its hash
again; a file that was damaged is deleted and fetched the next time. On the way to an answer only where a source holds
an index and fetches records when asked: standard library only.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from errkb.dataset.atomic import write_text
from errkb.dataset.home import explained, locked
from errkb.dataset.sources import SYNC
from errkb.dataset.unpack import unpacked
from errkb.errors import KnowledgeBaseError
from errkb.model.timestamps import newest
from errkb.sync.manifest import PublishedFile, Release, kept_release
from errkb.sync.part import Part

__all__ = ["FORM", "Remembered", "Settings", "Store"]

FORM = 1
"""Raised when the same files make other entries."""
_BLOCK = 1024 * 1024
_CURRENT, _SERVER = "current.json", "server.json"


@dataclass(slots=True, frozen=True)
class Settings:
    """What the user asked for when the source was added."""

    address: str
    index_only: bool = False
    """Only the index is fetched: what an error is called, not what it means."""
    on_demand: bool = False
    """`errkb show` may fetch the records of a repository."""
    key: str | None = None
    """The publisher's public key (minisign)."""
    keep: int = 2
    """Versions that are kept, the one in use among them."""
    pinned: bool = False
    """The version in use stays in use."""


@dataclass(slots=True, frozen=True)
class Remembered:
    """What the server said about the manifest of a version, and when it was asked."""

    version: str = ""
    etag: str | None = None
    last_modified: str | None = None
    checked: str = ""


@dataclass(slots=True)
class Store:
    """The folder of one synced source."""

    folder: Path
    _release: tuple[str, Release] | None = field(default=None, init=False)

    @property
    def settings(self) -> Settings:
        """Return what the user asked for; raises `KnowledgeBaseError` if that is damaged or missing."""
        try:
            found = _read(self.folder / SYNC)
            known = {one.name for one in fields(Settings)}
            return Settings(**{key: value for key, value in found.items() if key in known})
        except (OSError, ValueError, TypeError) as error:
            hint = f"`errkb sources remove {self.folder.name}`, then sync it again"
            where = str(self.folder / SYNC)
            raise KnowledgeBaseError("it is not known where this comes from", where=where, hint=hint) from error

    def configure(self, settings: Settings) -> None:
        """Keep what the user asked for."""
        self._write(SYNC, asdict(settings))

    @property
    def current(self) -> str | None:
        """Return the version in use, `None` before the first one is complete."""
        return self._pointer.get("version")

    def state(self, settings: Settings, release: Release | None = None) -> str | None:
        """Return a text that changes with what a source gives (of a version, of that in use), `None` if nothing."""
        pointer = self._pointer if release is None else _pointer_to(release)
        return f"{FORM} {settings.index_only} {pointer['version']} {pointer['manifest']}" if pointer else None

    @property
    def remembered(self) -> Remembered:
        """Return what the server said last; nothing if that is not known."""
        try:
            return Remembered(**_read(self.folder / _SERVER))
        except (OSError, ValueError, TypeError):
            return Remembered()

    def remember(self, said: Remembered) -> None:
        """Keep what the server said."""
        self._write(_SERVER, asdict(replace(said, checked=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))))

    def switch(self, release: Release) -> None:
        """Make a version the one in use."""
        self._write(_CURRENT, _pointer_to(release))

    def versions(self) -> list[str]:
        """Return the versions that are kept, newest first."""
        found = [name for name in (_version_of(path) for path in (self.folder / "versions").glob("*.json")) if name]
        return sorted(found, key=lambda version: newest([version]), reverse=True)

    def release(self, version: str | None = None) -> Release:
        """Return what a version (that in use) promises; raises `KnowledgeBaseError` if its manifest is damaged."""
        wanted = version or self.current or ""
        if self._release is None or self._release[0] != wanted:
            try:
                self._release = (wanted, kept_release(self._place(wanted).read_bytes()))
            except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
                raise self._damaged(error) from error
        return self._release[1]

    def keep(self, release: Release) -> None:
        """Keep the manifest of a version."""
        place = self._place(release.version)
        with explained(place):
            write_text(place, release.data.decode("utf-8"), durable=True)

    def forget(self, version: str) -> None:
        """Let go of the manifest of a version that cannot be used."""
        self._place(version).unlink(missing_ok=True)

    def place(self, file: PublishedFile) -> Path:
        """Return where a file is kept, whether it is there or not."""
        return self.folder / "objects" / file.sha256

    def part(self, file: PublishedFile) -> Part:
        """Return where a file grows while it is fetched."""
        return Part(self.folder / "objects" / f"{file.sha256}.part")

    def has(self, file: PublishedFile) -> bool:
        """Say whether a file is there in its full size; what it holds is looked at when it is read."""
        try:
            return self.place(file).stat().st_size == file.bytes
        except OSError:
            return False

    def take(self, file: PublishedFile) -> bool:
        """Say whether what was fetched has the hash of the manifest, and keep it then; else it is deleted."""
        part = self.part(file).path
        with explained(part):
            if _hash_of(part) != file.sha256:
                part.unlink()
                return False
            os.replace(part, self.place(file))
        return True

    def read(self, file: PublishedFile) -> bytes:
        """Return the bytes of a file, decompressed.

        Raises `KnowledgeBaseError` if it is missing or was damaged here (it is deleted then, to be fetched again), and
        `DatasetError` if it was published wrong.
        """
        place = self.place(file)
        try:
            data = place.read_bytes()
        except OSError as error:
            raise self._damaged(error) from error
        if len(data) != file.bytes or sha256(data).hexdigest() != file.sha256:
            place.unlink(missing_ok=True)
            raise self._damaged(f"{file.path} was changed on this machine")
        return unpacked(
            data,
            sha256=file.sha256,
            zipped=file.gzip,
            raw_bytes=file.raw_bytes,
            raw_sha256=file.raw_sha256,
            where=file.path,
        )

    def admitted(self, file: PublishedFile) -> Path:
        """Return where the records taken from a file fetched on demand are kept, whether they are there or not."""
        return self.folder / "records" / f"{file.sha256}.json"

    def sweep(self, keep: int) -> None:
        """Delete all but the newest `keep` versions and the one in use, and the files no version needs."""
        current = self.current
        kept = [current] if current else []
        kept += [version for version in self.versions() if version != current][: max(keep - len(kept), 0)]
        needed: set[str] = set()
        for version in self.versions():
            if version not in kept:
                self._place(version).unlink(missing_ok=True)
                continue
            try:
                needed.update(file.sha256 for file in self.release(version).files.values())
            except KnowledgeBaseError:  # nobody knows what it needs
                return
        for folder in ("objects", "records"):
            for path in (self.folder / folder).glob("*"):
                if path.name.removesuffix(".json") not in needed:
                    path.unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the store for one process; another one waits. Raises `ReadOnlyHomeError` or `KnowledgeBaseError`."""
        with ExitStack() as held:
            with explained(self.folder):
                (self.folder / "objects").mkdir(parents=True, exist_ok=True)
                held.enter_context(locked(self.folder / ".lock"))
            yield

    @property
    def _pointer(self) -> dict[str, str]:
        try:
            found = _read(self.folder / _CURRENT)
            return {"version": str(found["version"]), "manifest": str(found["manifest"])}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def _place(self, version: str) -> Path:
        # A colon is no part of a file name on Windows; a version from outside is a timestamp by now.
        return self.folder / "versions" / f"{os.path.basename(version.replace(':', '_'))}.json"

    def _write(self, name: str, data: dict[str, Any]) -> None:
        with explained(self.folder):
            write_text(self.folder / name, json.dumps(data, indent=1) + "\n", durable=True)

    def _damaged(self, error: object) -> KnowledgeBaseError:
        hint = f"fetch it again: errkb sync {self.folder.name}"
        return KnowledgeBaseError(f"this synced dataset is damaged ({error})", where=str(self.folder), hint=hint)


def _pointer_to(release: Release) -> dict[str, str]:
    return {"version": release.version, "manifest": sha256(release.data).hexdigest()}


def _hash_of(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _version_of(path: Path) -> str | None:
    try:
        return str(_read(path)["datasetVersion"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _read(path: Path) -> dict[str, Any]:
    found = json.loads(path.read_bytes())
    if not isinstance(found, dict):
        raise TypeError("not an object")
    return found
