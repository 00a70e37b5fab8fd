"""A source -> its segment: what has to be read, whether that has changed, and what is told about records left out."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import errkb
from errkb import index
from errkb.dataset import recordfile
from errkb.dataset.segments import DEPTH, FORMAT, Segments, fingerprint
from errkb.errors import KnowledgeBaseError
from errkb.model.report import SourceInfo

if TYPE_CHECKING:
    from errkb.dataset.read import Dataset
    from errkb.harvests import Harvested
    from errkb.model.catalog import Finding
    from errkb.sync.synced import Synced

__all__ = ["Builder", "publish_synced", "segments_of"]

FORM = f"{errkb.__version__}/{FORMAT}.{recordfile.FORMAT}.{index.FORMAT}"
"""Layout of a segment; another one counts as not built."""
CACHES = (*index.CACHES, ".duckdb")
"""Suffixes of files that are made when they are first asked for."""


def segments_of(home: Path) -> Segments:
    """Return the segments below a home."""
    return Segments(home, FORM, CACHES)


def publish_synced(home: Path, synced: Synced, state: str, *, force: bool = False) -> None:
    """Build the segment of a version of a synced dataset; raises `ErrkbError` if it cannot be used."""
    from errkb.sync.segment import writer

    segments_of(home).publish(synced.source, state, synced.content_key + _salt(again=force), writer(synced))


class Builder:
    """Builds segments; what goes wrong without stopping anything is told in `warnings`."""

    def __init__(self, warnings: list[str]) -> None:
        self._warnings = warnings

    def state(self, source: SourceInfo) -> str | None:
        """Return a text that changes with a source, `None` where it cannot be read, which is told."""
        try:
            if source.kind == "sync":
                from errkb.sync.store import Store

                store = Store(source.path)
                return store.state(store.settings)
            return fingerprint(source.path, DEPTH + (source.kind == "private"))
        except OSError as error:
            self._warnings.append(f"source {source.name}: {source.path} cannot be read: {error.strerror or error}")
        except KnowledgeBaseError as error:
            self._warnings.append(f"source {source.name}: {error}")
        return None

    def build(self, home: Path, source: SourceInfo, state: str, *, force: bool) -> list[Finding]:
        """Build a source in this state, with `force` even where its content has a segment; return what is wrong."""
        if source.kind == "sync":
            from errkb.sync.store import Store
            from errkb.sync.synced import Synced

            store = Store(source.path)
            publish_synced(home, Synced(store, store.settings), state, force=force)
            return []
        if source.kind == "private":
            key, write, findings = self._private(source)
        elif source.kind == "import":
            from errkb.imports import Imported, writer

            imported = Imported(source.path)
            imported.require_sound()
            key, write, findings = imported.content_key, writer(imported, source.name), []
        elif source.kind == "harvest":
            from errkb.harvests import Harvested

            found = Harvested(source.path)
            key, write, findings = found.content_key, _writer(found), []
        else:
            key, write, findings = self._folder(source)
        segments_of(home).publish(source.name, state, key + _salt(again=force), write)
        return findings

    def _folder(self, source: SourceInfo) -> tuple[str, Callable[[Path], None], list[Finding]]:
        from errkb.dataset import Dataset

        lint = f"`errkb lint {source.path}`"
        dataset = Dataset.read_folder(source.path, own=source.kind == "shipped", source=source.name)
        left_out = len({finding.file for finding in dataset.findings if finding.severity == "error"})
        if left_out:
            self._warnings.append(f"source {source.name}: {left_out} files were left out: see {lint}")
        if not dataset.entries:
            what = "not one record can be read" if dataset.findings else "there are no records here"
            raise KnowledgeBaseError(
                what, where=str(source.path), hint=f"see {lint}; records/README.md says what goes where"
            )
        return dataset.content_key, _writer(dataset), dataset.findings

    def _private(self, source: SourceInfo) -> tuple[str, Callable[[Path], None], list[Finding]]:
        """Read a private source; each fault is told with its place, an empty folder is an empty source."""
        from errkb.dataset.private import read_private

        dataset = read_private(source.path, source.name)
        for finding in dataset.findings:
            line = f":{finding.line}" if finding.line else ""
            hint = f" ({finding.hint})" if finding.hint else ""
            self._warnings.append(f"{finding.file or source.path}{line}: {finding.message}{hint}")
        facts = "".join(str(entry.private) for entry in dataset.entries)
        return dataset.content_key + facts, _writer(dataset), dataset.findings


def _salt(*, again: bool) -> str:
    """Return what makes the key of a content unlike that of a segment that is there."""
    return f" again {time.time_ns()}" if again else ""


def _writer(dataset: Dataset | Harvested) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        from errkb.dataset import beside

        recordfile.write(folder, dataset.entries, dataset_version=dataset.dataset_version)
        beside.write(folder, dataset.articles)
        index.write(folder, dataset.entries)

    return write
