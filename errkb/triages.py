"""`kb.triage`: logs opened, read against all segments, and what was found as a report."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from errkb.author import new_record
from errkb.author.drafts import Drafts, chosen, drafts
from errkb.errors import InputError
from errkb.holdings import Holdings
from errkb.index import open_index
from errkb.index.bulk.stored import kept_gate
from errkb.model.catalog import NewRecord
from errkb.model.event import ErrorEvent
from errkb.model.text import Text
from errkb.plugins import parsers
from errkb.reports import TriageReport
from errkb.source.logs import Limits, Meter, open_logs
from errkb.source.logs.folders import find
from errkb.triage import Acknowledged, Knowledge, Log, Tools, Unit, acknowledged_of, before_of, triage, triage_events

__all__ = ["Progress", "draft_records", "open_tools", "read_acknowledged", "split_given", "triage_all", "triage_paths"]

Progress = Callable[[str, int, int | None], None]
"""Gets the log that is read, the bytes read so far as they stand on the disk, and how many there are, if known."""
SMALL = 128 << 20
"""Bytes that one process has read before others have started; packed files count as they stand on the disk."""


def triage_paths(
    holdings: Holdings,
    paths: Sequence[str | Path],
    dataset_version: str,
    *,
    unit: Unit = "file",
    processes: int | None = None,
    max_bytes: int | None = None,
    baseline: Sequence[Path] = (),
    acknowledged: Acknowledged | None = None,
    stdin: BinaryIO | None = None,
    progress: Progress | None = None,
) -> TriageReport:
    """Return what stands in the logs behind paths, folders and globs; `-` is standard input."""
    before = before_of((str(path), _read(path, json.loads)) for path in baseline) if baseline else None
    known = _knowledge(holdings, dataset_version)
    size, meter = _size(paths), Meter()
    if processes is None:
        processes = (os.cpu_count() or 1) if size is None or size > SMALL else 1
    if processes > 1:
        for segment in holdings.segments:
            kept_gate(segment.index)  # so that not every process has to choose it

    def note(log: Log) -> None:
        if progress is not None:
            progress(log.name, meter.done, size)

    logs = open_logs(paths, stdin=stdin, meter=meter, limits=Limits(max_bytes=max_bytes))
    report = triage(
        logs, known, unit=unit, processes=processes, before=before, acknowledged=acknowledged, progress=note
    )
    return TriageReport.of(report)


def split_given(
    given: Sequence[str | Path] | Iterable[ErrorEvent],
) -> tuple[list[str | Path], Iterable[ErrorEvent] | None]:
    """Return paths, or the events that were given instead of them."""
    items = iter(given)
    first = next(items, None)
    if isinstance(first, ErrorEvent):
        return [], chain([first], (event for event in items if isinstance(event, ErrorEvent)))
    rest = [item for item in items if not isinstance(item, ErrorEvent)]
    return ([] if first is None else [first, *rest]), None


def triage_all(holdings: Holdings, events: Iterable[ErrorEvent], dataset_version: str) -> TriageReport:
    """Return what error events are that somebody else has read."""
    return TriageReport.of(triage_events(events, _knowledge(holdings, dataset_version)))


def _knowledge(holdings: Holdings, dataset_version: str) -> Knowledge:
    plugins = holdings.settings.plugins
    return Knowledge(
        [segment.index for segment in holdings.segments],
        parsers(entry_points=plugins),
        holdings.by_id,
        dataset_version,
        partial(open_tools, [segment.folder for segment in holdings.segments], plugins=plugins),
    )


def open_tools(folders: Sequence[Path], *, plugins: bool) -> Tools:
    """Return the tools of a process of its own. Raises `KnowledgeBaseError` if an index is missing or torn."""
    return Tools([open_index(folder) for folder in folders], parsers(entry_points=plugins))


def read_acknowledged(path: Path) -> Acknowledged:
    """Return the errors that a TOML file acknowledges. Raises `InputError` for a faulty one."""
    return acknowledged_of(str(path), _read(path, tomllib.loads), datetime.now(UTC).date())


def draft_records(records: Path, report: Path, top: int | None, clusters: Sequence[str], *, plugins: bool) -> Drafts:
    """Write drafts of records for unknown errors of a report in JSON."""
    data = _read(report, json.loads)
    errors = chosen(data, str(report), top, clusters)
    known = parsers(entry_points=plugins)
    default = f"private/{Path.cwd().name}"

    def write(
        *, text: Text, negative: Sequence[dict[str, str]], checkout: Path | None = None, at: str | None = None
    ) -> NewRecord:
        return new_record(
            records,
            text=text,
            template=None,
            repo=None,
            checkout=checkout,
            at=at,
            default_repo=default,
            parsers=known,
            negative=negative,
        )

    return drafts(errors, data["unknown"], known, write)


def _read(path: Path, loads: Callable[[str], Any]) -> Any:
    try:
        return loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(error.strerror or str(error), where=str(path)) from error
    except ValueError as error:  # of JSON, TOML or UTF-8
        raise InputError(f"cannot be read: {error}", where=str(path)) from error


def _size(paths: Sequence[str | Path]) -> int | None:
    """Return how many bytes there are on the disk, `None` if that cannot be known."""
    sizes = [found.size for found in find(paths) if found.reason is None]
    return None if None in sizes else sum(size or 0 for size in sizes)
