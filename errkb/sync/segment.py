"""Writing the segment of a synced dataset of any size: one file of the publisher is in memory at a time.

Index and tables read the entries back from the record file: each is parsed once more, and never all of them are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from errkb import index, store
from errkb.dataset import beside, recordfile
from errkb.dataset.recordfile import RecordFile
from errkb.errors import KnowledgeBaseError
from errkb.model.match import RecordDict
from errkb.sync.synced import Synced

__all__ = ["writer"]


@dataclass(slots=True, frozen=True)
class _Stored:
    """What the tables are made of."""

    entries: RecordFile
    articles: Sequence[RecordDict]
    dataset_version: str


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
            beside.write(folder, dataset.articles)
            index.write(folder, records)
            store.write(folder, _Stored(records, dataset.articles, version))
        finally:
            records.close()

    return write
