"""Segments -> content -> a file or folder: which records leave, in which version, what has changed since another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from errkb.dataset import beside
from errkb.dataset.ledger import Ledger, State
from errkb.dataset.tables import select
from errkb.errors import UsageError
from errkb.export import export, format_of
from errkb.export.tables import COLUMNS, RECORDS, choose
from errkb.holdings import Holdings, Segment
from errkb.model.content import Content, Item, Origin
from errkb.model.report import SourceInfo
from errkb.model.timestamps import newest

__all__ = ["ExportReport", "ExportRequest", "Note", "export_records"]

LICENCE = "CC-BY-4.0"
"""Of the records that come with errkb (records/README.md)."""

Place = tuple[str, int, str]
"""Source, ordinal and id of a record."""
Note = Callable[[int, int], None]
"""Told how many records are done, and of how many."""


@dataclass(slots=True, frozen=True)
class ExportRequest:
    """Which records, and what of them.

    `where` is an SQL condition over the table `records` (docs/tables.md), `named` are sources that go along with the
    shipped one, `fields` the keys that are wanted (all if empty), `since` a dataset version of an earlier export of
    the same selection, `partition` columns by which a folder of Parquet is cut up.
    """

    where: str | None = None
    repo: str | None = None
    named: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    since: str | None = None
    partition: tuple[str, ...] = ()

    @property
    def key(self) -> dict[str, object]:
        """Return what two exports have to share for one to continue the other."""
        return {"where": self.where, "repo": self.repo, "named": sorted(self.named)}


@dataclass(slots=True)
class ExportReport:
    """What an export wrote."""

    place: Path
    form: str
    records: int
    dataset_version: str
    tombstones: int = 0
    warnings: tuple[str, ...] = ()


def export_records(
    holdings: Holdings, request: ExportRequest, form: str | None, out: Path, note: Note = lambda *_: None
) -> ExportReport:
    """Write the selected records to `out`; the format is that of its suffix if none is given.

    Where nothing is selected, what stands at `out` stays as it is.

    Raises `UsageError` for a selection or a place that makes no sense, and what `errkb.export.export` raises.
    """
    chosen = form or format_of(out)
    if chosen is None:
        raise UsageError("which format?", hint="--format jsonl, or a file name that ends in .jsonl, .parquet …")
    _require_partition(request)
    leaving = holdings.leaving(request.named)
    picked = _Picked([segment for segment, _ in leaving], request)
    ledger = Ledger(holdings.settings.home, request.key)
    version = ledger.version(newest(segment.records.dataset_version for segment, _ in leaving), picked.state)
    wanted, gone = picked.order, []
    if request.since is not None:
        before = ledger.since(request.since)
        wanted = [place for place in wanted if before.get(place[2]) != picked.state[place[2]]]
        gone = sorted(before.keys() - picked.state.keys())
    if not wanted and not gone:
        told = "no record fits" if request.since is None else f"nothing has changed since {request.since}"
        return ExportReport(out, chosen, 0, version, warnings=(f"{told}: nothing is written",))
    content = replace(
        _about(leaving),
        items=lambda: picked.items(wanted, note),
        dataset_version=version,
        fields=choose(list(request.fields)) or None,
        partition=request.partition,
        since=request.since,
        tombstones=gone,
    )
    version = export(content, chosen, out)
    report = ExportReport(out, chosen, len(wanted), version, len(gone))
    try:
        ledger.keep(version, picked.state)
    except OSError as error:
        report.warnings = (f"this version is not remembered, so nothing can be exported since it ({error.strerror})",)
    return report


def _about(leaving: list[tuple[Segment, SourceInfo]]) -> Content:
    """Return what the segments know beyond their records; of one article the first source has the word."""
    notes = [beside.read(segment.folder) for segment, _ in leaving]
    articles = {article["slug"]: article for found, _ in reversed(notes) for article in found}
    origins = [
        Origin(
            source.name,
            source.origin,
            LICENCE if source.origin == "shipped" else None,
            segment.records.dataset_version,
        )
        for segment, source in leaving
    ]
    repos = [repo for _, found in notes for repo in found]
    return Content(lambda: iter(()), "", list(articles.values()), repos, origins)


def _require_partition(request: ExportRequest) -> None:
    odd = [name for name in request.partition if COLUMNS[RECORDS].get(name) != "VARCHAR"]
    if odd:
        raise UsageError(f"records cannot be cut up by {odd[0][:60]!r}", hint="for example: --partition repo")


class _Picked:
    """The records of a selection, in the order of an export: by repository, slug and id.

    One that several sources have counts for the first of them that fits.
    """

    def __init__(self, segments: list[Segment], request: ExportRequest) -> None:
        self._records = {segment.name: segment.records for segment in segments}
        fitting = select([(one.name, one.folder) for one in segments], request.where) if request.where else None
        found: dict[str, tuple[str, str, str, str, int]] = {}
        for segment in segments:
            for ordinal, (repo, slug, identifier) in enumerate(segment.records.names()):
                fits = fitting is None or (segment.name, identifier) in fitting
                if fits and request.repo in (None, repo):
                    found.setdefault(identifier, (repo, slug, identifier, segment.name, ordinal))
        self.order: list[Place] = [(source, ordinal, one) for _, _, one, source, ordinal in sorted(found.values())]
        self.state: State = {one: self._records[source].hash(ordinal) for source, ordinal, one in self.order}

    def items(self, wanted: list[Place], note: Note = lambda *_: None) -> Iterator[Item]:
        """Yield records by where they are."""
        for done, (source, ordinal, identifier) in enumerate(wanted, 1):
            item = self._records[source].item(ordinal, identifier)
            yield item if item.source == source else replace(item, source=source)
            note(done, len(wanted))
