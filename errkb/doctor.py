"""`errkb doctor`: is everything errkb needs in order on this machine?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from errkb.model.catalog import HealthCheck
from errkb.model.report import SourceInfo

__all__ = ["examine"]


def examine(home: Path, sources: list[SourceInfo], prebuilt: bool) -> Iterator[HealthCheck]:
    """Yield one check after the other; none of them changes anything."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield HealthCheck("python", sys.version_info >= (3, 11), version, "errkb needs Python 3.11 or later")
    yield from _home(home, prebuilt)
    for source in sources:
        yield _source(source)
    yield from _libraries()
    encoding = sys.stdout.encoding or "unknown"
    yield HealthCheck(
        "terminal",
        encoding.lower().replace("-", "") == "utf8",
        f"encoding {encoding}",
        "set PYTHONUTF8=1 for all characters",
    )


def _home(home: Path, prebuilt: bool) -> Iterator[HealthCheck]:
    if prebuilt:
        yield HealthCheck("knowledge base", home.is_dir(), f"prebuilt, {home}", "build one with `errkb build --out`")
        return
    place = next((path for path in (home, *home.parents) if path.exists()), home)
    writable = os.access(place, os.W_OK) and place.is_dir()
    yield HealthCheck(
        "cache folder", writable, str(home), "a private temporary folder is used; set ERRKB_HOME to keep it"
    )


def _source(source: SourceInfo) -> HealthCheck:
    name = f"source {source.name}"
    if source.kind != "prebuilt" and not source.path.is_dir():
        return HealthCheck(
            name, False, f"{source.path} is missing", f"put it back, or `errkb sources remove {source.name}`"
        )
    if source.records is None:
        return HealthCheck(name, False, f"{source.path}: not built yet or changed since", "run `errkb build`")
    return HealthCheck(name, True, f"{source.records} records of {source.dataset_version}, {source.path}")


def _libraries() -> Iterator[HealthCheck]:
    from importlib.metadata import PackageNotFoundError, version

    for name in ("duckdb", "jsonschema", "pydantic", "rapidfuzz", "rich", "typer"):
        try:
            yield HealthCheck(name, True, version(name))
        except PackageNotFoundError:
            yield HealthCheck(name, False, "not installed", f"pip install {name}")
