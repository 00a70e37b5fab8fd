"""The pages as files: a folder that any static host can serve, below any path, with its own search and dataset.

Records are read, drawn and written one after the other; only what lists and searches need stays in memory. The folder
is written aside and takes the place of the old one in one step, and only a folder that is a site of errkb, and nothing
else, is replaced.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from errkb.errors import InputError, UsageError
from errkb.export.replacing import aside, told
from errkb.exports import ExportRequest
from errkb.kb import KnowledgeBase
from errkb.model.content import encoded
from errkb.model.report import Entry
from errkb.render.record import envelope
from errkb.web.catalog import Catalog
from errkb.web.feeds import llms_txt, robots_txt, sitemaps
from errkb.web.listing import (
    SearchPage,
    Wanted,
    about_page,
    cards,
    family_page,
    home_page,
    repo_lines,
    repo_page,
    tag_lines,
    tag_page,
)
from errkb.web.paths import api_path, error_path, family_path, repo_path, tag_path
from errkb.web.rendering import STATIC, Renderer, Site, asset_names
from errkb.web.schemas import schema_folder, schema_names
from errkb.web.searchindex import SearchIndex

__all__ = ["SiteReport", "SiteRequest", "build_site"]

MARK = "errkb-site.json"
"""Stands in a folder that is a site of errkb."""
_OURS = re.compile(
    r"(?:errkb-site\.json|index\.html|404\.html|\.nojekyll|robots\.txt|llms\.txt|sitemap(?:-\d+)?\.xml"
    r"|(?:errors|repos|families|tags|about|search)/(?:[^/]+/){0,3}index\.html"
    r"|api/errors/[0-9a-f]{16}\.json|schema/[a-z-]+\.schema\.json|static/[a-z]+\.(?:css|js|svg)"
    r"|search/(?:meta\.json|df\.bin|w/\d+\.json|r/\d+/\d+\.json)"
    r"|data/(?:manifest\.json|index\.json\.gz|repos\.json|(?:repos|sidecars)/[^/]+/[^/]+\.json|info/[^/]+\.json))"
)
Note = Callable[[int, int], None]
"""Told how many records are done, and of how many."""


@dataclass(slots=True, frozen=True)
class SiteRequest:
    """What the site is to be: where it will be (with a slash at the end, empty if nobody knows yet), and of what."""

    address: str = ""
    named: tuple[str, ...] = ()
    report_url: str = ""


@dataclass(slots=True)
class SiteReport:
    """What was written."""

    place: Path
    records: int
    version: str
    files: int = 0
    bytes: int = 0
    warnings: list[str] = field(default_factory=list)


def build_site(kb: KnowledgeBase, request: SiteRequest, out: Path, note: Note = lambda *_: None) -> SiteReport:
    """Write the site of all records that are asked, in the place of an older one.

    Raises `InputError` where something else stands, `UsageError` if there are no records, `DatasetError` if it cannot
    be written; then what stands at `out` stays.
    """
    require_ours(out)
    articles, repos = kb.background()
    catalog = Catalog(kb.records(), articles, repos, kb.dataset_version)
    if not len(catalog):
        raise UsageError("there are no records", hint="`errkb sources` says what there is")
    site = Site(catalog.version, request.address, static=True, report_url=request.report_url, named=request.named)
    report = SiteReport(out, len(catalog), catalog.version)
    with told(out), aside(out, durable=False) as place:
        place.mkdir()
        written = _Written(place, report)
        kb.export(place / "data", ExportRequest(named=request.named), form="static")
        written.count(place / "data")
        _write_records(kb, Renderer(site, catalog), written, note)
        _write_lists(Renderer(site, catalog), written)
        _write_rest(site, catalog, written)
        written.text(MARK, encoded({"format": 1, "version": catalog.version}).decode())
        require_ours(out)  # writing took its time
    if not request.address:
        report.warnings.append("without --base-url there are no canonical links, and no sitemap")
    return report


def require_ours(out: Path) -> None:
    """Raise `InputError` unless nothing, an empty folder or a site of errkb stands at `out`."""
    if not out.exists() and not out.is_symlink():
        return
    if not out.is_dir():
        raise InputError("this is not a folder", where=str(out), hint="give a new or an empty folder")
    if Path.cwd().is_relative_to(os.path.realpath(out)):
        raise InputError("the folder you are in cannot be replaced", where=str(out), hint="call errkb from outside")
    for path in _files(out):
        if not (out / MARK).is_file() or _OURS.fullmatch(path.relative_to(out).as_posix()) is None or path.is_symlink():
            hint = "give a new or an empty folder, or move away what is not part of a site of errkb"
            raise InputError("there is something else here, so it is not replaced", where=str(path), hint=hint)


class _Written:
    """The new folder, and how much is in it."""

    def __init__(self, root: Path, report: SiteReport) -> None:
        self.root = root
        self._report = report

    def page(self, path: str, html: str) -> None:
        """Write a page."""
        self.text(f"{path}index.html", html)

    def text(self, name: str, text: str) -> None:
        """Write a file of text."""
        self.data(name, text.encode("utf-8", "replace"))

    def data(self, name: str, data: bytes) -> None:
        """Write a file."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self._report.files += 1
        self._report.bytes += len(data)

    def count(self, folder: Path) -> None:
        """Count what others have written."""
        for path in folder.rglob("*"):
            if path.is_file():
                self._report.files += 1
                self._report.bytes += path.stat().st_size


