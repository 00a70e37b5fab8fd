"""The JSON Schemas that come with errkb, as files: inside a wheel, beside the package in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import errkb
from errkb.errors import KnowledgeBaseError

__all__ = ["schema_folder", "schema_names"]


@cache
def schema_folder() -> Path:
    """Return the folder of the schemas; raises `KnowledgeBaseError` if an installation lacks it."""
    package = Path(errkb.__file__).parent
    for folder in (package / "_data" / "schema", package.parent / "schema"):
        if folder.is_dir():
            return folder
    raise KnowledgeBaseError(
        "the schemas that come with errkb are missing", where=str(package), hint="install errkb again"
    )


@cache
def schema_names() -> tuple[str, ...]:
    """Return the names of the files, in order."""
    return tuple(sorted(path.name for path in schema_folder().glob("*.schema.json")))
