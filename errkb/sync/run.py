"""Origin -> store: what has changed is fetched and verified, then a new version takes the place of the old one.

Nothing of a new version is used before all of it is there and was held against the manifest's hashes. Whatever goes
wrong, the version in use stays: the pointer to it is the last thing that is written. Two runs at once take turns.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from errkb.errors import DatasetError, ErrkbError, KnowledgeBaseError
from errkb.model.timestamps import instant
from errkb.sync.admit import Admission
from errkb.sync.manifest import MAX_MANIFEST, PublishedFile, Release, read_manifest
from errkb.sync.origin import MANIFEST, Note, Origin, Validators
from errkb.sync.signature import MAX_SIGNATURE, SUFFIX, require_signed
from errkb.sync.store import Remembered, Settings, Store

__all__ = ["SyncReport", "fetch_files", "synchronize"]

CONNECTIONS = 4
"""Files fetched at a time."""
RESERVE = 64 * 1024 * 1024
"""Bytes that stay free on the disk."""


@dataclass(slots=True)
class SyncReport:
    """What a run did."""

    name: str
    address: str
    outcome: Literal["new", "same", "pinned"] = "same"
    version: str | None = None
    """The version in use now."""
    before: str | None = None
    """The version that was in use."""
    offered: str | None = None
    """The version that is published."""
    fetched: int = 0
    fetched_bytes: int = 0
    verified: bool = False
    """Nobody was asked: what is here was held against its hashes."""
    kept: int = 0
    """Files that were there already."""
    records: int | None = None
    left_out: dict[str, int] = field(default_factory=dict)
    """Records by the rule they break."""
    put_right: dict[str, int] = field(default_factory=dict)
    """Records by the rule of which a value was derived anew."""
    examples: dict[str, str] = field(default_factory=dict)
    """The first fault of each rule."""
    warnings: list[str] = field(default_factory=list)

    def count(self, admission: Admission) -> None:
        """Note which records were left out or put right."""
        self.left_out, self.put_right = dict(admission.left_out), dict(admission.put_right)
        self.examples = admission.examples


def synchronize(
    store: Store,
    settings: Settings,
    origin: Origin | None,
    *,
    use: Callable[[Release], None],
    report: SyncReport,
    note: Note,
) -> None:
    """Bring a store up to date. `use` makes a version answer; if it raises, the old one stays in use.

    The caller holds the lock of the store. Without an origin only what is here is verified. Raises `ErrkbError`, whose
    hint says which version stays in use.
    """
    report.before = report.version = store.current
    if origin is None:
        _verify(store, settings)
        report.verified = True
        if not _answers(store, settings, store.release()):
            use(store.release())
        return
    if origin.insecure:
        what = "is not encrypted: anybody on the way can read and change what is sent"
        report.warnings.append(f"{origin.address} {what}")
    try:
        _bring_up_to_date(store, settings, origin, use=use, report=report, note=note)
    except (ErrkbError, OSError) as error:
        raise _with_what_stays(error, store) from error
    finally:
        origin.close()


def _bring_up_to_date(
    store: Store,
    settings: Settings,
    origin: Origin,
    *,
    use: Callable[[Release], None],
    report: SyncReport,
    note: Note,
) -> None:
    release = _offered(store, settings, origin)
    report.address = origin.address
    report.offered = release.version if release else report.version
    if release is None or (settings.pinned and report.before and release.version != report.before):
        report.outcome = "same" if release is None else "pinned"
        release = store.release()
        if _answers(store, settings, release):
            return
    else:
        _require_newer(store, release, origin.address)
    if not settings.index_only and not any(release.of_repos()):
        report.warnings.append("the publisher gives no hashes of its records: only its index is used")
    files = wanted(release, settings)
    fetch_files(store, origin, files, report, note)

    def use_healed() -> None:
        try:
            use(release)
        except KnowledgeBaseError:
            if all(map(store.has, files)):
                raise
            fetch_files(store, origin, files, report, note)  # what was damaged here is gone since it was read
            use(release)

    if release.version != store.current:
        store.keep(release)
        try:
            use_healed()
        except BaseException:
            store.forget(release.version)
            raise
        store.switch(release)
        report.outcome = "new"
    elif not _answers(store, settings, release):
        use_healed()
    report.version = release.version
    store.sweep(settings.keep)


def _answers(store: Store, settings: Settings, release: Release) -> bool:
    """Say whether a version is in use as it is wanted now: whole, or its index only."""
    return store.current is not None and store.state(store.settings) == store.state(settings, release)


def _verify(store: Store, settings: Settings) -> None:
    """Raise `KnowledgeBaseError` if a file of the version in use is missing or was damaged."""
    for file in wanted(store.release(), settings):
        store.read(file)


def _with_what_stays(error: ErrkbError | OSError, store: Store) -> ErrkbError:
    stays = f"{store.current} stays in use" if store.current else "nothing was taken"
    if isinstance(error, OSError):
        return KnowledgeBaseError(error.strerror or str(error), where=str(error.filename or store.folder), hint=stays)
    return type(error)(error.message, where=error.where, hint=f"{stays}; {error.hint}" if error.hint else stays)


def wanted(release: Release, settings: Settings) -> list[PublishedFile]:
    """Return the files that a source needs of a version."""
    repos = [file for _, file in release.of_repos()]
    if settings.index_only or not repos:
        return [release.index] if release.index else []
    about = [release.repos] if release.repos else []
    return [*repos, *(file for _, file in release.of_repos("sidecars")), *release.articles(), *about]


def fetch_files(store: Store, origin: Origin, files: Iterable[PublishedFile], report: SyncReport, note: Note) -> None:
    """Fetch the files that are not there, a few at a time; each is verified before it is kept."""
    needed = {file.sha256: file for file in files}
    missing = [file for file in needed.values() if not store.has(file)]
    report.kept += len(needed) - len(missing)
    _require_room(store, missing)
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        running = {pool.submit(_fetch, store, origin, file): file for file in missing}
        try:
            for one in as_completed(running):
                one.result()
                report.fetched += 1
                report.fetched_bytes += running[one].bytes
                note(running[one].name, 1)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            origin.close()  # whoever still waits for its bytes gives up
            raise


def _fetch(store: Store, origin: Origin, file: PublishedFile) -> None:
    resumed = store.part(file).size > 0
    origin.fetch(file.path, file.bytes, store.part(file))
    if store.take(file):
        return
    if resumed:  # what was there before may have been the wrong part
        origin.fetch(file.path, file.bytes, store.part(file))
        if store.take(file):
            return
    hint = "the publisher may be writing at this moment, or somebody changes what it sends: try again later"
    raise DatasetError("not the bytes that the manifest promises", where=f"{origin.address} {file.path}", hint=hint)


def _offered(store: Store, settings: Settings, origin: Origin) -> Release | None:
    """Return what is published, `None` if that is what is in use and nothing of it is missing."""
    said = store.remembered
    whole = said.version == store.current and _is_whole(store, settings)
    seen = Validators(said.etag, said.last_modified) if whole else Validators()
    answer = origin.manifest(seen, MAX_MANIFEST)
    if answer is None:
        store.remember(said)
        return None
    data, validators = answer
    where = f"{origin.address.rstrip('/')}/{MANIFEST}"
    if settings.key:
        require_signed(data, origin.small(MANIFEST + SUFFIX, MAX_SIGNATURE), settings.key, where)
    release = read_manifest(data, where)
    store.remember(Remembered(release.version, validators.etag, validators.last_modified))
    return release


def _is_whole(store: Store, settings: Settings) -> bool:
    try:
        return all(store.has(file) for file in wanted(store.release(), settings))
    except KnowledgeBaseError:
        return False


def _require_newer(store: Store, release: Release, where: str) -> None:
    """Refuse what is older than anything this source has shown, or another content under the same version."""
    known = store.versions()
    if not known or store.current is None:
        return
    latest = max(known, key=_at)
    if _at(release.version) < _at(latest):
        hint = "a publisher that goes back on purpose: `errkb sources remove`, then add it again"
        raise DatasetError(f"it offers {release.version}, older than {latest}", where=where, hint=hint)
    if _at(release.version) == _at(latest) and store.release(latest).data != release.data:
        raise DatasetError(f"it has changed what it published as {latest}", where=where, hint=_HINT_AGAIN)


def _at(version: str) -> datetime:
    """Return the instant of a version, however it is spelled."""
    return instant(version) or datetime.min.replace(tzinfo=UTC)


_HINT_AGAIN = "versions only grow; `errkb sources remove`, then add it again, takes it all the same"


def _require_room(store: Store, missing: list[PublishedFile]) -> None:
    size = sum(file.bytes for file in missing)
    try:
        free = shutil.disk_usage(store.folder).free
    except OSError:
        return
    if size + min(RESERVE, size) > free:
        hint = "free some space, or set ERRKB_HOME to a folder on another disk"
        raise KnowledgeBaseError(
            f"{size:,} bytes are to be fetched, {free:,} are free", where=str(store.folder), hint=hint
        )
