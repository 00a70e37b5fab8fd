"""Reading a published static dataset (the contract's, whoever wrote it) from a folder.

Nothing is believed before it has been held against the manifest: a file is read whole, its size and hash are compared,
it is decompressed up to a bound, and only then parsed. Older datasets are read too: an index that is not compressed, or
that names the class `class`, records without `backgroundTag`, repositories without `sourceFiles`.

What is returned has the right shape; whether a record keeps the rules no shape can say is `errkb.dataset.check`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from errkb.dataset.jsonfile import JsonFileError, loads
from errkb.dataset.shapes import validate_as
from errkb.dataset.unpack import unpacked
from errkb.errors import DatasetError
from errkb.model.catalog import Finding
from errkb.model.published import Article, Index, Manifest, ManifestFile, RepoList

__all__ = ["MANIFEST", "Published", "is_published", "relative", "with_cls"]

MANIFEST = "manifest.json"
MAX_MANIFEST = 64 * 1024 * 1024
"""Bytes; 2,600 repositories take about one mebibyte."""
_PREFIX = "/data/"


def is_published(folder: Path) -> bool:
    """Say whether a folder holds a published dataset (or `data/` in it does)."""
    return any((place / MANIFEST).is_file() for place in (folder, folder / "data"))


def relative(path: str) -> PurePosixPath:
    """Return the place of a manifest's `path` below the dataset's folder.

    Raises `DatasetError` for a path that leads out of it, or that could on some system.
    """
    parts = path.removeprefix(_PREFIX).split("/")
    odd = any(part in {"", ".", ".."} or set(part) & set('\\:*?"<>|') or not part.isprintable() for part in parts)
    if odd or not path.startswith(_PREFIX):
        raise DatasetError(f"not a path within a dataset: {path[:100]!r}", where=MANIFEST)
    return PurePosixPath(*parts)


class Published:
    """A published dataset in a folder."""

    def __init__(self, folder: Path) -> None:
        """Read the manifest; raises `DatasetError` with file, JSON pointer and rule."""
        self.folder = folder if (folder / MANIFEST).is_file() else folder / "data"
        path = self.folder / MANIFEST
        try:
            data = path.read_bytes() if path.stat().st_size <= MAX_MANIFEST else None
        except OSError as error:
            raise DatasetError(f"cannot be read: {error.strerror or error}", where=str(path)) from error
        if data is None:
            raise DatasetError("too large for a manifest", where=str(path))
        found: Manifest = _shaped(Manifest, data, path)
        self.manifest = found
        self.dataset_version = found.datasetVersion
        self.files: dict[PurePosixPath, ManifestFile] = {relative(one.path): one for one in found.files.values()}
        """The manifest's entries by their place below `folder`."""

    def verify(self) -> Iterator[Finding]:
        """Yield a finding for each file that is missing or is not what the manifest says."""
        for place in self.files:
            try:
                self.read(place)
            except DatasetError as error:
                yield Finding("manifest", error.message, file=self.folder / place)

    def read(self, place: PurePosixPath) -> bytes:
        """Return a file's content, decompressed; raises `DatasetError` unless size and hash are the manifest's."""
        entry, path = self.files[place], self.folder / place
        try:
            size = path.stat().st_size
            data = path.read_bytes() if size == entry.bytes else b""
        except OSError as error:
            raise DatasetError(f"cannot be read: {error.strerror or error}", where=str(path)) from error
        if size != entry.bytes:
            raise DatasetError(f"has {size} bytes, the manifest says {entry.bytes}", where=str(path))
        return unpacked(
            data,
            sha256=entry.sha256,
            zipped=entry.encoding == "gzip",
            raw_bytes=entry.rawBytes,
            raw_sha256=entry.rawSha256,
            where=str(path),
        )

    def index(self) -> list[dict[str, Any]]:
        """Return the entries of the index."""
        for name in ("index.json.gz", "index.json"):
            if PurePosixPath(name) in self.files:
                path = self.folder / name
                data = _parsed(self.read(PurePosixPath(name)), path)
                found: Index = _valid(Index, with_cls(data), path)
                return found.model_dump()["errors"]  # type: ignore[no-any-return]
        raise DatasetError("the manifest lists no index", where=str(self.folder / MANIFEST))

    def repos(self) -> list[dict[str, Any]]:
        """Return the entries of `repos.json`, none if the dataset has no such file."""
        place = PurePosixPath("repos.json")
        if place not in self.files:
            return []
        found = _shaped(RepoList, self.read(place), self.folder / place)
        return [repo.model_dump() for repo in found]

    def repo_files(self) -> list[PurePosixPath]:
        """Return the places of the files of full records, in order."""
        return self._below("repos")

    def articles(self) -> list[dict[str, Any]]:
        """Return the background articles; the list of them is not read."""
        places = [place for place in self._below("info") if place.name != "index.json"]
        return [_shaped(Article, self.read(place), self.folder / place).model_dump() for place in places]

    def sidecars(self, place: PurePosixPath) -> dict[str, dict[str, Any]]:
        """Return what stands beside the records of a repository's file, by id; datasets of others have none."""
        beside = PurePosixPath("sidecars", *place.parts[1:])
        if beside not in self.files:
            return {}
        rows = _parsed(self.read(beside), self.folder / beside)
        try:
            return {row["id"]: row for row in rows}
        except (TypeError, KeyError) as error:
            raise DatasetError("expected an array of objects with an id", where=str(self.folder / beside)) from error

    def _below(self, folder: str) -> list[PurePosixPath]:
        return sorted(place for place in self.files if place.parts[0] == folder and len(place.parts) > 1)


def with_cls(data: Any) -> Any:
    """Return an index with the class under its present name."""
    entries = data.get("errors") if isinstance(data, dict) else None
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and "class" in entry and "cls" not in entry:
            entry["cls"] = entry.pop("class")
    return data


def _parsed(data: bytes, path: Path) -> Any:
    try:
        return loads(data, path)
    except JsonFileError as error:
        raise DatasetError(error.finding.message, where=str(path), hint=error.finding.hint) from None


def _shaped(shape: Any, data: bytes, path: Path) -> Any:
    return _valid(shape, _parsed(data, path), path)


def _valid(shape: Any, data: Any, path: Path) -> Any:
    found, faults = validate_as(shape, data)
    if found is None:
        raise DatasetError(faults[0].message, where=f"{path}#{faults[0].pointer}", hint=faults[0].hint)
    return found
