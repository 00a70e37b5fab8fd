"""Triage reports as tables, and in a DuckDB file that grows from report to report (documented in docs/triage.md)."""

from errkb.store.triage.append import Appended, append, require_ours
from errkb.store.triage.tables import TABLES, rows, run_id

__all__ = ["TABLES", "Appended", "append", "require_ours", "rows", "run_id"]
