"""Published datasets -> sources of the knowledge base: brought up to date, pinned, fetched from on demand."""

from __future__ import annotations

from dataclasses import replace

from errkb.building import publish_synced
from errkb.errors import UsageError
from errkb.holdings import Holdings
from errkb.model.report import Entry
from errkb.sync.manifest import Release
from errkb.sync.ondemand import fetch_repo
from errkb.sync.origin import Note
from errkb.sync.run import SyncReport, synchronize
from errkb.sync.source import SyncRequest, choose, require_version
from errkb.sync.store import Store
from errkb.sync.synced import Synced

__all__ = ["fetch", "pin", "sync"]


def sync(holdings: Holdings, request: SyncRequest, note: Note) -> SyncReport:
    """Bring a published dataset up to date; one that comes from a new address or folder becomes a source.

    Raises `ErrkbError`; then the version in use stays, and the hint names it.
    """
    holdings.require_writable()
    request = replace(request, offline=request.offline or holdings.settings.offline)
    home, registry = holdings.settings.home, holdings.registry
    with choose(request, registry.list(), home).store.locked():
        chosen = choose(request, registry.list(), home)  # another run may have made the source meanwhile
        store, settings = chosen.store, chosen.settings
        report = SyncReport(chosen.name, settings.address)

        def use(release: Release) -> None:
            note("building", 0)
            synced = Synced(store, settings, release)
            # Forced, because only building counts what is left out: of a segment that is there nobody knows.
            publish_synced(home, synced, store.state(settings, release) or "", force=True)
            report.count(synced.admission)

        synchronize(store, settings, chosen.origin, use=use, report=report, note=note)
        store.configure(replace(settings, address=report.address))
        if chosen.is_new:
            registry.add(chosen.name, store.folder)
    holdings.close()
    built = holdings.build()
    report.records = next((source.records for source in built.sources if source.name == chosen.name), None)
    return report


def pin(holdings: Holdings, name: str, version: str | None, *, pinned: bool) -> None:
    """Keep a synced source at a version that is here (that in use), or let it follow its publisher again.

    Raises `UsageError` for a source or a version that is not here.
    """
    holdings.require_writable()
    if name not in holdings.synced:
        names = f"synced sources: {', '.join(holdings.synced) or 'none'}"
        raise UsageError(f"{name} is no synced source: only those have versions", hint=names)
    store = Store(holdings.synced[name])
    with store.locked():
        settings = replace(store.settings, pinned=pinned)
        if version is not None:
            release = require_version(store, version)
            publish_synced(holdings.home, Synced(store, settings, release), store.state(settings, release) or "")
            store.switch(release)
        store.configure(settings)
    holdings.close()


def fetch(holdings: Holdings, entry: Entry, *, asked: bool) -> bool:
    """Fetch the records of the repository of an entry that only an index tells of; return whether that was done.

    Nothing is fetched unless it is `asked` for, now or when the source was added.
    """
    folder = holdings.synced.get(entry.source)
    if folder is None or not entry.is_index_only:
        return False
    store = Store(folder)
    if not (asked or store.settings.on_demand):
        return False
    fetch_repo(store, entry.record["repo"], offline=holdings.settings.offline)
    return True
