"""Triage: gigabytes of logs -> a short, true story.

logs -> sections -> reading (here or in several processes) -> ledger (every occurrence, on disk) -> listing -> report
"""

from __future__ import annotations

from errkb.triage.baseline import Acknowledged, FailOn, acknowledged_of, before_of, fails
from errkb.triage.log import Log, Piece, Unit
from errkb.triage.run import Knowledge, Progress, triage, triage_events
from errkb.triage.tools import Tools

__all__ = [
    "Acknowledged",
    "FailOn",
    "Knowledge",
    "Log",
    "Piece",
    "Progress",
    "Tools",
    "Unit",
    "acknowledged_of",
    "before_of",
    "fails",
    "triage",
    "triage_events",
]
