"""Logs cut into sections that can be read apart, by as many processes as there are.

A section ends where nothing is open: so many lines without a hint of an error stand before the cut that no traceback
goes across it. Where a log has no such place within reach it is cut at a line end all the same. What is found depends
on where the cuts are only there, and these depend on the log alone, not on processes, blocks or packing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from errkb.index.bulk.verify import MAX_LINE
from errkb.triage.worth import Worth

__all__ = ["SECTION", "Section", "sections"]

SECTION = 24 << 20
"""Bytes of a section, about."""
_REACH = 1 << 20
"""How far behind that a quiet place is looked for."""
_QUIET = 32
"""Lines without a hint that make a place quiet; indented ones do not count."""
_READ = 4 << 20
CONTEXT = 1 << 16
"""Bytes behind a section that known texts of several lines may reach into."""


@dataclass(slots=True, frozen=True)
class Section:
    """`data[:core]` are the lines of a section, the rest is what follows; `last` says that its log ends with it."""

    data: bytes
    core: int
    last: bool = True


def sections(read: Callable[[int], bytes | None], worth: Worth, size: int = SECTION) -> Iterator[Section]:
    """Yield the sections of a stream; no more than one and what follows it is held."""
    parts: list[bytes] = []
    have = 0
    while True:
        wanted = size + _REACH + CONTEXT - have
        data = read(min(wanted, _READ)) if wanted > 0 else None
        if data:
            parts.append(data)
            have += len(data)
            continue
        held = b"".join(parts)
        core = len(held) if wanted > 0 else _quiet_place(held, size, worth)
        if held:
            yield Section(held[: core + CONTEXT], core, wanted > 0)
        if wanted > 0:
            return
        parts, have = [held[core:]], len(held) - core


def _quiet_place(data: bytes, size: int, worth: Worth) -> int:
    """Return where the first line begins behind `size` bytes that stands in a quiet place."""
    first = data.rfind(b"\n", 0, size) + 1
    if not first:  # a line longer than a section: it is cut as blocks cut it
        return data.find(b"\n", size, min(len(data), MAX_LINE)) + 1 or size
    region = data[first : first + _REACH]
    hinted, _ = worth.find(region, len(region))
    hits = {region.rfind(b"\n", 0, at) + 1 for at in hinted}
    quiet = at = 0
    while at < len(region):
        end = region.find(b"\n", at) + 1
        if not end:
            break
        quiet = 0 if at in hits else quiet + (not region[at : at + 1].isspace())
        if quiet > _QUIET and not region[at : at + 1].isspace():
            return first + at
        at = end
    return data.rfind(b"\n", 0, first + _REACH) + 1
