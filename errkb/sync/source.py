"""Which source a request means, and what is asked of it: an address or a folder becomes a named source."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from errkb.dataset.sources import SYNCED, require_name
from errkb.errors import KnowledgeBaseError, UsageError
from errkb.model.report import SourceInfo, SyncedFrom
from errkb.sync.manifest import Release
from errkb.sync.origin import Origin
from errkb.sync.places import is_address, open_origin
from errkb.sync.store import Settings, Store

__all__ = ["Chosen", "SyncRequest", "choose", "describe", "drop", "require_version"]

ABANDONED = 3600
"""Seconds after which a file that is being fetched belongs to a run that was killed."""


@dataclass(slots=True, frozen=True)
class SyncRequest:
    """What to bring up to date: an address, a folder or the name of a source; `None` leaves a setting as it is."""

    place: str
    name: str | None = None
    index_only: bool | None = None
    on_demand: bool | None = None
    key: str | None = None
    keep: int | None = None
    offline: bool = False


@dataclass(slots=True, frozen=True)
class Chosen:
    """The source that is meant; `origin` is `None` where nothing may be asked for."""

    name: str
    store: Store
    settings: Settings
    origin: Origin | None
    is_new: bool


def choose(request: SyncRequest, registered: Sequence[SourceInfo], home: Path) -> Chosen:
    """Return the source a request means, a new one if no source comes from there yet.

    Raises `UsageError` for a name that is another source's, a place that is none, or a change of the publisher's key.
    """
    synced = {source.name: Store(source.path) for source in registered if source.kind == "sync"}
    known = request.place if request.place in synced else None
    place = synced[known].settings.address if known else request.place
    if not known and not is_address(place) and not Path(place.removeprefix("file://")).expanduser().exists():
        names = f"synced sources: {', '.join(synced)}" if synced else "give an https address or a folder"
        raise UsageError(f"no source, address or folder: {place[:200]}", hint=names)
    origin = None if request.offline and is_address(place) else open_origin(place)
    address = origin.address if origin else place
    if known is None:
        known = next((name for name, store in synced.items() if _comes_from(store, address)), None)
    if known is not None:
        if request.name not in (None, known):
            raise UsageError(f"that is the source {known} already", hint=f"errkb sync {known}")
        return Chosen(known, synced[known], _changed(synced[known].settings, request), origin, is_new=False)
    name = request.name or _name(address)
    require_name(name)
    if any(source.name == name for source in registered):
        raise UsageError(f"there is another source of this name: {name}", hint="give another one with --name")
    if origin is None:
        raise UsageError("nothing of this dataset is here", where=place, hint="leave out --offline (ERRKB_OFFLINE)")
    return Chosen(name, Store(home / SYNCED / name), _changed(Settings(address), request), origin, is_new=True)


def describe(store: Store) -> SyncedFrom:
    """Return where a source comes from and what is here of it; raises `KnowledgeBaseError` if that is damaged."""
    settings = store.settings
    return SyncedFrom(
        address=settings.address,
        version=store.current,
        versions=tuple(store.versions()),
        checked=store.remembered.checked,
        index_only=settings.index_only,
        on_demand=settings.on_demand,
        pinned=settings.pinned,
        signed=settings.key is not None,
    )


def require_version(store: Store, version: str) -> Release:
    """Return a version that is kept; raises `UsageError` if it is not."""
    if version not in store.versions():
        hint = f"the versions kept: {', '.join(store.versions()) or 'none'}; `errkb sync --keep N` keeps more"
        raise UsageError(f"version {version} is not here", hint=hint)
    return store.release(version)


def drop(folder: Path, known: Collection[str]) -> None:
    """Delete what was fetched for sources that are no longer known; one that is being fetched now stays."""
    for path in folder.iterdir():
        busy = time.time() - max((one.lstat().st_mtime for one in path.glob("objects/*.part")), default=0.0) < ABANDONED
        if path.name not in known and not busy:
            shutil.rmtree(path, ignore_errors=True)


def _changed(settings: Settings, request: SyncRequest) -> Settings:
    key = settings.key
    if request.key is not None:
        from errkb.sync.signature import public_key

        key = public_key(request.key)
        if settings.key not in (None, key):
            hint = "a publisher with a new key: `errkb sources remove`, then add it again"
            raise UsageError("another publisher's key is pinned for this source", hint=hint)
    return Settings(
        settings.address,
        index_only=settings.index_only if request.index_only is None else request.index_only,
        on_demand=settings.on_demand if request.on_demand is None else request.on_demand,
        key=key,
        keep=request.keep or settings.keep,
        pinned=settings.pinned,
    )


def _comes_from(store: Store, address: str) -> bool:
    try:
        own = store.settings.address
    except KnowledgeBaseError:  # damaged: a sync of that source says so
        return False
    return len({place.rstrip("/").removesuffix("/data") for place in (own, address)}) == 1


def _name(address: str) -> str:
    host = urlsplit(address).hostname if is_address(address) else None
    text = host or Path(address).name
    if host is None and text == "data":
        text = Path(address).parent.name
    return re.sub(r"[^a-z0-9]+", "-", text.lower())[:48].strip("-") or "dataset"
