"""A file or folder -> checked records -> a source of their own (`errkb.dataset.imported` says how they lie).

The folder is written aside, its segment is built from there, and then it is switched in one step: an import that cannot
be used changes nothing. Blocks of rows are checked by several processes; what the parent does is write, and see to it
that no id and no slug comes twice.
"""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from errkb import index
from errkb.dataset import beside, recordfile
from errkb.dataset.canonical import plain
from errkb.dataset.imported import BESIDE, KEYS, Imported
from errkb.dataset.incoming.blocks import Block, LineBlock, blocks
from errkb.dataset.incoming.checking import Checked, Checker, placed
from errkb.dataset.incoming.reading import open_path
from errkb.dataset.incoming.rejects import Rejects
from errkb.dataset.incoming.rows import Incoming, Row, Sidecars
from errkb.dataset.recordfile import LINES, Keys, RecordFile
from errkb.dataset.segments import ABANDONED
from errkb.dataset.shapes import validate
from errkb.dataset.sources import IMPORT
from errkb.export.replacing import aside, sweep
from errkb.model.catalog import Finding
from errkb.model.content import encoded
from errkb.model.published import Article
from errkb.model.sidecar import EvidenceFile, VerifiedFile
from errkb.model.timestamps import newest
from errkb.parent import end_with_parent

__all__ = ["ImportReport", "ImportRequest", "Imported", "import_into", "source_name", "writer"]

Note = Callable[[str, int], None]
"""Told the name of a file and how many more of its records are done."""

ALONE = 4
"""Blocks up to which starting processes costs more than it wins."""
SHOWN = 10
"""Faults that a report holds; all are in the rejects file."""
_ID = re.compile(r"[0-9a-f]{16}")
OF_ONE = 3
"""Faults of one record that a report holds."""


@dataclass(slots=True, frozen=True)
class ImportRequest:
    """What to import and how: strictly, or leaving out what is wrong; `rejects` is where the faults are written."""

    path: Path
    name: str | None = None
    lenient: bool = False
    ignore_unknown: bool = False
    rejects: Path | None = None
    workers: int | None = None


@dataclass(slots=True)
class ImportReport:
    """What an import did; `name` is the source, `None` if nothing was imported."""

    name: str | None = None
    records: int = 0
    rejected: int = 0
    lenient: bool = False
    """Whether what is sound was to be imported all the same."""
    findings: list[Finding] = field(default_factory=list)
    """The first faults."""
    rules: Counter[str] = field(default_factory=Counter)
    """Faults by rule."""
    unknown: Counter[str] = field(default_factory=Counter)
    """Keys the contract does not have, and in how many records they stood."""
    beside: Counter[str] = field(default_factory=Counter)
    """What stood beside the records and was left out, by table and rule."""
    rejects: Path | None = None
    """Where all faults are written, with the records they are in."""
    dataset_version: str = ""


def writer(imported: Imported, source: str) -> Callable[[Path], None]:
    """Return what fills the folder of a segment: texts are shared, and decoded for the index only."""

    def write(folder: Path) -> None:
        imported.write_records(folder, source)
        records = RecordFile.open(folder)
        try:
            index.write(folder, records)
        finally:
            records.close()

    return write


def source_name(path: Path) -> str:
    """Return the name of the source that an import of this path makes."""
    stem = path.resolve().name.partition(".")[0].lower()
    return "import-" + (re.sub(r"[^a-z0-9]+", "-", stem).strip("-")[:48].strip("-") or "records")


def drop(folder: Path, known: Collection[str]) -> None:
    """Delete the imports of sources that are no longer known, and what killed ones left."""
    sweep(folder)
    for path in folder.iterdir():
        if path.name not in known and not path.name.startswith(".") and time.time() - path.stat().st_mtime > ABANDONED:
            shutil.rmtree(path, ignore_errors=True)


