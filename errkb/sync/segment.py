"""Writing the segment of a synced dataset of any size: one file of the publisher is in memory at a time.

The index reads the entries back from the record file: each is parsed once more, and never all of them are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from errkb import index
from errkb.dataset import beside, recordfile
from errkb.dataset.recordfile import RecordFile
from errkb.errors import KnowledgeBaseError
from errkb.sync.synced import Synced

__all__ = ["writer"]


def writer(dataset: Synced) -> Callable[[Path], None]:
    """Return what fills the folder of a segment; it raises `KnowledgeBaseError` if not one record can be used."""

    def write(folder: Path) -> None:
        version = dataset.dataset_version
        recordfile.write(folder, dataset.entries(), dataset_version=version)
        records = RecordFile.open(folder)
        try:
            if not len(records):
                reasons = ", ".join(dataset.admission.left_out) or "it holds none"
                raise KnowledgeBaseError(f"not one record of {version} can be used ({reasons})", where=dataset.source)
            beside.write(folder, dataset.articles, dataset.repos)
            index.write(folder, records)
        finally:
            records.close()

    return write
