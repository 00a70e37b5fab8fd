"""The match index of a segment: which templates can possibly occur in a text.

One `Template` per wording (a record's own and each alias). `Index` is the seam of the matching engine: `scan` returns
every template whose anchor, its longest literal, occurs in the text, so whatever the verifier would accept survives
the scan. This implementation looks for one anchor after the other and keeps all templates in memory; it costs one
`str.find` per template and is meant for thousands of records.
"""

from __future__ import annotations

from errkb.index.build import FORMAT, build, write
from errkb.index.memory import Index, open_index
from errkb.index.template import Template, fold

__all__ = ["FORMAT", "Index", "Template", "build", "fold", "open_index", "write"]
