"""What stands where in a `records/` folder: one record with its sidecars, or one article, at a time.

    {owner}/{repo}/{slug}.json            the record
    {owner}/{repo}/{slug}.evidence.json   sidecars
    {owner}/{repo}/{slug}.verified.json
    _info/{slug}.json                     background articles
    _exceptions.json                      findings of lint that are right as they are

Names that start with a dot (temporary files) and files that are not JSON are passed over. Nothing outside the folder
is ever read: a symbolic link that leads out of it is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from errkb.model.catalog import Finding

__all__ = ["ARTICLES", "EXCEPTIONS", "PLACES", "SIDECARS", "Files", "Scan", "place", "scan", "sidecar"]

ARTICLES = "_info"
EXCEPTIONS = "_exceptions.json"
SIDECARS = ("evidence", "verified")
PLACES = "records stand in {owner}/{repo}/{slug}.json, their sidecars beside them in {slug}.evidence.json"


@dataclass(slots=True)
class Files:
    """The files of one record; `repo` and `slug` are what the place says; `record` is `None` for orphan sidecars."""

    repo: str
    slug: str
    record: Path | None = None
    sidecars: dict[str, Path] = field(default_factory=dict)


@dataclass(slots=True)
class Scan:
    """Everything found in a folder, in the order of its names."""

    records: list[Files] = field(default_factory=list)
    articles: list[Path] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def place(record: dict[str, Any]) -> Path:
    """Return where a record stands within a `records/` folder."""
    return Path(record["repo"]) / f"{record['slug']}.json"


def sidecar(path: Path, kind: str) -> Path:
    """Return where a sidecar (`evidence` or `verified`) of the record at `path` stands."""
    return path.with_name(f"{path.stem}.{kind}.json")


def scan(root: Path) -> Scan:
    """Look through a `records/` folder without opening a file; raises `OSError` if the folder itself is unreadable."""
    found = Scan()
    look = _Look(root.resolve(), found.findings)
    for owner in look.into(root, required=True):
        if not owner.is_dir():
            if owner.name != EXCEPTIONS:
                look.misplaced(owner)
        elif owner.name == ARTICLES:
            found.articles += [path for path in look.into(owner) if path.suffix == ".json"]
        else:
            for repo in look.into(owner):
                if repo.is_dir():
                    found.records += look.records(repo)
                else:
                    look.misplaced(repo)
    return found


@dataclass(slots=True)
class _Look:
    limit: Path
    findings: list[Finding]

    def into(self, folder: Path, *, required: bool = False) -> Iterator[Path]:
        try:
            paths = sorted(folder.iterdir())
        except OSError as error:
            if required:
                raise
            self.findings.append(Finding("unreadable", f"cannot be read: {error.strerror}", file=folder))
            return
        for path in paths:
            if path.name.startswith("."):
                continue
            if path.is_symlink() and self._leads_out(path):
                self.findings.append(Finding("symlink", "a symbolic link out of the records folder", file=path))
            else:
                yield path

    def records(self, folder: Path) -> Iterator[Files]:
        """Yield the files of each record in `{owner}/{repo}`."""
        by_slug: dict[str, Files] = {}
        for path in self.into(folder):
            slug, *kind = path.name.removesuffix(".json").split(".")
            if path.suffix != ".json" or len(kind) > 1 or (kind and kind[0] not in SIDECARS) or path.is_dir():
                self.misplaced(path)
                continue
            files = by_slug.setdefault(slug, Files(f"{folder.parent.name}/{folder.name}", slug))
            if kind:
                files.sidecars[kind[0]] = path
            else:
                files.record = path
        for _, files in sorted(by_slug.items()):  # by slug: the order of the names has `a-b` before `a`
            for path in () if files.record else files.sidecars.values():
                self.findings.append(Finding("orphan-sidecar", f"no record {files.slug}.json beside it", file=path))
            yield files

    def _leads_out(self, link: Path) -> bool:
        try:
            return not link.resolve().is_relative_to(self.limit)
        except (OSError, RuntimeError):  # a link to itself
            return True

    def misplaced(self, path: Path) -> None:
        """Note a JSON file, or a folder, where none belongs; other files are passed over."""
        if path.suffix == ".json" or path.is_dir():
            self.findings.append(Finding("file-place", "this does not belong here", file=path, hint=PLACES))
