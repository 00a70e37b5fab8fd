"""Which records an SQL condition names, in the order of an export: by repository, slug and id.

The condition is part of a statement that `errkb.store.reading` runs, under all its restrictions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from errkb.store.reading import query

__all__ = ["select"]

MOST = 100_000_000
"""Rows: there is no such knowledge base."""


def select(
    segments: Sequence[tuple[str, Path]], condition: str | None = None, repo: str | None = None
) -> list[tuple[str, str]]:
    """Return source and id of each record that fits; one that several sources have counts for the first of them.

    `segments` are pairs of a source's name and its folder. Raises `UsageError` for a condition that is refused.
    """
    wanted = [f"({condition}\n)"] if condition else []  # the line ends a comment within the condition
    if repo is not None:
        quoted = repo.replace("'", "''")
        wanted.append(f"(repo = '{quoted}')")
    where = f" WHERE {' AND '.join(wanted)}" if wanted else ""
    rows = query(segments, f"SELECT id, source FROM records{where} ORDER BY repo, slug, id", limit=MOST).rows  # noqa: S608
    rank = {name: number for number, (name, _) in enumerate(segments)}
    chosen: dict[str, str] = {}
    for identifier, source in rows:
        if identifier not in chosen or rank[source] < rank[chosen[identifier]]:
            chosen[identifier] = source
    return [(source, identifier) for identifier, source in chosen.items()]
