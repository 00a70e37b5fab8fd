"""`Dataset`: records in memory, from a `records/` folder or any file errkb imports, with all that is wrong about them.

One bad file or record never stops the rest: it is left out and named in `findings`. A bad sidecar leaves its record in.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from errkb.dataset.canonical import dumps, plain, write_text
from errkb.dataset.check import check
from errkb.dataset.folder import ARTICLES, PLACES, Files, place, scan, sidecar
from errkb.dataset.incoming.places import holds_records
from errkb.dataset.jsonfile import JsonFileError, load
from errkb.dataset.shapes import validate
from errkb.dataset.unique import unique
from errkb.errors import DatasetError
from errkb.export import export, format_of
from errkb.model.catalog import Finding
from errkb.model.content import Content, Item, Origin, encoded
from errkb.model.published import Article
from errkb.model.record import Record
from errkb.model.report import Entry
from errkb.model.sidecar import EvidenceFile, VerifiedFile
from errkb.model.timestamps import newest

__all__ = ["Dataset"]

M = TypeVar("M", bound=BaseModel)

CONTENT_FORMAT = 1
"""Part of the content key: raised when the same records make another segment."""
MODELS: dict[str, type[BaseModel]] = {"evidence": EvidenceFile, "verified": VerifiedFile}


@dataclass(slots=True)
class Dataset:
    """Records with their sidecars, background articles, and the findings of reading them.

    `entries` are ordered by owner, name and slug; each `record` is a dict in the key order of the contract. Entries
    whose record has an error are not among them.
    """

    entries: list[Entry] = field(default_factory=list)
    articles: list[dict[str, Any]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    repos: list[dict[str, Any]] = field(default_factory=list)
    """What a published dataset knows of repositories beyond their records."""

    @classmethod
    def read(cls, path: Path | str, *, own: bool = False, source: str = "shipped") -> Dataset:
        """Read a `records/` folder, or whatever `errkb export` writes: a file, or a folder of tables or for the web.

        `own` holds the records of a `records/` folder to what errkb itself writes (`errkb.dataset.check`). Raises
        `DatasetError` if the folder is missing or unreadable, or a file is broken as a whole, `InputError` for a file
        of no known format; everything else becomes a finding.
        """
        path = Path(path)
        if path.is_file() or (not own and holds_records(path)):
            return _read_file(path, source)
        return cls.read_folder(path, own=own, source=source)

    @classmethod
    def read_folder(cls, path: Path, *, own: bool = False, source: str = "shipped") -> Dataset:
        """Read a `records/` folder and nothing else; raises as `read`."""
        try:
            found = scan(path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise DatasetError(f"the records folder cannot be read: {reason}", where=str(path), hint=PLACES) from error
        reader = _Reader(own, source, found.findings)
        entries = [entry for files in found.records if (entry := reader.entry(files))]
        kept, clashes = unique(entries)
        articles = [article for file in found.articles if (article := reader.article(file))]
        findings = reader.findings + [replace(clash, file=path / clash.file) for clash in clashes if clash.file]
        return cls(kept, articles, findings)

    @property
    def dataset_version(self) -> str:
        """Return the greatest `analyzedAt` of the records, with milliseconds."""
        return newest(entry.record["analyzedAt"] for entry in self.entries)

    @property
    def content_key(self) -> str:
        """Return a SHA-256 that is the same exactly for the same records, sidecars and articles."""
        digest = hashlib.sha256(f"errkb records {CONTENT_FORMAT}\n".encode())
        for entry in self.entries:
            digest.update(json.dumps([entry.record, entry.evidence, entry.verified]).encode() + b"\n")
        digest.update(json.dumps(self.articles).encode())
        return digest.hexdigest()

    def write(self, path: Path | str, form: str | None = None, *, fields: Sequence[str] = ()) -> None:
        """Write the dataset in a format of `errkb export` (default: that of the suffix), all of it or some `fields`.

        A path without a format is a `records/` folder: every record, sidecar and article goes there in canonical form,
        each file replaced in one step; one that has this content already is not touched, one that does not belong to
        the dataset stays. Raises `OSError`, and what `errkb.export.export` raises.
        """
        path = Path(path)
        form = form or format_of(path)
        if form is not None:
            from errkb.export.tables import choose  # with DuckDB

            export(replace(self.content(), fields=choose(list(fields)) or None), form, path)
            return
        for entry in self.entries:
            file = path / place(entry.record)
            _write(file, Record, entry.record)
            _write(sidecar(file, "evidence"), EvidenceFile, entry.evidence)
            _write(sidecar(file, "verified"), VerifiedFile, entry.verified)
        for article in self.articles:
            _write(path / ARTICLES / f"{article['slug']}.json", Article, article)

    def to_arrow(self, table: str = "records") -> Any:
        """Return a table of docs/export.md as a `pyarrow.Table`."""
        from errkb.dataset import frames

        return frames.to_arrow(self.content(), table)

    def to_pandas(self, table: str = "records") -> Any:
        """Return a table of docs/export.md as a `pandas.DataFrame`."""
        from errkb.dataset import frames

        return frames.to_pandas(self.content(), table)

    def to_polars(self, table: str = "records") -> Any:
        """Return a table of docs/export.md as a `polars.DataFrame`."""
        from errkb.dataset import frames

        return frames.to_polars(self.content(), table)

    def content(self) -> Content:
        """Return the dataset as it is exported: by repository, slug and id."""
        ordered = sorted(self.entries, key=lambda entry: [entry.record[key] for key in ("repo", "slug", "id")])
        sources = dict.fromkeys(entry.source for entry in ordered)
        version = self.dataset_version
        return Content(
            lambda: map(_item, ordered),
            version,
            self.articles,
            self.repos,
            [Origin(source, "shipped" if source == "shipped" else "foreign", None, version) for source in sources],
        )


def _item(entry: Entry) -> Item:
    record = {key: entry.record[key] for key in Record.model_fields}
    return Item(entry.record["id"], encoded(record), entry.source, entry.evidence, entry.verified)


def _read_file(path: Path, source: str) -> Dataset:
    """Read what `errkb export` wrote; what is wrong becomes findings."""
    from errkb.dataset.incoming.checking import Checker, placed
    from errkb.dataset.incoming.reading import open_path

    incoming = open_path(path)
    checker = Checker({one: _former_ids(found[0]) for one, found in incoming.sidecars.items()}, ignore_unknown=False)
    entries, findings = [], []
    for row in incoming:
        checked = checker.rows([row.data])
        findings += [placed(fault, row) for _, faults in checked.faults for fault in faults]
        for record in map(json.loads, checked.records()):
            evidence, verified = incoming.sidecars.get(record["id"], (None, None))
            entries.append(Entry(record, evidence, verified, source))
    entries.sort(key=lambda entry: (*entry.record["repo"].split("/"), entry.record["slug"]))
    kept, clashes = unique(entries)
    return Dataset(kept, incoming.articles, findings + clashes, incoming.repos)


def _write(path: Path, model: type[BaseModel], data: dict[str, Any] | None) -> None:
    if data is None:
        return
    text = dumps(model.model_validate(data))
    if not path.is_file() or path.read_bytes() != text.encode():
        write_text(path, text)


@dataclass(slots=True)
class _Reader:
    own: bool
    source: str
    findings: list[Finding]

    def entry(self, files: Files) -> Entry | None:
        """Return the record of `files` with its sidecars, `None` if it has an error."""
        sidecars = {kind: self._load(path, MODELS[kind]) for kind, path in files.sidecars.items()}
        record = self._load(files.record, Record) if files.record else None
        if record is None:
            return None
        evidence = sidecars.get("evidence")
        faults = [*_misplaced(record, files), *check(record, own=self.own, former_ids=_former_ids(evidence))]
        self.findings += [replace(fault, file=files.record) for fault in faults]
        if any(fault.severity == "error" for fault in faults):
            return None
        return Entry(record, evidence, sidecars.get("verified"), self.source)

    def article(self, path: Path) -> dict[str, Any] | None:
        """Return the background article of a file, `None` if it has an error."""
        article = self._load(path, Article)
        if article is None or article["slug"] == path.stem:
            return article
        self.findings.append(Finding("file-place", f"belongs in {article['slug']}.json", file=path, pointer="/slug"))
        return None

    def _load(self, path: Path, model: type[BaseModel]) -> dict[str, Any] | None:
        try:
            data = load(path)
        except JsonFileError as fault:
            self.findings.append(fault.finding)
            return None
        shape, faults = validate(model, data)
        self.findings += [replace(fault, file=path) for fault in faults]
        return None if shape is None else plain(shape)


def _former_ids(evidence: dict[str, Any] | None) -> list[str]:
    return list(evidence["formerIds"]) if evidence else []


def _misplaced(record: dict[str, Any], files: Files) -> list[Finding]:
    message = f"belongs in {place(record)}"
    if record["repo"] != files.repo:
        return [Finding("file-place", message, pointer="/repo", hint=PLACES)]
    if record["slug"] != files.slug:
        return [Finding("file-place", message, pointer="/slug", hint=PLACES)]
    return []
