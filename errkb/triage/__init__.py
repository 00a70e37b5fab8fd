"""Triage: gigabytes of logs -> a short, true story.

logs -> reading (bulk scan, lines worth reading, reader) -> ledger (every occurrence, on disk) -> listing -> report
"""

from __future__ import annotations

from errkb.triage.reading import Log, Piece, Unit
from errkb.triage.run import Knowledge, Progress, triage

__all__ = ["Knowledge", "Log", "Piece", "Progress", "Unit", "triage"]