def _write_records(kb: KnowledgeBase, renderer: Renderer, written: _Written, note: Note) -> None:
    """Write the page and the JSON of every record, and the index of the search."""
    index = SearchIndex(written.root / "search")
    total = len(renderer.catalog)
    for done, entry in enumerate(kb.records(), 1):
        record = entry.record
        written.page(error_path(record["repo"], record["slug"]), renderer.record(entry))
        data = encoded(envelope(entry, renderer.site.version))
        for identifier in (record["id"], *_former(entry, renderer.catalog)):
            written.data(api_path(identifier, static=True), data)
        index.add(entry)
        note(done, total)
    index.finish()
    written.count(written.root / "search")


def _former(entry: Entry, catalog: Catalog) -> Iterator[str]:
    """Yield the ids that a record once had and no other has now."""
    for identifier in (entry.evidence or {}).get("formerIds", ()):
        if catalog.get(identifier) is None:
            yield identifier


def _write_lists(renderer: Renderer, written: _Written) -> None:
    """Write every page that is not a record's."""
    catalog = renderer.catalog
    for path, template, at, page in (
        ("", "home.html", "home", home_page(catalog)),
        ("repos/", "repos.html", "repos", {"repos": repo_lines(catalog)}),
        ("families/", "families.html", "families", {"families": cards(catalog)}),
        ("tags/", "tags.html", "tags", {"tags": tag_lines(catalog)}),
        ("about/", "about.html", "about", about_page(catalog, schema_names(), renderer.site.named)),
        ("search/", "search.html", "search", SearchPage("", None, [])),
    ):
        written.page(path, renderer.draw(template, path, at=at, page=page))
    written.text("404.html", renderer.draw("missing.html", None, at="missing", page={"rows": []}))
    for family in catalog.families:
        path = family_path(family)
        written.page(path, renderer.draw("family.html", path, at="families", page=family_page(catalog, family)))
    for repo in catalog.repos:
        pages = repo_page(catalog, repo).pages
        for number in range(1, pages + 1):
            path = repo_path(repo, number)
            rows = repo_page(catalog, repo, Wanted(number=number))
            written.page(path, renderer.draw("repo.html", path, at="repos", page=rows))
    for tag in catalog.tags:
        pages = tag_page(catalog, tag).pages
        for number in range(1, pages + 1):
            path = tag_path(tag, number)
            written.page(path, renderer.draw("tag.html", path, at="tags", page=tag_page(catalog, tag, number)))


def _write_rest(site: Site, catalog: Catalog, written: _Written) -> None:
    """Write what pages load and what programs ask for."""
    for name in asset_names():
        written.data(f"static/{name}", (STATIC / name).read_bytes())
    (written.root / "schema").mkdir()
    for name in schema_names():
        shutil.copyfile(schema_folder() / name, written.root / "schema" / name)
    written.count(written.root / "schema")
    written.text("robots.txt", robots_txt(site))
    written.text("llms.txt", llms_txt(site, catalog))
    written.text(".nojekyll", "")
    if site.address:
        for name, text in sitemaps(site, catalog):
            written.text(name, text)


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_dir():
            yield path
