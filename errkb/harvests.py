"""Projects -> harvest -> entries, and where harvests lie below a home.

    harvest/{name}/harvest.json     what was asked for, the state it was built from, figures; a source of this kind
    harvest/{name}/{project}.jsonl  its entries, one a line
    harvest/{name}/{project}.known  what each of its files said

`harvest.json` is written last: a harvest that was killed leaves the old one in use. A project of which no file has
changed is left as it is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from errkb.dataset.atomic import write_text
from errkb.dataset.sources import HARVEST
from errkb.errors import KnowledgeBaseError
from errkb.harvest.compare import Change, compare
from errkb.harvest.entries import entries
from errkb.harvest.run import Crew, Harvest, Known, form, harvest
from errkb.harvest.text import decoded
from errkb.model.catalog import Finding
from errkb.model.located import Project, Skipped, SourceFile, UnreadableError
from errkb.model.report import Entry
from errkb.model.timestamps import newest
from errkb.targets import Files, Request, projects

__all__ = [
    "MANIFEST",
    "HarvestReport",
    "Harvested",
    "Note",
    "differences",
    "harvest_entries",
    "harvest_into",
    "harvest_out",
]

MANIFEST = HARVEST
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

Note = Callable[[str, int], None]
"""Told the name of a project and how many of its files have been done."""


@dataclass(slots=True)
class HarvestReport:
    """What a harvest did."""

    projects: list[tuple[str, int]] = field(default_factory=list)
    """Name and version of each project, and its located records."""
    records: int = 0
    files: int = 0
    read: int = 0
    skipped: list[tuple[str, Skipped]] = field(default_factory=list)
    place: Path | None = None

    def add(self, project: Project, records: int, skipped: Iterable[Skipped] = ()) -> None:
        """Count a project that is done."""
        self.skipped += [(project.name, one) for one in skipped]
        label = f"{project.name} {project.version or (project.commit or '')[:10]}".strip()
        self.projects.append((label, records))
        self.records += records


class Harvested:
    """A finished harvest below a home; read like a dataset."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.findings: list[Finding] = []
        self.articles: list[dict[str, Any]] = []

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Return what `harvest.json` says; raises `KnowledgeBaseError` if it is damaged."""
        try:
            return dict(json.loads((self.folder / MANIFEST).read_bytes()))
        except (OSError, ValueError, TypeError) as error:
            raise KnowledgeBaseError(
                f"this harvest is damaged ({error})", where=str(self.folder), hint="run `errkb harvest` again"
            ) from error

    @cached_property
    def entries(self) -> list[Entry]:
        """Return the located entries; of one id the first stays. Raises `KnowledgeBaseError` if they are damaged."""
        found: dict[str, Entry] = {}
        try:
            for project in self.manifest["projects"]:
                for entry in read_entries(self.folder / f"{project['key']}.jsonl"):
                    found.setdefault(entry.record["id"], entry)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise KnowledgeBaseError(
                f"this harvest is damaged ({error})", where=str(self.folder), hint="run `errkb harvest` again"
            ) from error
        return list(found.values())

    @property
    def dataset_version(self) -> str:
        """Return when the source was read."""
        return newest([str(self.manifest.get("analyzedAt", ""))])

    @property
    def content_key(self) -> str:
        """Return a text that changes with the entries."""
        return json.dumps(self.manifest)


def harvest_into(request: Request, folder: Path, note: Note) -> HarvestReport:
    """Harvest into the folder of a source of the knowledge base.

    What each project said is kept there; if no file has changed since the last harvest, nothing is written.
    """
    report = HarvestReport(place=folder)
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    before = _manifest(folder)
    row: dict[str, Any]
    known_before: dict[str, Any] = {project["key"]: project for project in before.get("projects", ())}
    rows: list[dict[str, Any]] = []
    with Crew(request.workers) as crew:
        for project, found in projects(request):
            key = _key(project)
            cache, place = folder / f"{key}.known", folder / f"{key}.jsonl"
            row = {"key": key, "name": project.name, "version": project.version or project.commit, "repo": project.repo}
            same = known_before.get(key)
            fresh = same is not None and place.is_file() and same | row == same
            files = list(found) if project.on_disk else found
            skipped = _unchanged(files, cache, report) if fresh and isinstance(files, list) else None
            if skipped is not None:
                row = known_before[key]
            else:
                done = _harvest(project, files, crew, _load(cache), note, report)
                if fresh and not done.changed:
                    row = known_before[key]
                else:
                    count = _write_lines(place, map(_line, entries(project, done.located(), now)))
                    _save(cache, done.known)
                    row |= {"records": count, "root": str(project.root or ""), "read": now}
                skipped = done.skipped
            rows.append(row)
            report.add(project, row["records"], skipped)
    if rows != before.get("projects") or before.get("form") != form():
        manifest = {"form": form(), "analyzedAt": now, "projects": rows}
        write_text(folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")
    return report


def harvest_out(request: Request, out: Path, note: Note) -> HarvestReport:
    """Harvest into a `.jsonl` file of records, or into a folder of records with their evidence files."""
    report = HarvestReport(place=out)
    if out.suffix == ".jsonl":
        _write_lines(
            out, (json.dumps(entry.record, ensure_ascii=False) for entry in harvest_entries(request, note, report))
        )
        return report
    for entry in harvest_entries(request, note, report):
        place = out / entry.record["repo"] / f"{entry.record['slug']}.json"
        write_text(place, json.dumps(entry.record, ensure_ascii=False, indent=2) + "\n")
        write_text(place.with_suffix(".evidence.json"), json.dumps(entry.evidence, ensure_ascii=False, indent=2) + "\n")
    return report


def harvest_entries(request: Request, note: Note, report: HarvestReport | None = None) -> Iterator[Entry]:
    """Return the entries of all projects with their source windows; nothing is kept."""
    report = report or HarvestReport()
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    with Crew(request.workers) as crew:
        for project, files in projects(request):
            kept: dict[str, bytes] = {}
            done = _harvest(project, _keeping(files, kept), crew, {}, note, report)
            count = 0
            for entry in entries(project, done.located(), now, _lines_of(project, kept)):
                count += 1
                yield entry
            report.add(project, count, done.skipped)


def differences(request: Request, note: Note) -> list[Change]:
    """Return what differs between the two targets of a request, by file and line."""
    old, new = (list(harvest_entries(replace(request, targets=(target,)), note)) for target in request.targets)
    return compare(old, new)


def read_entries(path: Path) -> Iterator[Entry]:
    """Return the entries of a file that `harvest_into` has written."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            record, evidence, source = json.loads(line)
            yield Entry(record, evidence, None, source)


