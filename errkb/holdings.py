"""`Holdings`: the segments of all sources, built when they are missing or stale, and open.

Opening costs nothing; segments are built or opened when they are first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from errkb import index
from errkb.building import Builder, segments_of
from errkb.dataset.home import fallback_home
from errkb.dataset.recordfile import RecordFile
from errkb.dataset.segments import folder_size
from errkb.dataset.sources import IMPORTED, SHIPPED, SYNCED, Sources, private_name
from errkb.errors import InputError, KnowledgeBaseError, ReadOnlyHomeError, UsageError
from errkb.index import Index
from errkb.model.report import Entry, SourceInfo
from errkb.settings import Settings

if TYPE_CHECKING:
    from errkb.model.catalog import BuildReport

__all__ = ["Holdings", "Segment"]


@dataclass(slots=True, frozen=True)
class Segment:
    """One source, ready to be asked."""

    name: str
    folder: Path
    records: RecordFile
    index: Index


class Holdings:
    """All sources of records on this machine.

    `home` is the cache folder in use: the prebuilt knowledge base, the user's own, or a private temporary one where
    the user's own cannot be written. `warnings` tells what went wrong without stopping anything.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.only_private = False
        self.prebuilt = settings.kb is not None
        self.home = settings.kb or settings.home
        self.registry = Sources(settings.home)
        self.warnings: list[str] = []
        self._builder = Builder(self.warnings)

    @cached_property
    def segments(self) -> list[Segment]:
        """Return the segments of all sources; builds what is missing or stale."""
        if self.prebuilt:
            beside = self._beside_prebuilt.segments if self.settings.only is None else []
            return [self._open(source.name) for source in self._prebuilt_sources()] + beside
        sources = [source for source in self._asked() if not source.disabled]
        return [segment for source in sources if (segment := self._ready(source)) is not None]

    @cached_property
    def _beside_prebuilt(self) -> Holdings:
        """The private records that are asked together with a prebuilt knowledge base, in the user's own home."""
        found = Holdings(replace(self.settings, kb=None))
        found.only_private, found.warnings, found._builder = True, self.warnings, self._builder
        return found

    def _sources(self) -> list[SourceInfo]:
        """Return all sources of this machine and this working directory."""
        registered = [] if self.only_private else self.registry.list()
        folders = self.settings.private
        return [*registered, *(SourceInfo(private_name(path, self.settings.user), "private", path) for path in folders)]

    def _asked(self) -> list[SourceInfo]:
        """Return the sources that answer; raises `UsageError` where one was asked for that is not there."""
        only = self.settings.only
        return self._sources() if only is None else [one for one in self._leaving(only) if one.name in only]

    def close(self) -> None:
        """Close the segments; they are opened again when needed."""
        self.__dict__.pop("_beside_prebuilt", None)
        self.__dict__.pop("synced", None)
        for segment in self.__dict__.pop("segments", ()):
            segment.records.close()
            segment.index.close()

    def build(self, *, out: Path | None = None, force: bool = False, named: Sequence[str] = ()) -> BuildReport:
        """Build what has changed since the last build (everything with `force`), or a prebuilt knowledge base at `out`.

        What goes into `out` may leave this machine: the shipped records, and the sources that are `named`. Records that
        break the contract are left out and reported; the rest is used.
        """
        from errkb.model.catalog import BuildReport

        if out is None:
            self.require_writable()
        elif out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / "segments").is_dir())):
            raise InputError("there is something else here", where=str(out), hint="give a new or an empty folder")
        self.close()
        report = BuildReport(out or self.home)
        sources = self._sources() if out is None else self._leaving(named)
        for source in sources:
            if source.disabled and source.name not in named:
                continue
            state = self._builder.state(source)
            if state is None and segments_of(report.home).current(source.name) is None:
                continue
            if state is None or (not force and segments_of(report.home).current(source.name, state)):
                continue
            report.findings += self._builder.build(report.home, source, state, force=force)
            report.rebuilt.append(source.name)
        if out is not None:
            self._make_tables(out, sources)
        report.sources = [self._with_figures(report.home, source) for source in sources]
        return report

    def _make_tables(self, home: Path, sources: Sequence[SourceInfo]) -> None:
        """Make the tables of a prebuilt knowledge base: where it goes, it may not be written."""
        from errkb.dataset.tables import make_tables

        for source in sources:
            segment = segments_of(home).current(source.name)
            if segment is not None:
                make_tables(segment)

    def _leaving(self, named: Sequence[str]) -> list[SourceInfo]:
        sources = self._sources()
        unknown = set(named) - {source.name for source in sources}
        if unknown:
            names = ", ".join(source.name for source in sources)
            raise UsageError(f"there is no source {min(unknown)!r}", hint=f"the sources: {names}")
        return [source for source in sources if source.origin == "shipped" or source.name in named]

    def entries(self, named: Sequence[str] = ()) -> Iterator[Entry]:
        """Yield the records that may leave this machine: the shipped ones, and those of `named` sources."""
        return (entry for segment, _ in self.leaving(named) for entry in segment.records)

    def records(self) -> Iterator[Entry]:
        """Yield the records of all segments, each id once: of several sources the first has the word."""
        several = len(self.segments) > 1
        seen: set[str] = set()
        for segment in self.segments:
            for entry in segment.records:
                identifier = entry.record["id"]
                if identifier not in seen:
                    yield entry
                if several:
                    seen.add(identifier)

    def background(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return articles and facts about repositories, of each the first source's."""
        from errkb.dataset import beside

        folders = [segment.folder for segment in self.segments]
        found = [beside.read(folder) for folder in folders if (folder / beside.FILE_NAME).exists()]
        articles = {article["slug"]: article for own, _ in reversed(found) for article in own}
        repos = {repo["repo"]: repo for _, own in reversed(found) for repo in own}
        return list(articles.values()), list(repos.values())

    def leaving(self, named: Sequence[str] = ()) -> list[tuple[Segment, SourceInfo]]:
        """Return the segments whose records may leave this machine, each with its source.

        Raises `UsageError` for a name that no source has.
        """
        sources = {source.name: source for source in self._leaving(named)}
        sources.setdefault(SHIPPED, SourceInfo(SHIPPED, "prebuilt", self.home))
        return [(segment, sources[segment.name]) for segment in self.segments if segment.name in sources]

    def public(self) -> list[Segment]:
        """Return the segments that hold what is public anyway: the shipped records and the synced ones."""
        own = {source.name for source in self._sources() if source.kind not in ("shipped", "sync", "prebuilt")}
        return [segment for segment in self.segments if segment.name not in own]

    def prune(self) -> int:
        """Delete segments nothing uses any more; return the bytes freed."""
        self.require_writable()
        before = folder_size(self.home)
        known = [source.name for source in self._sources()]
        segments_of(self.home).prune(known=known)
        if (self.settings.home / SYNCED).is_dir():
            from errkb.sync.source import drop

            drop(self.settings.home / SYNCED, known)
        if (self.settings.home / IMPORTED).is_dir():
            from errkb.imports import drop as drop_imports

            drop_imports(self.settings.home / IMPORTED, known)
        return before - folder_size(self.home)

    def sources(self) -> list[SourceInfo]:
        """Return the sources with the figures of their current segments."""
        if self.prebuilt:
            found = [self._with_figures(self.home, source) for source in self._prebuilt_sources()]
            return found + self._beside_prebuilt.sources()
        return [self._with_figures(self.home, source) for source in self._sources()]

    def by_id(self, identifier: str) -> Entry:
        """Return the record the index speaks of."""
        entry = self.find(identifier)
        if entry is None:
            raise KnowledgeBaseError(f"record {identifier} is in the index only", hint="run `errkb build --force`")
        return entry

    def find(self, reference: str) -> Entry | None:
        """Return the record of an id (also a former one), `owner/repo/slug`, or a slug only one record has.

        Of several sources the first that has the whole record answers, not one that knows it by its index only.
        """
        known: Entry | None = None
        for segment in self.segments:
            ordinal = segment.records.ordinal(reference)
            if ordinal is None and reference.count("/") == 2:
                owner_repo, _, slug = reference.rpartition("/")
                ordinal = segment.records.by_slug(owner_repo, slug)
            if ordinal is not None:
                entry = self._whole(segment.records.entry(ordinal))
                if not entry.is_index_only:
                    return entry
                known = known or entry
        if known is not None or "/" in reference:
            return known
        found = list(self._of_slug(reference))
        return self._whole(found[0]) if len({entry.record["id"] for entry in found}) == 1 else None

    def names(self) -> list[str]:
        """Return `owner/repo/slug` of every record."""
        found = (name for segment in self.segments for name in segment.records.names())
        return list(dict.fromkeys(f"{repo}/{slug}" for repo, slug, _ in found))

    def beside(self, ids: Collection[str]) -> list[Index]:
        """Return the index of the shipped records, which are asked together with other ones; none if these are they."""
        shipped = next((segment for segment in self.segments if segment.name == SHIPPED), None)
        if shipped is None or any(shipped.records.ordinal(identifier) is not None for identifier in ids):
            return []
        return [shipped.index]

    def _whole(self, entry: Entry) -> Entry:
        """Return the whole record of an entry that only an index tells of, if that was fetched before."""
        folder = self.synced.get(entry.source) if entry.is_index_only else None
        if folder is None:
            return entry
        from errkb.sync.ondemand import at_hand
        from errkb.sync.store import Store

        return at_hand(Store(folder), entry)

    @cached_property
    def synced(self) -> dict[str, Path]:
        """Return the folders of the synced sources by name."""
        return {source.name: source.path for source in self.registry.list() if source.kind == "sync"}

    def _of_slug(self, slug: str) -> Iterator[Entry]:
        for segment in self.segments:
            for repo in segment.index.repos:
                ordinal = segment.records.by_slug(repo, slug)
                if ordinal is not None:
                    yield segment.records.entry(ordinal)

    def _ready(self, source: SourceInfo) -> Segment | None:
        """Return the segment of a source, built if need be; a missing folder is answered from its last segment.

        A private folder that cannot be used costs its own records, never the public ones.
        """
        try:
            segment = self._built(source)
        except KnowledgeBaseError as error:
            if source.kind != "private":
                raise
            self.warnings.append(f"source {source.name}: {error}")
            return None
        if segment is not None:
            segment.index.private = source.kind == "private"
        return segment

    def _built(self, source: SourceInfo) -> Segment | None:
        state = self._builder.state(source)
        damaged = False
        try:
            segment = segments_of(self.home).open(source.name, state, self._opener(source.name))
        except KnowledgeBaseError as error:
            if state is None:
                raise
            segment, damaged = None, True
            self.warnings.append(f"source {source.name}: {error}; built again")
        if segment is not None:
            return segment
        if state is None:
            return None
        try:
            self._builder.build(self.home, source, state, force=damaged)
        except ReadOnlyHomeError:
            self.home = fallback_home()
            found = segments_of(self.home).open(source.name, state, self._opener(source.name))
            if found is not None:
                return found
            self._builder.build(self.home, source, state, force=False)
        except KnowledgeBaseError as error:
            old = segments_of(self.home).open(source.name, None, self._opener(source.name))
            if old is None:
                raise
            self.warnings.append(f"source {source.name}: {error}; answering from its last build")
            return old
        return self._open(source.name)

    def _open(self, name: str) -> Segment:
        segment = segments_of(self.home).open(name, None, self._opener(name))
        if segment is None:
            hint = "build it again: `errkb build --out`" if self.prebuilt else "build it again: `errkb build --force`"
            raise KnowledgeBaseError(
                "this is no knowledge base of this version of errkb", where=str(self.home), hint=hint
            )
        return segment

    def _opener(self, name: str) -> Callable[[Path], Segment]:
        return lambda folder: Segment(name, folder, RecordFile.open(folder), index.open_index(folder))

    def _prebuilt_sources(self) -> list[SourceInfo]:
        names = sorted(path.name for path in (self.home / "segments").glob("*") if path.is_dir())
        if not names:
            hint = "build one with `errkb build --out`"
            raise KnowledgeBaseError("there is no knowledge base here", where=str(self.home), hint=hint)
        return [SourceInfo(name, "prebuilt", self.home) for name in names]

    def _with_figures(self, home: Path, source: SourceInfo) -> SourceInfo:
        if source.kind == "sync":
            from errkb.sync.source import describe
            from errkb.sync.store import Store

            with suppress(KnowledgeBaseError):  # damaged: `_fingerprint` says so
                source = replace(source, synced=describe(Store(source.path)))
        state = None if source.kind == "prebuilt" else self._builder.state(source)
        segments = segments_of(home)
        found = segments.open(source.name, state, lambda folder: (folder, RecordFile.open(folder)))
        if found is None:
            return source
        folder, records = found
        figures = replace(
            source,
            records=len(records),
            dataset_version=records.dataset_version,
            segment=folder.name,
            bytes=folder_size(folder),
        )
        records.close()
        return figures

    def roots(self) -> list[Path]:
        """Return the folders that the harvests were taken from."""
        folders = [source.path for source in self.registry.list() if source.kind == "harvest"]
        if not folders:
            return []
        from errkb.harvests import Harvested  # harvesting is not on the way to an answer

        harvests = [Harvested(folder) for folder in folders]
        found = (project.get("root") for one in harvests for project in one.manifest.get("projects", ()))
        return [Path(root) for root in dict.fromkeys(found) if root]

    def folders(self, source: str | None = None) -> dict[str, Path]:
        """Return the folders of records by source, or that of one source; raises `UsageError` if it is unknown."""
        self.require_writable()
        found = {one.name: one.path for one in self.registry.list()}
        if source is not None and source not in found:
            raise UsageError(f"no source of this name: {source}", hint="`errkb sources` lists them")
        return found if source is None else {source: found[source]}

    def require_writable(self) -> None:
        """Raise `UsageError` for a prebuilt knowledge base: nothing ever changes one."""
        if self.prebuilt:
            raise UsageError("a prebuilt knowledge base is not changed", hint="leave out --kb (ERRKB_KB)")
