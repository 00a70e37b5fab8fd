"""A dataset folder as `datasets.load_dataset` reads it: Parquet shards, and a card whose head names them.

README.md                   card: licence, size, and one configuration a table, `records` first
data/records-00000.parquet  the records, 50,000 a shard
data/aliases.parquet …      the other tables
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from errkb.export.parquet import open_file
from errkb.export.spool import Spool
from errkb.export.tables import COLUMNS, RECORDS, Columns, Sink, write_tables
from errkb.model.content import Content
from errkb.store.interchange import write_parquet

__all__ = ["NAME", "write"]

NAME = "huggingface"
SHARD = 50_000
"""Records of one shard: some 50 MB of Parquet."""
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
"""The hub's names for the sizes of datasets."""
_CARD = """# Error records

Each row of `records` is one error of one project: its message template, what it means, why it happens, fixes in order,
and the source line that raises it. The other configurations hold what stands beside the records: aliases (wordings of
other releases), lines that must and must not match, verifications by scripts, background articles, provenance.

```python
from datasets import load_dataset

records = load_dataset("PATH_OR_NAME", "records", split="train")
```

Dataset version: {version}. Records: {count:,}. Schema: version 2.
"""


def write(content: Content, out: Path, before: Path | None = None) -> None:  # noqa: ARG001
    """Write the folder."""
    data = out / "data"
    data.mkdir(parents=True)
    shards: list[_Shards] = []

    def opened(table: str, columns: Columns) -> Sink:
        if table != RECORDS:
            return Spool(data / f".{table}.jsonl", columns, partial(_write, data / f"{table}.parquet"))
        shards.append(_Shards(data, columns))
        return shards[0]

    write_tables(content, opened)
    tables = [table for table in COLUMNS if (data / f"{table}.parquet").exists()]
    head = _head(content, shards[0].count, tables)
    text = _CARD.format(version=content.dataset_version, count=shards[0].count)
    (out / "README.md").write_text(f"---\n{head}---\n\n{text}", encoding="utf-8", newline="\n")


class _Shards:
    """The records in files of equal length; there is always one, be it empty."""

    def __init__(self, folder: Path, columns: Columns) -> None:
        self.count = 0
        self._folder = folder
        self._columns = columns
        self._shard: Sink | None = None

    def add(self, text: bytes) -> None:
        """Take in a row."""
        if self.count % SHARD == 0 and self.count:
            self._close()
            self._next()
        if self._shard is not None:
            self._shard.add(text)
        self.count += 1

    def __enter__(self) -> Self:
        self._next()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shard is not None:
            self._shard.__exit__(kind, error, trace)

    def _next(self) -> None:
        name = f"{RECORDS}-{self.count // SHARD:05d}.parquet"
        self._shard = open_file(self._folder / name, self._columns).__enter__()

    def _close(self) -> None:
        if self._shard is not None:
            self._shard.__exit__(None, None, None)


def _write(out: Path, spool: Path, columns: Columns) -> None:
    """Write a table: none if it is empty, which `datasets` would refuse, and maps, which it does not know, as JSON."""
    if spool.stat().st_size:
        known = {name: "VARCHAR" if kind.startswith("MAP") else kind for name, kind in columns.items()}
        write_parquet(spool, known, out)


def _head(content: Content, count: int, tables: list[str]) -> str:
    """Return the YAML of the card; its texts are quoted as JSON, which YAML reads."""
    licences = {origin.licence for origin in content.origins}
    known = next(iter(licences)) if len(licences) == 1 else None
    lines = [
        f"license: {known.lower() if known else 'other'}",
        "language:",
        "- en",
        'pretty_name: "Error records"',
        "size_categories:",
        f"- {next((name for limit, name in _SIZES if count < limit), '1M<n<10M')}",
        "tags:",
        "- errors",
        "- troubleshooting",
        "configs:",
    ]
    for table, files in ((RECORDS, f"{RECORDS}-*"), *((table, table) for table in tables)):
        lines += [f"- config_name: {table}", f"  data_files: {json.dumps(f'data/{files}.parquet')}"]
        lines += ["  default: true"] if table == RECORDS else []
    return "\n".join(lines) + "\n"