def _harvest(  # noqa: PLR0917
    project: Project, files: Files, crew: Crew, known: Known, note: Note, report: HarvestReport
) -> Harvest:
    done = harvest(project, files, crew, known, lambda count: note(project.name, count))
    report.files += done.files
    report.read += done.read
    return done


def _keeping(files: Files, kept: dict[str, bytes]) -> Files:
    """Keep the bytes of files that have no place on disk, for their windows."""
    for file in files:
        if isinstance(file, SourceFile) and file.data is not None:
            kept[file.path] = file.data
        yield file


def _line(entry: Entry) -> str:
    return _JSON.encode([entry.record, entry.evidence, entry.source])


def _unchanged(files: list[SourceFile | Skipped], cache: Path, report: HarvestReport) -> list[Skipped] | None:
    """Return what was left out if no file has changed, by size and time; the cache itself is not read."""
    states, faults = _states(cache)
    if states != {file.path: file.state for file in files if isinstance(file, SourceFile)}:
        return None
    report.files += len(states)
    return [*(one for one in files if isinstance(one, Skipped)), *(Skipped(*fault) for fault in faults.items())]


def _write_lines(path: Path, lines: Iterable[str]) -> int:
    """Write lines through a temporary file beside the place; return how many."""
    count = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            for line in lines:
                file.write(f"{line}\n")
                count += 1
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return count


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        return dict(json.loads((folder / MANIFEST).read_bytes()))
    except (OSError, ValueError, TypeError):
        return {}


def _lines_of(project: Project, kept: dict[str, bytes]) -> Callable[[str], list[str] | None]:
    """Return a reader of the project's files by lines, the last one kept."""
    last: tuple[str, list[str] | None] = ("", None)

    def lines(path: str) -> list[str] | None:
        nonlocal last
        if last[0] != path:
            found: list[str] | None = None
            try:
                data = kept.get(path)
                if data is None and project.root is not None:
                    data = (project.root / path).read_bytes()
                found = None if data is None else decoded(data).split("\n")
            except (OSError, UnreadableError):
                pass
            last = (path, found)
        return last[1]

    return lines


def _key(project: Project) -> str:
    identity = f"{project.name}\0{project.root}\0{project.repo}"
    return blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def _save(cache: Path, known: Known) -> None:
    """Keep what the files of a project said: one line with their states and faults, one with all of it."""
    faults = {path: row[3] for path, row in known.items() if row[3]}
    head = {"form": form(), "states": {path: row[0] for path, row in known.items()}, "faults": faults}
    _write_lines(cache, (json.dumps(one, separators=(",", ":")) for one in (head, known)))


def _states(cache: Path) -> tuple[dict[str, str], dict[str, str]]:
    try:
        with cache.open(encoding="utf-8") as file:
            head = json.loads(file.readline())
        return (dict(head["states"]), dict(head["faults"])) if head["form"] == form() else ({}, {})
    except (OSError, ValueError, KeyError, TypeError):
        return {}, {}


def _load(cache: Path) -> Known:
    if not _states(cache)[0]:
        return {}
    try:
        with cache.open(encoding="utf-8") as file:
            file.readline()
            return dict(json.loads(file.readline()))
    except (OSError, ValueError, TypeError):
        return {}
