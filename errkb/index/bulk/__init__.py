"""The bulk scan: every record on every line of gigabytes of log, exact.

    open segments, or patterns -> Plan (literals, gate, weak ones) -> BulkScanner (a block) -> scan_file, scan_stream

A hit is a pattern on a line: the leftmost match, with the spans of its groups. What counts as a match is said in
`verify`, `lines` and `weak`; the speed comes from `gate` and `windows`. Nothing of this is imported on the way to one
answer.
"""

from __future__ import annotations

from errkb.index.bulk.blocks import Read
from errkb.index.bulk.files import BulkPool, scan_file, scan_stream
from errkb.index.bulk.plan import Plan
from errkb.index.bulk.scanner import BulkScanner, Hit
from errkb.index.bulk.segments import Sighting, open_segments, scanner, sightings
from errkb.index.bulk.source import BulkSource, PatternList

__all__ = [
    "BulkPool",
    "BulkScanner",
    "BulkSource",
    "Hit",
    "PatternList",
    "Plan",
    "Read",
    "Sighting",
    "open_segments",
    "scan_file",
    "scan_stream",
    "scanner",
    "sightings",
]
