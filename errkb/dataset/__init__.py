"""Reading, checking and writing records: `records/`, sidecars, segments.

`Dataset` loads on first use: opening a segment must not cost pydantic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from errkb.dataset.read import Dataset

__all__ = ["Dataset"]


def __getattr__(name: str) -> Any:
    if name != "Dataset":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from errkb.dataset.read import Dataset

    return Dataset
