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
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from errkb.dataset.atomic import write_text
from errkb.dataset.home import explained, locked
from errkb.dataset.sources import HARVEST
from errkb.errors import InputError, KnowledgeBaseError, UsageError
from errkb.harvest.compare import Change, compare
from errkb.harvest.entries import entries
from errkb.harvest.run import Crew, Harvest, Known, form, harvest
from errkb.harvest.text import decoded
from errkb.model.catalog import Finding
from errkb.model.located import Project, Skipped, SourceFile, UnreadableError
from errkb.model.report import Entry
from errkb.model.timestamps import newest
from errkb.targets import Files, Request, places, projects

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

    What each project said is kept there; if no file has changed since the last harvest, nothing is written. Another
    harvest of this source waits for this one. Raises `KnowledgeBaseError` if the folder cannot be written.
    """
    with ExitStack() as stack:
        with explained(folder):
            stack.enter_context(locked(folder.parent / f".{folder.name}.lock"))
        before = _manifest(folder)
        stamp = f"{time.time_ns():x}"
        report = HarvestReport(place=folder)
        crew = stack.enter_context(Crew(request.workers))
        into = _Into(folder, {row["key"]: row for row in before.get("projects", ())}, stamp, crew, note, report)
        rows = [into.add(project, files) for project, files in projects(request)]
        own = places(request)
        if (rows, own, form()) != tuple(before.get(key) for key in ("projects", "places", "form")):
            manifest = {"form": form(), "analyzedAt": into.now, "places": own, "projects": rows}
            with explained(folder):
                write_text(folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")
        _sweep(folder, {row["key"] for row in rows})
    return report


@dataclass(slots=True)
class _Into:
    """A harvest into a folder: what its manifest said of each project before, and the stamp of what is written now."""

    folder: Path
    before: dict[str, dict[str, Any]]
    stamp: str
    crew: Crew
    note: Note
    report: HarvestReport
    now: str = field(default_factory=lambda: datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))

    def add(self, project: Project, found: Files) -> dict[str, Any]:
        """Harvest a project and return its row of the manifest, the old one if none of its files has changed.

        The row and the cache bear one stamp: after a harvest that was killed they do not agree, and all is written
        again.
        """
        key = _key(project)
        cache, place = self.folder / f"{key}.known", self.folder / f"{key}.jsonl"
        version = project.version or project.commit
        row: dict[str, Any] = {"key": key, "name": project.name, "version": version, "repo": project.repo}
        same = self.before.get(key)
        head = _head(cache)
        fresh = same is not None and place.is_file() and same | row == same and head.get("stamp") == same.get("stamp")
        files = list(found) if project.on_disk else found
        skipped = _unchanged(files, head, self.report) if fresh and isinstance(files, list) else None
        if skipped is None:
            done = _harvest(project, files, self.crew, _load(cache), self.note, self.report)
            fresh = fresh and not done.changed
            if not fresh:
                row |= {"root": str(project.root or ""), "read": self.now, "stamp": self.stamp}
                with explained(place):
                    row["records"] = _write_lines(place, map(_line, entries(project, done.located(), self.now)))
                    _save(cache, done.known, self.stamp)
            skipped = done.skipped
        row = same if fresh and same is not None else row
        self.report.add(project, row["records"], skipped)
        return row


def other_places(folder: Path, request: Request) -> list[str]:
    """Return what a harvest below a home was made from, if that is not what is asked for now."""
    before: list[str] = _manifest(folder).get("places") or []
    return [] if before == places(request) else before


def _sweep(folder: Path, keys: set[str]) -> None:
    """Delete what belongs to no project of the manifest, and what a harvest that was killed has left."""
    for place in folder.glob("*"):
        if place.name != MANIFEST and place.name.partition(".")[0] not in keys:
            place.unlink(missing_ok=True)


def harvest_out(request: Request, out: Path, note: Note) -> HarvestReport:
    """Harvest into a `.jsonl` file of records, or into a folder of records with their evidence files.

    Raises `UsageError` if there is something else of that name, `InputError` if the place cannot be written.
    """
    report = HarvestReport(place=out)
    if out.exists() and out.is_dir() == (out.suffix == ".jsonl"):
        raise UsageError(
            f"{out} is {'a folder' if out.is_dir() else 'a file'}", hint="give --out DIR or --out FILE.jsonl"
        )
    found = harvest_entries(request, note, report)
    if out.suffix == ".jsonl":
        with _told(out):
            _write_lines(out, (json.dumps(entry.record, ensure_ascii=False) for entry in found))
        return report
    for entry in found:
        place = out / entry.record["repo"] / f"{entry.record['slug']}.json"
        with _told(place):
            write_text(place, json.dumps(entry.record, ensure_ascii=False, indent=2) + "\n")
            evidence = json.dumps(entry.evidence, ensure_ascii=False, indent=2)
            write_text(place.with_suffix(".evidence.json"), f"{evidence}\n")
    return report


@contextmanager
def _told(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        hint = "is there space, and may files be written there?"
        raise InputError(f"cannot be written: {error.strerror or error}", where=str(place), hint=hint) from error


def harvest_entries(request: Request, note: Note, report: HarvestReport | None = None) -> Iterator[Entry]:
    """Return the entries of all projects with their source windows; nothing is kept."""
    report = report or HarvestReport()
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    slugs: dict[str, set[str]] = {}
    with Crew(request.workers) as crew:
        for project, files in projects(request):
            kept: dict[str, bytes] = {}
            done = _harvest(project, _keeping(files, kept), crew, {}, note, report)
            count = 0
            taken = slugs.setdefault(project.repo, set())
            for entry in entries(project, done.located(), now, _lines_of(project, kept), taken):
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


def _unchanged(files: list[SourceFile | Skipped], head: dict[str, Any], report: HarvestReport) -> list[Skipped] | None:
    """Return what was left out if no file has changed, by size and time; the cache itself is not read."""
    states, faults = head.get("states", {}), head.get("faults", {})
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


def _save(cache: Path, known: Known, stamp: str) -> None:
    """Keep what the files of a project said: one line with their states and faults, one with all of it."""
    faults = {path: row[3] for path, row in known.items() if row[3]}
    states = {path: row[0] for path, row in known.items()}
    head = {"form": form(), "stamp": stamp, "states": states, "faults": faults}
    _write_lines(cache, (json.dumps(one, separators=(",", ":")) for one in (head, known)))


def _head(cache: Path) -> dict[str, Any]:
    """Return the first line of a cache; nothing if it is of another form or damaged."""
    try:
        with cache.open(encoding="utf-8") as file:
            head = dict(json.loads(file.readline()))
        return head if head["form"] == form() and {"states", "faults"} <= head.keys() else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _load(cache: Path) -> Known:
    if not _head(cache):
        return {}
    try:
        with cache.open(encoding="utf-8") as file:
            file.readline()
            return dict(json.loads(file.readline()))
    except (OSError, ValueError, TypeError):
        return {}
