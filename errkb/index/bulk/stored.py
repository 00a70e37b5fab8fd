"""A bulk scan kept in a folder: patterns, plan, and the strong literals compiled for this machine."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from errkb.errors import KnowledgeBaseError
from errkb.index.automaton import Backend, available, compile_literals
from errkb.index.bulk.plan import Plan
from errkb.index.bulk.scanner import BulkScanner
from errkb.index.bulk.source import BulkSource, PackedSource
from errkb.index.compiled import compiled, compiled_file, keep_compiled, key_of

__all__ = ["open_bulk", "write_bulk"]

PATTERNS, PLAN, CLASSES, STRONG = "bulk-patterns.bin", "bulk-plan.bin", "bulk-classes.txt", "bulk-strong"


def write_bulk(
    folder: Path, source: BulkSource, *, classes: Iterable[bytes] = (), backend: Backend | None = None
) -> None:
    """Write the bulk scan of a source into a folder. Raises `OSError`."""
    plan = Plan.build(source)
    backend = backend or available()
    (folder / PATTERNS).write_bytes(PackedSource.of(source).dump())
    (folder / PLAN).write_bytes(plan.dump())
    (folder / CLASSES).write_bytes(b"\n".join(sorted(set(classes))))
    texts = plan.strong.texts
    keep_compiled(compiled_file(folder, STRONG, backend), key_of(texts), compile_literals(texts, backend))


def open_bulk(folder: Path, *, everywhere: bool = False, backend: Backend | None = None) -> BulkScanner:
    """Open the bulk scan of a folder. Raises `KnowledgeBaseError` when it is missing or torn."""
    backend = backend or available()
    try:
        source = PackedSource.load((folder / PATTERNS).read_bytes())
        plan = Plan.load((folder / PLAN).read_bytes())
        classes = (folder / CLASSES).read_bytes().split(b"\n")
    except (OSError, ValueError) as error:
        raise KnowledgeBaseError(
            f"the bulk index cannot be read ({error})", where=str(folder), hint="run `errkb build --force`"
        ) from error
    texts = plan.strong.texts
    strong = compiled(compiled_file(folder, STRONG, backend), key_of(texts), lambda: texts, backend)
    return BulkScanner(source, plan, strong=strong, classes=classes, everywhere=everywhere, backend=backend)
