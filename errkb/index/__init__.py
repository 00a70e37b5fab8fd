"""The match index of a segment: which templates can possibly occur in a text.

One `Template` per wording (a record's own and each alias). `Index` is the seam of the matching engine: `scan` returns
every template whose anchor, its longest literal, occurs in the text, so whatever the verifier would accept survives
the scan. All anchors are looked for at once (`errkb.index.automaton`), so the time does not grow with their number;
the index lies in mapped files, so opening it costs the same for 300 and for 300,000 templates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from errkb.index.automaton import Backend
from errkb.index.compiled import CACHES
from errkb.index.layout import FORMAT, LETTERS, SHORTEST_WORD
from errkb.index.reading import Index, open_index
from errkb.index.template import Parts, Site, Template, fold

if TYPE_CHECKING:
    from errkb.index.build import Wording, wordings, write

__all__ = [
    "CACHES",
    "FORMAT",
    "LETTERS",
    "SHORTEST_WORD",
    "Backend",
    "Index",
    "Parts",
    "Site",
    "Template",
    "Wording",
    "fold",
    "open_index",
    "wordings",
    "write",
]


def __getattr__(name: str) -> Any:
    """Load what builds an index when it is asked for: it is not on the way to an answer."""
    if name in ("Wording", "wordings", "write"):
        from errkb.index import build

        return getattr(build, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