def import_into(
    request: ImportRequest, folder: Path, use: Callable[[Path], None], note: Note = lambda *_: None
) -> ImportReport:
    """Read, check and write; the folder changes only if something is imported.

    `use` is given what was written before it takes the place of `folder`; if it raises, `folder` stays as it is.
    Strictly, one fault keeps everything out, and the report says what is wrong. Raises `InputError` for a path that
    cannot be read, `DatasetError` for a document that is broken as a whole, `UsageError` for rejects that would
    overwrite it, and `OSError`.
    """
    incoming = open_path(request.path)
    with aside(folder) as place:
        place.mkdir()
        report = _written(request, incoming, place, note)
        if not report.records or (report.rejected and not request.lenient):
            shutil.rmtree(place)  # leaves nothing, so that nothing is switched
            return report
        use(place)
    report.name = request.name
    return report


def _written(request: ImportRequest, incoming: Incoming, place: Path, note: Note) -> ImportReport:
    with Rejects(request.rejects, request.path) as rejects, ExitStack() as stack:
        taken = _Writer(place, stack, rejects, request)
        taken.take(incoming, note)
        if request.lenient or not taken.report.rejected:
            taken.finish(incoming)
    return taken.report


class _Writer:
    """Writes the files of an import while its rows are checked."""

    def __init__(self, place: Path, stack: ExitStack, rejects: Rejects, request: ImportRequest) -> None:
        self._place = place
        self._rejects = rejects
        self.report = ImportReport(rejects=request.rejects, lenient=request.lenient)
        self._request = request
        self._lines = stack.enter_context((place / LINES).open("wb", 1024 * 1024))
        self._keys = Keys()
        self._digest = sha256()
        self._ids: set[int] = set()
        self._slugs: set[int] = set()
        self._newest = ""
        self._rows = self._read = 0  # of the file that is being read

    def take(self, incoming: Incoming, note: Note) -> None:
        """Check all rows and write the sound ones."""
        former = {one: list((found[0] or {}).get("formerIds", ())) for one, found in incoming.sidecars.items()}
        checker = Checker(former, ignore_unknown=self._request.ignore_unknown)
        for block, checked in _checked(blocks(incoming), checker, self._request.workers or os.cpu_count() or 1):
            self._block(block, checked)
            note(block.file.name, checked.rows)

    def finish(self, incoming: Incoming) -> None:
        """Write what stands beside the records, and the manifest last."""
        with (self._place / BESIDE).open("wb") as file:
            for identifier, (evidence, verified) in sorted(self._sidecars(incoming)):
                file.write(encoded({"id": identifier, "evidence": evidence, "verified": verified}) + b"\n")
        self._keys.keep(self._place / KEYS)
        articles = [one for article in incoming.articles if (one := self._sound(Article, article, "articles"))]
        beside.write(self._place, articles, incoming.repos)
        self.report.dataset_version = newest([incoming.dataset_version or f"{self._newest}Z"])
        manifest = {
            "format": 1,
            "keys": recordfile.FORMAT,
            "from": str(self._request.path.resolve()),
            "records": self.report.records,
            "datasetVersion": self.report.dataset_version,
            "sha256": self._digest.hexdigest(),
        }
        (self._place / IMPORT).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")

    def _block(self, block: Block, checked: Checked) -> None:
        self.report.unknown.update(checked.unknown)
        keys, texts, faults = checked.keys, checked.texts, checked.faults
        if not (_all_new(keys.ids, self._ids) and _all_new(keys.slugs, self._slugs)):
            keys, texts, clashes = self._without_clashes(checked)
            faults = sorted(faults + clashes)
        if faults:
            rows = block.rows(self._rows, self._read)
            for at, found in faults:
                self._reject(rows[at], [placed(fault, rows[at]) for fault in found])
        self._lines.write(texts)
        self._keys.extend(keys)
        self._ids.update(keys.ids)
        self._slugs.update(keys.slugs)
        self._digest.update(checked.digest)
        self._newest = max(self._newest, checked.newest)
        self.report.records += len(keys)
        self._rows, self._read = self._rows + checked.rows, self._read + checked.lines

    def _without_clashes(self, checked: Checked) -> tuple[Keys, bytes, list[tuple[int, list[Finding]]]]:
        """Return keys and texts of the records that are the first of their id and slug, and faults of the others."""
        faulty = {at for at, _ in checked.faults}
        rows = [at for at in range(checked.rows) if at not in faulty]
        kept: list[int] = []
        clashes: list[tuple[int, list[Finding]]] = []
        ids, slugs = set(self._ids), set(self._slugs)
        for ordinal, (identifier, slug) in enumerate(zip(checked.keys.ids, checked.keys.slugs, strict=True)):
            if identifier in ids:
                fault = Finding("duplicate-id", "another record has this id", pointer="/id")
            elif slug in slugs:
                fault = Finding("duplicate-slug", "another record of this repo has this slug", pointer="/slug")
            else:
                ids.add(identifier)
                slugs.add(slug)
                kept.append(ordinal)
                continue
            clashes.append((rows[ordinal], [fault]))
        texts = list(checked.records())
        return checked.keys.taken(kept), b"".join(texts[at] + b"\n" for at in kept), clashes

    def _sidecars(self, incoming: Incoming) -> Iterator[tuple[str, Sidecars]]:
        for identifier, (evidence, verified) in incoming.sidecars.items():
            if _number(identifier) in self._ids:
                kept = (
                    self._sound(EvidenceFile, evidence, "evidence"),
                    self._sound(VerifiedFile, verified, "verifications"),
                )
                self._digest.update(encoded(kept))
                yield identifier, kept

    def _sound(self, shape: type[BaseModel], data: Any, table: str) -> dict[str, Any] | None:
        """Return something that stands beside the records; what does not have its shape is left out and counted."""
        if data is None:
            return None
        found, faults = validate(shape, data)
        if found is None:
            self.report.beside[f"{table}: {faults[0].rule}"] += 1
            return None
        return plain(found)

    def _reject(self, row: Row, faults: list[Finding]) -> None:
        report = self.report
        report.rejected += 1
        for fault in faults:
            report.rules[fault.rule] += 1
            if fault.rule == "unknown-key":
                report.unknown[fault.pointer.rpartition("/")[2]] += 1
        report.findings += faults[: max(0, min(OF_ONE, SHOWN - len(report.findings)))]
        if report.rejects is None:
            return
        data = row.data.decode("utf-8", "replace").rstrip("\r\n") if isinstance(row.data, bytes) else row.data
        # Tables of others hold more than JSON does (times, numbers of their own): those are written as texts.
        text = json.dumps(_rejected(row, faults) | {"data": data}, ensure_ascii=False, default=str)
        self._rejects.write(text.encode("utf-8", "backslashreplace") + b"\n")


