"""What a source knows beyond its records, as JSON in its segment: background articles, and facts about repositories.

The tables hold the articles too, with their times as times; this file has them as they were written.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from errkb.errors import KnowledgeBaseError

__all__ = ["FILE_NAME", "read", "write"]

FILE_NAME = "beside.json"


def write(folder: Path, articles: Sequence[dict[str, Any]], repos: Sequence[dict[str, Any]] = ()) -> None:
    """Write the file of a segment. Raises `OSError`."""
    text = json.dumps({"articles": list(articles), "repos": list(repos)}, ensure_ascii=False)
    (folder / FILE_NAME).write_text(text, encoding="utf-8", newline="\n")


def read(folder: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the articles and what is known of repositories; raises `KnowledgeBaseError`."""
    path = folder / FILE_NAME
    try:
        found = json.loads(path.read_bytes())
        return found["articles"], found["repos"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = "run: errkb build --force"
        raise KnowledgeBaseError("this file of the segment cannot be read", where=str(path), hint=hint) from error
