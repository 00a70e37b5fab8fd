"""From the ledger to the report: lists whose items are worked out when they are looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Generic, TypeVar, overload

from errkb.match import match
from errkb.model.event import ErrorEvent, ParseResult
from errkb.model.text import Text
from errkb.model.triage import Change, KnownError, Nearest, Spread, TriageReport, UnknownError
from errkb.triage.baseline import Acknowledged, Before, changes
from errkb.triage.cascades import cascades
from errkb.triage.clock import seconds
from errkb.triage.ledger import Entry
from errkb.triage.verdict import verdicts

if TYPE_CHECKING:
    from errkb.triage.run import Heap, Knowledge

__all__ = ["Lazily", "Listing"]

LISTED = 1000
"""Unknown errors that are listed; rarer ones are counted."""
LOOKED_UP = 25
"""Of so many the nearest record is looked up: some 20 ms each."""
WORTH_SHOWING = 0.05
MOST_NAMES = 200
"""Names in a table of a spread, and steps of its timeline."""
MOST_DISTINCT = 100_000
"""Different names that are counted exactly."""
MOST_SETTINGS = 5
MOST_COUNTED_SETTINGS = 1000
_STEPS = (1, 10, 60, 300, 900, 3600, 4 * 3600, 86_400, 7 * 86_400)
_BUCKETS = 120

Item = TypeVar("Item")


class Lazily(Sequence[Item], Generic[Item]):
    """A list whose items are made from their keys each time they are asked for."""

    def __init__(self, keys: Sequence[str], make: Callable[[str], Item]) -> None:
        self.keys = keys
        self._make = make

    def __len__(self) -> int:
        return len(self.keys)

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | Sequence[Item]:
        if isinstance(at, slice):
            return Lazily(self.keys[at], self._make)
        return self._make(self.keys[at])

    def __iter__(self) -> Iterator[Item]:
        return map(self._make, self.keys)

    def by_key(self, keys: Iterable[str]) -> Iterator[Item]:
        """Yield the items of some keys, of those that are here."""
        wanted = set(keys)
        return (self._make(key) for key in self.keys if key in wanted)


class Listing:
    """Everything a run leaves, ready to be asked."""

    def __init__(
        self, heap: Heap, known: Knowledge, before: Before | None = None, acknowledged: Acknowledged | None = None
    ) -> None:
        self._ledger, self._heap, self._known = heap.ledger, heap, known
        self._unit, self._totals = heap.unit, heap.totals
        self._before, self._acknowledged = before, acknowledged or Acknowledged()
        self._near: dict[str, Nearest | None] = {}
        self._looked_up: frozenset[str] = frozenset()
        self._bucket = _bucket(heap.totals.first, heap.totals.last)

    def report(self) -> TriageReport:
        """Return the report: known errors by units and count, unknown ones by units times days."""
        tallies = self._ledger.tallies
        known = [key for key in tallies if key.startswith("record:")]
        known.sort(key=lambda key: (-tallies[key].units, -tallies[key].count, tallies[key].number))
        ranks = {key: self._rank(key) for key in tallies if key.startswith("unknown:")}
        unknown = sorted(ranks, key=lambda key: (-ranks[key], -tallies[key].count, tallies[key].number))
        self._looked_up = frozenset(unknown[:LOOKED_UP])
        self._totals.known = sum(tallies[key].count for key in known)
        self._totals.unknown = sum(tallies[key].count for key in unknown)
        return TriageReport(
            dataset_version=self._known.dataset_version,
            unit=self._unit,
            totals=self._totals,
            files=self._heap.files,
            known=Lazily(known, self.known),
            unknown=Lazily(unknown[:LISTED], self.unknown),
            verdicts=verdicts(self._heap.stories.values()),
            cascades=cascades(self._ledger),
            changes=None if self._before is None else self._changes(self._before),
            occurrences=self._ledger,
            bucket=self._bucket,
            unknown_left=max(0, len(unknown) - LISTED),
        )

    def _changes(self, before: Before) -> list[Change]:
        tallies = self._ledger.tallies
        fresh = (key for key in tallies if key.startswith("record:") and key not in before.counts)
        firsts = {key: self._ledger.first(key) for key in fresh}
        wordings = {key: (entry.cls, entry.text) for key, entry in firsts.items()}
        return changes({key: tally.count for key, tally in tallies.items()}, wordings, before, self._acknowledged)

    def known(self, key: str) -> KnownError:
        """Return all there is to say of a known error."""
        identifier = key.partition(":")[2]
        entry = self._known.lookup(identifier)
        first = self._ledger.first(key)
        record = entry.shown
        fixes = record.get("solutions") or [None]
        return KnownError(
            key=key,
            record=record,
            kind="index" if entry.is_index_only else "located" if first.located else "documented",
            spread=self._spread(self._ledger.of(key)),
            sample=self._ledger.sample(first),
            captures=_settings(self._ledger.of(key)),
            first_fix=fixes[0],
            wrapper=first.wrapper,
            tied=list(first.tie),
        )

    def unknown(self, key: str) -> UnknownError:
        """Return all there is to say of an unknown error."""
        cluster = self._heap.clusters[key.partition(":")[2]]
        first = self._ledger.first(key)
        return UnknownError(
            key=key,
            fingerprint=cluster.fingerprint,
            template=cluster.template,
            spread=self._spread(self._ledger.of(key)),
            sample=self._ledger.sample(first),
            cls=cluster.cls,
            frame=cluster.frame,
            nearest=self._nearest(key, first) if key in self._looked_up else None,
            wrapper=first.wrapper,
            rank=self._rank(key),
        )

    def _nearest(self, key: str, first: Entry) -> Nearest | None:
        """Return the record nearest to an unknown error; looked up once."""
        if key not in self._near:
            text = first.text.removeprefix(f"{first.cls}: ") if first.cls else first.text
            event = ErrorEvent("unknown", text, 0, len(text), 1, 1, cls=first.cls)
            ranking = match(ParseResult([event]), Text.of(text), self._known.indexes, limit=1)
            best = next(iter([*ranking.matches, *ranking.nearest]), None)
            worth = best is not None and best.score >= WORTH_SHOWING
            self._near[key] = (
                Nearest(best.record_id, self._known.lookup(best.record_id).shown["errorMessage"], best.score)
                if best is not None and worth
                else None
            )
        return self._near[key]

    def _rank(self, key: str) -> float:
        tally = self._ledger.tallies[key]
        return float(tally.units * max(1, tally.days))

    def _spread(self, entries: Iterable[Entry]) -> Spread:
        spread = Spread()
        files, units, processes, days = Counter[str](), Counter[str](), Counter[str](), set[str]()
        steps = Counter[int]()
        for entry in entries:
            spread.count += entry.repeated
            _count(files, self._ledger.files[entry.file])
            _count(units, self._ledger.units[entry.unit])
            if entry.process:
                _count(processes, entry.process)
            if entry.time:
                days.add(entry.time[:10])
                spread.first = min(spread.first or entry.time, entry.time)
                spread.last = max(spread.last or entry.time, entry.time)
                if self._bucket:
                    steps[int(seconds(entry.time) or 0) // self._bucket] += 1
        spread.files, spread.units, spread.processes = (
            dict(c.most_common(MOST_NAMES)) for c in (files, units, processes)
        )
        spread.files_total, spread.units_total, spread.processes_total = len(files), len(units), len(processes)
        spread.days = len(days)
        spread.timeline = {_beginning(step * self._bucket): steps[step] for step in sorted(steps)}
        return spread


def _count(table: Counter[str], name: str) -> None:
    if name in table or len(table) < MOST_DISTINCT:
        table[name] += 1


def _settings(entries: Iterable[Entry]) -> list[tuple[dict[str, str], int]]:
    table: Counter[tuple[tuple[str, str], ...]] = Counter()
    for entry in entries:
        if entry.captures and (entry.captures in table or len(table) < MOST_COUNTED_SETTINGS):
            table[entry.captures] += 1
    return [(dict(values), count) for values, count in table.most_common(MOST_SETTINGS)]


def _bucket(first: str | None, last: str | None) -> int:
    """Return the shortest step by which a time is divided into few enough parts, 0 without times."""
    begin, end = seconds(first), seconds(last)
    if begin is None or end is None:
        return 0
    return next((step for step in _STEPS if (end - begin) / step <= _BUCKETS), _STEPS[-1])


def _beginning(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).replace(tzinfo=None).isoformat()
