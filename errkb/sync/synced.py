"""A version of a synced dataset, read like a dataset: one file of records in memory at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from typing import Any

from errkb.dataset.jsonfile import JsonFileError, loads
from errkb.dataset.published import with_cls
from errkb.dataset.shapes import validate
from errkb.errors import DatasetError
from errkb.model.published import Article, RepoEntry
from errkb.model.report import Entry
from errkb.model.sidecar import EvidenceFile, VerifiedFile
from errkb.sync.admit import Admission
from errkb.sync.manifest import PublishedFile, Release
from errkb.sync.store import FORM, Settings, Store

__all__ = ["Synced", "entries_of"]


class Synced:
    """What a version of a store gives; `admission` counts, once the entries were read, what was left out and why."""

    def __init__(self, store: Store, settings: Settings, release: Release | None = None) -> None:
        self.store = store
        self.release = release or store.release()
        self.source = store.folder.name
        self.index_only = settings.index_only or not any(self.release.of_repos())
        self.admission = Admission()

    @property
    def dataset_version(self) -> str:
        """Return the version of the published dataset."""
        return self.release.version

    @property
    def content_key(self) -> str:
        """Return a text that changes with the entries."""
        return f"synced {FORM} {self.index_only} {sha256(self.release.data).hexdigest()}"

    def entries(self) -> Iterator[Entry]:
        """Yield the entries that are taken.

        Raises `KnowledgeBaseError` for a file that is missing or was damaged, `DatasetError` for one that is hostile.
        """
        self.admission = Admission()
        if self.index_only:
            yield from self._of_index()
            return
        for repo, file in self.release.of_repos():
            beside = self.release.files.get(f"sidecars/{repo}.json")
            yield from entries_of(self.store, file, beside, repo=repo, admission=self.admission, source=self.source)

    @cached_property
    def articles(self) -> list[dict[str, Any]]:
        """Return the background articles; one that breaks its shape is left out."""
        if self.index_only:
            return []
        found = (_valid(Article, self.store.read(file)) for file in self.release.articles())
        return [article for article in found if article is not None]

    @cached_property
    def repos(self) -> list[dict[str, Any]]:
        """Return what is known of repositories; what breaks its shape is left out."""
        if self.index_only or self.release.repos is None or not self.store.has(self.release.repos):
            return []
        try:
            rows = loads(self.store.read(self.release.repos))
        except JsonFileError:
            return []
        found = (_valid(RepoEntry, row) for row in (rows if isinstance(rows, list) else ()))
        return [repo for repo in found if repo is not None]

    def _of_index(self) -> Iterator[Entry]:
        file = self.release.index
        if file is None:
            raise DatasetError("the manifest names no index", where=str(self.store.folder))
        try:
            found = with_cls(loads(self.store.read(file)))
        except JsonFileError as error:
            raise DatasetError(f"the index is damaged: {error}", where=file.path) from None
        if not isinstance(found, dict) or not isinstance(found.get("errors"), list):
            raise DatasetError("the index breaks the contract: no array of errors", where=f"{file.path}#/errors")
        for record in self.admission.index(found["errors"], file.path):
            yield Entry(record, source=self.source)


def entries_of(
    store: Store, file: PublishedFile, beside: PublishedFile | None, *, repo: str, admission: Admission, source: str
) -> Iterator[Entry]:
    """Yield the entries of a repository's file, with what stands in the file beside it."""
    sidecars = _sidecars(store.read(beside)) if beside is not None and store.has(beside) else {}
    for record in admission.records(admission.array(store.read(file), file.path), repo, file.path):
        evidence, verified = sidecars.get(record["id"], (None, None))
        yield Entry(record, evidence, verified, source)


def _sidecars(data: bytes) -> dict[str, tuple[dict[str, Any] | None, dict[str, Any] | None]]:
    """Return evidence and verification by id; what breaks its shape is passed over, the record stays."""
    try:
        found = loads(data)
    except JsonFileError:
        return {}
    rows = [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []
    return {
        row["id"]: (_valid(EvidenceFile, row.get("evidence")), _valid(VerifiedFile, row.get("verified")))
        for row in rows
        if isinstance(row.get("id"), str)
    }


def _valid(model: type[Any], data: Any) -> dict[str, Any] | None:
    if isinstance(data, bytes):
        try:
            data = loads(data)
        except JsonFileError:
            return None
    if data is None:
        return None
    shape = validate(model, data)[0]
    return None if shape is None else json.loads(shape.model_dump_json(by_alias=True))
