"""The same error printed by several ranks, or again and again, is one event."""

from __future__ import annotations

from errkb.model.event import ErrorEvent
from errkb.parse.lazy import Lazy

__all__ = ["MOST_EVENTS", "Collector"]

MOST_EVENTS = 2000
"""Events kept in detail; of what comes later only repeats of these are counted."""

_RANK = Lazy(r"(?i)(\brank[ =:]?|\blocal_rank: )\d+")
_Key = tuple[str | None, str, str | None]
_Place = tuple[str, int | None, str | None] | None


class Collector:
    """Takes events in the order of the text and puts repeats together."""

    def __init__(self) -> None:
        self.events: list[ErrorEvent] = []
        self.kept: dict[int, ErrorEvent] = {}
        """The event that stands for each one given, by `id()` of the latter."""
        self._known: dict[_Key, dict[_Place, ErrorEvent]] = {}

    def add(self, event: ErrorEvent, processes: list[str]) -> None:
        """Take an event and the processes whose lines it was found on."""
        earlier = self._same(event)
        if earlier:
            _merge(earlier, event, processes)
            self._remember(earlier)
        elif len(self.events) < MOST_EVENTS:
            event.processes = processes
            self.events.append(event)
            self._remember(event)
            earlier = event
        else:
            return
        self.kept[id(event)] = earlier

    def _same(self, event: ErrorEvent) -> ErrorEvent | None:
        """Return the event of the same wording that ends at the same place, or of which one shows no place."""
        places = self._known.get(_key(event))
        if not places:
            return None
        place = _place(event)
        if place is None and not event.cls and not event.message:
            return None
        return places.get(place) or places.get(None) if place else next(iter(places.values()))

    def _remember(self, event: ErrorEvent) -> None:
        places = self._known.setdefault(_key(event), {})
        place = _place(event)
        if place is not None:
            places.pop(None, None)
        places[place] = event


def _key(event: ErrorEvent) -> _Key:
    message = _RANK.sub(r"\1#", event.message) if "ank" in event.message else event.message
    return (event.cls, message, event.code)


def _place(event: ErrorEvent) -> _Place:
    if not event.frames:
        return None
    raising = event.frames[-1]
    return (raising.file, raising.line, raising.function)


def _merge(earlier: ErrorEvent, event: ErrorEvent, processes: list[str]) -> None:
    earlier.occurrences += event.occurrences
    earlier.processes += [process for process in processes if process not in earlier.processes]
    if not earlier.frames and event.frames:
        earlier.frames = event.frames
        earlier.language = event.language
        earlier.raise_code = earlier.raise_code or event.raise_code
    if earlier.role == "noise" and event.role != "noise":
        earlier.role = event.role
    if earlier.caused_by is None:
        earlier.caused_by, earlier.link = event.caused_by, event.link
    earlier.inferred = earlier.inferred and event.inferred
