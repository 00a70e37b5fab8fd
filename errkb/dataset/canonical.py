"""The canonical form of every JSON file in `records/`: fixed key order, two-space indent, final newline.

One form means that a change of a record is a change of the lines that changed, and that equal records are equal bytes.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel

from errkb.dataset.atomic import write_text

__all__ = ["dumps", "plain", "write_text"]


def dumps(shape: BaseModel) -> str:
    """Return the canonical text of a record, sidecar or article."""
    return json.dumps(plain(shape), ensure_ascii=False, indent=2) + "\n"


def plain(shape: BaseModel) -> dict[str, Any]:
    """Return a shape as JSON data, keys in the order of the contract, absent ones with their default."""
    return shape.model_dump(mode="json", by_alias=True)
