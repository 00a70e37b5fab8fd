"""A bulk scan kept in a folder: patterns, plan, and the strong literals compiled for this machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from errkb.errors import KnowledgeBaseError
from errkb.index.automaton import Automaton, AutomatonError, Backend, available, compile_literals, load_automaton
from errkb.index.bulk.plan import Plan
from errkb.index.bulk.scanner import BulkScanner
from errkb.index.bulk.source import BulkSource, PackedSource

__all__ = ["open_bulk", "write_bulk"]

PATTERNS, PLAN, CLASSES = "bulk-patterns.bin", "bulk-plan.bin", "bulk-classes.txt"


def write_bulk(
    folder: Path, source: BulkSource, *, classes: Iterable[bytes] = (), backend: Backend | None = None
) -> None:
    """Write the bulk scan of a source into a folder. Raises `OSError`."""
    plan = Plan.build(source)
    backend = backend or available()
    (folder / PATTERNS).write_bytes(PackedSource.of(source).dump())
    (folder / PLAN).write_bytes(plan.dump())
    (folder / CLASSES).write_bytes(b"\n".join(sorted(set(classes))))
    _replace(folder / f"bulk-strong.{backend}", compile_literals(plan.strong.texts, backend).dump())


def open_bulk(folder: Path, *, everywhere: bool = False, backend: Backend | None = None) -> BulkScanner:
    """Open the bulk scan of a folder. Raises `KnowledgeBaseError` when it is missing or torn.

    The compiled literals hold for one version of one library; where they do not fit they are compiled again.
    """
    backend = backend or available()
    try:
        source = PackedSource.load((folder / PATTERNS).read_bytes())
        plan = Plan.load((folder / PLAN).read_bytes())
        classes = (folder / CLASSES).read_bytes().split(b"\n")
    except (OSError, ValueError) as error:
        raise KnowledgeBaseError(
            f"the bulk index cannot be read ({error})", where=str(folder), hint="run `errkb build --force`"
        ) from error
    strong = _strong(folder / f"bulk-strong.{backend}", plan, backend)
    return BulkScanner(source, plan, strong=strong, classes=classes, everywhere=everywhere, backend=backend)


def _strong(path: Path, plan: Plan, backend: Backend) -> Automaton:
    try:
        return load_automaton(path.read_bytes(), backend)
    except (OSError, AutomatonError):
        automaton = compile_literals(plan.strong.texts, backend)
        _replace(path, automaton.dump())
        return automaton


def _replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; a folder that cannot be written is left as it is."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