def _rejected(row: Row, faults: list[Finding]) -> dict[str, Any]:
    found = [{"rule": fault.rule, "pointer": fault.pointer, "message": fault.message} for fault in faults]
    return {"file": str(row.file), "record": row.number, "line": row.line, "faults": found}


def _number(identifier: Any) -> int:
    """Return an id as a number, -1 for what is none."""
    return int(identifier, 16) if isinstance(identifier, str) and _ID.fullmatch(identifier) else -1


def _all_new(values: Sequence[int], known: set[int]) -> bool:
    """Say whether none of the values is known, or comes twice."""
    return known.isdisjoint(values) and len(set(values)) == len(values)


def _checked(found: Iterator[Block], checker: Checker, workers: int) -> Iterator[tuple[Block, Checked]]:
    """Yield each block with what became of it, in order; large inputs are shared among processes."""
    first = list(islice(found, ALONE))
    if workers < 2 or len(first) < ALONE:
        yield from ((block, checker.block(block.portable())) for block in chain(first, found))
        return
    # What is checked has no cycles: looking for them would take a third of the time.
    with ProcessPoolExecutor(workers, initializer=_begin, initargs=(checker,)) as pool:
        waiting: list[tuple[Block, Future[Checked]]] = []
        for block in chain(first, found):
            waiting.append((block, pool.submit(_check, block.portable())))
            if len(waiting) > 2 * workers:
                done, future = waiting.pop(0)
                yield done, future.result()
        for done, future in waiting:
            yield done, future.result()


def _begin(checker: Checker) -> None:
    """Make a process ready to check blocks."""
    end_with_parent()
    global _checker  # noqa: PLW0603 - of a process that does nothing else
    gc.disable()
    _checker = checker


def _check(block: LineBlock | Sequence[Any]) -> Checked:
    return _checker.block(block)


_checker: Checker
