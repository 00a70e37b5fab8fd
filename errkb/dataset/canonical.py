"""The canonical form of every JSON file in `records/`: fixed key order, two-space indent, final newline.

One form means that a change of a record is a change of the lines that changed, and that equal records are equal bytes.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from pydantic import BaseModel

__all__ = ["dumps", "write_text"]


def dumps(shape: BaseModel) -> str:
    """Return the canonical text of a record, sidecar or article."""
    return json.dumps(_plain(shape), ensure_ascii=False, indent=2) + "\n"


def write_text(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old or the new content, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _plain(shape: BaseModel) -> Any:
    return shape.model_dump(mode="json", by_alias=True)
