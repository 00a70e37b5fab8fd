"""errkb: an error-knowledge dataset and the search tool over it.

The public names load on first use, so that `import errkb` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from errkb.dataset import Dataset
    from errkb.errors import ErrkbError
    from errkb.kb import KnowledgeBase
    from errkb.model.event import ErrorEvent
    from errkb.model.match import Match
    from errkb.model.record import Record
    from errkb.model.report import Explanation
    from errkb.reports import TriageReport

__all__ = ["Dataset", "ErrkbError", "ErrorEvent", "Explanation", "KnowledgeBase", "Match", "Record", "TriageReport"]

__version__ = "0.1.0"

_HOMES = {
    "Dataset": "errkb.dataset",
    "ErrkbError": "errkb.errors",
    "ErrorEvent": "errkb.model.event",
    "Explanation": "errkb.model.report",
    "KnowledgeBase": "errkb.kb",
    "Match": "errkb.model.match",
    "Record": "errkb.model.record",
    "TriageReport": "errkb.reports",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'errkb' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
