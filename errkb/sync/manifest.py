"""The manifest of a published dataset: what it promises, and what is refused before a single file is fetched.

Paths in a manifest are never names on this machine: fetched files are kept by their hash. They are still held to be
plain paths below `/data/`, since they become parts of an address, or of a path below the folder of a publisher.
Files errkb has no use for are not fetched.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from errkb.dataset.unpack import MAX_INDEX, MAX_RAW
from errkb.errors import DatasetError

__all__ = ["MAX_MANIFEST", "PublishedFile", "Release", "kept_release", "read_manifest"]

MAX_MANIFEST = 32 * 1024 * 1024
MAX_FILES = 100_000
MAX_TOTAL = 16 * 1024 * 1024 * 1024
"""Bytes of all files as served. 310,000 records have about 1 GB."""

_DATA = "/data/"
_USED = re.compile(r"(index|repos|info/[^/]+|(?:repos|sidecars)/([^/]+/[^/]+))\.json")


@dataclass(slots=True, frozen=True)
class PublishedFile:
    """One file: `path` below `/data/`, `name` the same without the suffix of its compression."""

    name: str
    path: str
    bytes: int
    sha256: str
    gzip: bool
    raw_bytes: int | None
    raw_sha256: str | None


@dataclass(slots=True, frozen=True)
class Release:
    """One version of a published dataset; `data` is its manifest as served, `files` those that errkb reads, by name."""

    version: str
    data: bytes
    counts: dict[str, int]
    files: dict[str, PublishedFile] = field(repr=False)

    @property
    def index(self) -> PublishedFile | None:
        """Return the file with one short entry for each record."""
        return self.files.get("index.json")

    @property
    def repos(self) -> PublishedFile | None:
        """Return the file with what is known of repositories."""
        return self.files.get("repos.json")

    def of_repos(self, folder: str = "repos") -> Iterator[tuple[str, PublishedFile]]:
        """Yield (owner/name, file) of the records of each repository, or of what stands beside them (`sidecars`)."""
        for name, file in self.files.items():
            found = _USED.fullmatch(name)
            if found and found[2] and name.startswith(f"{folder}/"):
                yield found[2], file

    def of_repo(self, repo: str) -> PublishedFile | None:
        """Return the file with the records of a repository."""
        return self.files.get(f"repos/{repo}.json")

    def articles(self) -> Iterator[PublishedFile]:
        """Yield the files of the background articles."""
        for name, file in self.files.items():
            if name.startswith("info/") and name != "info/index.json":
                yield file


def read_manifest(data: bytes, where: str) -> Release:
    """Return what a manifest from outside promises.

    Raises `DatasetError` for one that breaks the contract, with the JSON pointer, for paths that lead anywhere else,
    and for sizes nobody publishes.
    """
    from errkb.dataset.jsonfile import JsonFileError, loads
    from errkb.dataset.published import relative
    from errkb.dataset.shapes import validate
    from errkb.model.published import Manifest

    try:
        found = loads(data)
    except JsonFileError as error:
        raise DatasetError(f"the manifest is damaged: {error}", where=where) from None
    _require_version_two(found, where)
    faults = validate(Manifest, found)[1]
    if faults:
        raise DatasetError(
            f"the manifest breaks the contract: {faults[0].message}", where=f"{where}#{faults[0].pointer}"
        )
    for name, file in found["files"].items():
        pointer = f"{where}#/files/{name.replace('~', '~0').replace('/', '~1')[:200]}"
        try:
            relative(file["path"])
        except DatasetError as error:
            raise DatasetError(error.message, where=pointer) from None
        _require_size(file, pointer)
    release = _release_of(found, data)
    _require_sane(release, found, where)
    return release


def _release_of(found: dict[str, Any], data: bytes) -> Release:
    """Return what a manifest says that has been checked before."""
    files: dict[str, PublishedFile] = {}
    for entry in found["files"].values():
        path = entry["path"].removeprefix(_DATA)
        zipped = entry.get("encoding") == "gzip"
        name = path.removesuffix(".gz") if zipped else path
        if _USED.fullmatch(name):
            size, raw = entry["bytes"], entry.get("rawBytes")
            files[name] = PublishedFile(name, path, size, entry["sha256"], zipped, raw, entry.get("rawSha256"))
    return Release(found["datasetVersion"], data, found["counts"], dict(sorted(files.items())))


def kept_release(data: bytes) -> Release:
    """Return what a manifest says that was checked when it was fetched; raises `ValueError` or `KeyError`."""
    return _release_of(json.loads(data), data)


def _require_version_two(found: Any, where: str) -> None:
    version = found.get("schemaVersion") if isinstance(found, dict) else None
    if isinstance(version, int) and version > 2:
        hint = "a newer errkb may read it; what was synced before stays in use"
        raise DatasetError(f"this dataset has schema version {version}; this errkb reads 2", where=where, hint=hint)


def _require_size(file: dict[str, Any], where: str) -> None:
    most = MAX_INDEX if file["path"].startswith(f"{_DATA}index.json") else MAX_RAW
    if file["bytes"] > most:
        raise DatasetError(f"{file['bytes']:,} bytes; errkb takes at most {most:,} in such a file", where=where)


def _require_sane(release: Release, found: dict[str, Any], where: str) -> None:
    from errkb.model.timestamps import in_future, instant

    paths = [entry["path"] for entry in found["files"].values()]
    total = sum(file.bytes for file in release.files.values())
    at = instant(release.version)
    if len(paths) > MAX_FILES or total > MAX_TOTAL:
        raise DatasetError(f"{len(paths):,} files with {total:,} bytes are more than errkb takes", where=where)
    if len(set(paths)) < len(paths):
        raise DatasetError("one path stands in the manifest twice", where=f"{where}#/files")
    if at is None:
        raise DatasetError("there is no such date or time", where=f"{where}#/datasetVersion")
    if in_future(at):
        hint = "is the clock of this machine right?"
        raise DatasetError(f"the version {release.version} lies in the future", where=where, hint=hint)
    if release.index is None and not any(release.of_repos()):
        raise DatasetError("the manifest names neither an index nor records", where=f"{where}#/files")
