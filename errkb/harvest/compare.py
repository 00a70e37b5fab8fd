"""Two harvests of one project -> what differs: added, gone, moved, reworded.

Equal messages are paired first: in the same file, then anywhere; of what is left, a raise of the same class in the
same function of the same file is the same error in other words, if the words are alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from errkb.model.report import Entry

__all__ = ["ALIKE", "Change", "alike", "compare"]

ALIKE = 0.5
"""Wordings less alike than this are two errors."""


@dataclass(slots=True, frozen=True)
class Change:
    """One difference; `old` and `new` are the entries on either side."""

    kind: Literal["added", "gone", "moved", "reworded"]
    old: Entry | None
    new: Entry | None


def compare(old: Iterable[Entry], new: Iterable[Entry]) -> list[Change]:
    """Return the differences by kind, file and line."""
    left, right = list(old), list(new)
    pairs: list[tuple[Entry, Entry]] = []
    for key in (_exactly, _here, _anywhere):
        left, right = _pair(left, right, key, pairs)
    changes = [Change("moved", one, other) for one, other in pairs if _place(one) != _place(other)]
    reworded: list[tuple[Entry, Entry]] = []
    left, right = _pair(left, right, _circumstances, reworded, alike)
    changes += [Change("reworded", one, other) for one, other in reworded]
    changes += [Change("gone", one, None) for one in left]
    changes += [Change("added", None, other) for other in right]
    return sorted(changes, key=_order)


def alike(one: Entry, other: Entry) -> bool:
    """Say whether two messages may be the same error in other words."""
    first, second = str(one.record["errorMessage"])[:400], str(other.record["errorMessage"])[:400]
    if not first or not second:
        return first == second
    matcher = SequenceMatcher(None, first.split(), second.split(), autojunk=False)
    return matcher.ratio() >= ALIKE


def _pair(
    left: list[Entry],
    right: list[Entry],
    key: Callable[[Entry], Any],
    pairs: list[tuple[Entry, Entry]],
    fits: Callable[[Entry, Entry], bool] = lambda *_: True,
) -> tuple[list[Entry], list[Entry]]:
    waiting: dict[Any, list[Entry]] = defaultdict(list)
    for entry in right:
        waiting[key(entry)].append(entry)
    alone: list[Entry] = []
    taken: set[int] = set()
    for entry in left:
        found = next((one for one in waiting.get(key(entry), ()) if id(one) not in taken and fits(entry, one)), None)
        if found is None:
            alone.append(entry)
        else:
            taken.add(id(found))
            pairs.append((entry, found))
    return alone, [entry for entry in right if id(entry) not in taken]


def _place(entry: Entry) -> tuple[str, int]:
    return entry.record["filePath"], entry.record["lineNumber"]


def _exactly(entry: Entry) -> tuple[Any, ...]:
    return (*_here(entry), entry.record["lineNumber"])


def _here(entry: Entry) -> tuple[Any, ...]:
    return entry.record["filePath"], *_anywhere(entry), entry.record["errorMessage"] or _function(entry)


def _anywhere(entry: Entry) -> tuple[Any, ...]:
    record = entry.record
    return record["errorMessage"] or _circumstances(entry), _bare(record["errorClass"])


def _circumstances(entry: Entry) -> tuple[Any, ...]:
    return entry.record["filePath"], _bare(entry.record["errorClass"]), _function(entry)


def _function(entry: Entry) -> str | None:
    return (entry.evidence or {}).get("function")


def _bare(name: str | None) -> str | None:
    return name.rpartition(".")[2] if name else None


def _order(change: Change) -> tuple[int, str, int]:
    entry = change.new or change.old
    kinds = ("added", "gone", "reworded", "moved")
    return (kinds.index(change.kind), *(_place(entry) if entry is not None else ("", 0)))
