"""Harvests and imports become sources of the knowledge base, and sources are forgotten."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from errkb.building import segments_of
from errkb.dataset.home import explained
from errkb.dataset.segments import fingerprint
from errkb.dataset.sources import IMPORTED, require_name
from errkb.errors import ErrkbError, UsageError
from errkb.holdings import Holdings

if TYPE_CHECKING:
    from errkb.harvests import HarvestReport, Note
    from errkb.imports import ImportReport, ImportRequest
    from errkb.targets import Request

__all__ = ["forget", "harvest", "take_in"]


def harvest(holdings: Holdings, request: Request, name: str | None, note: Note) -> HarvestReport:
    """Harvest into a source of its own and build it; a harvest of the same name is brought up to date."""
    from errkb.harvests import harvest_into, other_places
    from errkb.targets import source_name

    folder = _made(holdings, "harvest", name or source_name(request))
    if name is None and (other := other_places(folder, request)):
        raise UsageError(
            f"{folder.name} was harvested from {', '.join(other)}", hint="give this one a name with --name"
        )
    name = folder.name
    report = harvest_into(request, folder, note)
    if report.records:
        _admit(holdings, name, folder)
    return report


def take_in(holdings: Holdings, request: ImportRequest, note: Note) -> ImportReport:
    """Import into a source of its own and build it; an import of the same name takes the place of the old one."""
    from errkb.imports import Imported, import_into, source_name, writer

    name = request.name or source_name(request.path)
    folder = _made(holdings, IMPORTED, name)

    def use(place: Path) -> None:
        note("building the index", 0)
        imported = Imported(place)
        segments = segments_of(holdings.home)
        segments.publish(name, fingerprint(place), imported.content_key, writer(imported, name))

    with explained(folder):
        report = import_into(replace(request, name=name), folder, use, note)
    if report.name is not None:
        _register(holdings, name, folder)
    return report


def forget(holdings: Holdings, name: str) -> None:
    """Take a source out of the registry; what errkb has made of it is deleted, a folder of the user's stays."""
    holdings.require_writable()
    ours = {holdings.settings.home / kind for kind in ("harvest", IMPORTED)}
    made = [one.path for one in holdings.registry.list() if one.name == name and one.path.parent in ours]
    holdings.registry.remove(name)
    holdings.close()
    holdings.prune()
    for folder in made:
        shutil.rmtree(folder, ignore_errors=True)


def _made(holdings: Holdings, kind: str, name: str) -> Path:
    """Return the folder of a source that errkb makes; raises `UsageError` if its name is taken or cannot be one."""
    holdings.require_writable()
    require_name(name)
    folder = holdings.settings.home / kind / name
    known = {source.name: source.path for source in holdings.registry.list()}
    if name in known and known[name].resolve() != folder.resolve():
        raise UsageError(f"there is another source of this name: {name}", hint="give another one with --name")
    return folder


def _register(holdings: Holdings, name: str, folder: Path) -> None:
    """Register what was imported, if it is new; if that fails nothing of it is left."""
    holdings.close()
    if any(source.name == name for source in holdings.registry.list()):
        return
    try:
        holdings.registry.add(name, folder)
    except ErrkbError:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _admit(holdings: Holdings, name: str, folder: Path) -> None:
    """Register a source that errkb has made, if it is new, and build it; one that cannot be built is not kept."""
    is_new = all(source.name != name for source in holdings.registry.list())
    if is_new:
        holdings.registry.add(name, folder)
    try:
        holdings.build()
    except ErrkbError:
        if is_new:
            holdings.registry.remove(name)
        raise
