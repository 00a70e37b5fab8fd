"""The same error printed by several ranks, or again and again, is one event.

Two bounded tables do it: the first `MOST_EVENTS` events stay to the end, so that nothing of a paste is lost; of those
that come later the ones seen last are kept, and the others leave as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.model.event import ErrorEvent, Line
from errkb.parse.lazy import Lazy
from errkb.parse.quoted import quoted_causes
from errkb.parse.roles import by_wording, is_serious, settle

__all__ = ["MOST_EVENTS", "Collector"]

MOST_EVENTS = 2000
"""Events in each of the tables."""
_MOST_PROCESSES = 1000
_LONGEST_CHAIN = 200

_RANK = Lazy(r"(?i)(\brank[ =:]?|\blocal_rank: )\d+")
_Key = tuple[str | None, str, str | None]
_Place = tuple[str, int | None, str | None] | None


class _Entry:
    """An event that stands for all its repeats, and the one it was caused by."""

    __slots__ = ("cause", "event")

    def __init__(self, event: ErrorEvent) -> None:
        self.event = event
        self.cause: _Entry | None = None


class Collector:
    """Takes events as they are read, puts repeats together and gives each its id and final role."""

    def __init__(self) -> None:
        self._first: list[_Entry] = []
        self._recent: dict[_Entry, None] = {}
        """In the order in which they were last seen."""
        self._known: dict[_Key, dict[_Place, _Entry]] = {}
        self._left: list[ErrorEvent] = []
        self._number = 0
        self._serious = False
        self.found = False
        """Whether there is an event that is no mere noise."""

    @property
    def events(self) -> list[ErrorEvent]:
        """Return the first events, which stay to the end."""
        return [entry.event for entry in self._first]

    def collect(self, events: Sequence[ErrorEvent], processes: Sequence[str], lines: Sequence[Line] = ()) -> None:  # noqa: ARG002
        """Take the events of a block, and the processes whose lines it was found on."""
        named: dict[str, _Entry] = {}
        entries: list[_Entry] = []
        names = {event.id for event in events if event.id}
        for event in events:
            announced = event.inferred and event.caused_by in names  # the traceback below says more than a quotation
            for cause in () if announced or event.role == "noise" else quoted_causes(event):
                by_wording(cause)
                name = cause.id
                named[name] = self._add(cause, processes)
            name = event.id
            entries.append(self._add(event, processes))
            if name:
                named[name] = entries[-1]
        for event, entry in zip(events, entries, strict=True):
            if event.caused_by is not None:
                _tie(entry, named.get(event.caused_by), event)

    def leaving(self) -> list[ErrorEvent]:
        """Return the events that have left since the last call."""
        left, self._left = self._left, []
        return left

    def close(self) -> list[ErrorEvent]:
        """Return all events that are left: the first ones in the order of their lines, then the others."""
        events = self._number_first()
        settle(events, beside=self._serious)
        while self._recent:
            self._leave()
        return [*events, *self.leaving()]

    def _add(self, event: ErrorEvent, processes: Sequence[str]) -> _Entry:
        entry = self._same(event)
        if entry:
            _merge(entry, event, processes)
            if entry in self._recent:
                del self._recent[entry]
                self._recent[entry] = None
        else:
            event.processes = list(processes)
            entry = _Entry(event)
            if len(self._first) < MOST_EVENTS:
                self._first.append(entry)
            else:
                self._recent[entry] = None
                if len(self._recent) > MOST_EVENTS:
                    self._leave()
        self._remember(entry)
        self._serious = self._serious or is_serious(entry.event)
        self.found = self.found or entry.event.role != "noise"
        return entry

    def _leave(self) -> None:
        if not self._number:
            self._number_first()
        entry = next(iter(self._recent))
        del self._recent[entry]
        places = self._known.get(_key(entry.event), {})
        for place in [place for place, known in places.items() if known is entry]:
            del places[place]
        if not places:
            self._known.pop(_key(entry.event), None)
        settle([entry.event], beside=self._serious)
        self._name(entry)
        self._left.append(entry.event)

    def _number_first(self) -> list[ErrorEvent]:
        """Give the first events their ids, in the order of their lines."""
        entries = sorted(self._first, key=lambda entry: (entry.event.start, entry.event.end))
        if not self._number:
            for entry in entries:
                self._number += 1
                entry.event.id = f"e{self._number}"
        for entry in entries:
            self._name(entry)
        return [entry.event for entry in entries]

    def _name(self, entry: _Entry) -> None:
        """Give an event and those it was caused by their ids, and turn the reference into one."""
        waiting: _Entry | None = entry
        for _ in range(_LONGEST_CHAIN):
            if waiting is None:
                break
            if not waiting.event.id.startswith("e"):
                self._number += 1
                waiting.event.id = f"e{self._number}"
            waiting = waiting.cause
        entry.event.caused_by = entry.cause.event.id if entry.cause else None
        entry.event.link = entry.event.link if entry.cause else None

    def _same(self, event: ErrorEvent) -> _Entry | None:
        """Return the event of the same wording that ends at the same place, or of which one shows no place."""
        places = self._known.get(_key(event))
        if not places:
            return None
        place = _place(event)
        if place is None and not event.cls and not event.message:
            return None
        return places.get(place) or places.get(None) if place else next(iter(places.values()))

    def _remember(self, entry: _Entry) -> None:
        places = self._known.setdefault(_key(entry.event), {})
        place = _place(entry.event)
        if place is not None:
            places.pop(None, None)
        places[place] = entry


def _key(event: ErrorEvent) -> _Key:
    message = _RANK.sub(r"\1#", event.message) if "ank" in event.message else event.message
    return (event.cls, message, event.code)


def _place(event: ErrorEvent) -> _Place:
    if not event.frames:
        return None
    raising = event.frames[-1]
    return (raising.file, raising.line, raising.function)


def _tie(entry: _Entry, cause: _Entry | None, event: ErrorEvent) -> None:
    """Note what an event was caused by, unless it is itself behind that."""
    if cause is None or entry.cause is not None:
        return
    behind: _Entry | None = cause
    for _ in range(_LONGEST_CHAIN):
        if behind is entry:
            return
        if behind is None:
            break
        behind = behind.cause
    else:
        return
    entry.cause, entry.event.link = cause, event.link


def _merge(entry: _Entry, event: ErrorEvent, processes: Sequence[str]) -> None:
    earlier = entry.event
    earlier.occurrences += event.occurrences
    if len(earlier.processes) < _MOST_PROCESSES:
        earlier.processes += [process for process in processes if process not in earlier.processes]
    if not earlier.frames and event.frames:
        earlier.frames = event.frames
        earlier.language = event.language
        earlier.raise_code = earlier.raise_code or event.raise_code
    if earlier.role == "noise" and event.role != "noise":
        earlier.role = event.role
    earlier.inferred = earlier.inferred and event.inferred
