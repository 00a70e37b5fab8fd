"""Installed distributions, read from their metadata on disk. Nothing is imported, no interpreter is started."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from errkb.errors import UsageError
from errkb.model.located import Skipped, SourceFile
from errkb.source.limits import MAX_BYTES
from errkb.source.tree import Wanted

__all__ = ["Distribution", "distributions", "find_distribution"]

_GITHUB = re.compile(r"https?://(?:www\.)?github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?(?:[/#?\s].*)?$")
_MAX_METADATA = 4_000_000
_PREFERRED = ("source", "repository", "code", "github", "homepage", "home")


@dataclass(slots=True, frozen=True)
class Distribution:
    """One installed distribution: name, version, the folders it is imported by, its repository if it names one."""

    name: str
    version: str
    root: Path
    folder: Path
    imports: tuple[str, ...]
    repo: str | None

    def files(self, wanted: Wanted) -> Iterator[SourceFile | Skipped]:
        """Return its wanted files, by its own list of them."""
        top = os.path.realpath(self.root)
        inside: dict[str, bool] = {}
        for path in _recorded(self.folder / "RECORD"):
            reason = wanted(path)
            if reason:
                yield Skipped(path, reason)
            if reason is not None:
                continue
            place = self.root / path
            above = path.rpartition("/")[0]
            if above not in inside:
                inside[above] = os.path.realpath(self.root / above) == os.path.join(top, above).rstrip("/")
            if not inside[above]:
                yield Skipped(path, "behind a symbolic link")
                continue
            try:
                state = place.lstat()
            except OSError:
                continue
            if not place.is_file() or place.is_symlink():
                yield Skipped(path, "not a regular file")
            elif state.st_size > MAX_BYTES:
                yield Skipped(path, f"larger than {MAX_BYTES // 1_000_000} MB")
            else:
                yield SourceFile(path, place, state.st_size, f"{state.st_size}-{state.st_mtime_ns}")


def distributions(folders: list[Path]) -> Iterator[Distribution]:
    """Return the distributions installed in the folders, by name."""
    for folder in folders:
        for info in sorted(folder.glob("*.dist-info")):
            found = _distribution(folder, info)
            if found is not None:
                yield found


def find_distribution(name: str, folders: list[Path]) -> Distribution:
    """Return the distribution of a name, or of the name it is imported by. Raises `UsageError` with near names."""
    wanted = _plain(name)
    known = []
    for one in distributions(folders):
        if _plain(one.name) == wanted or name in one.imports:
            return one
        known.append(one.name)
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=3)
    hint = f"did you mean: {', '.join(close)}" if close else "use --python for another environment than errkb's own"
    raise UsageError(f"no package, folder or archive is called {name!r}", hint=hint)


def _distribution(root: Path, info: Path) -> Distribution | None:
    try:
        with (info / "METADATA").open(encoding="utf-8", errors="replace") as file:
            text = file.read(_MAX_METADATA).split("\n\n", 1)[0]
    except OSError:
        return None
    from email.parser import HeaderParser  # not needed to answer

    head = HeaderParser().parsestr(text)
    name = str(head.get("Name") or info.name.partition("-")[0])
    urls = [str(value) for value in head.get_all("Project-URL", [])] + [f"home, {head.get('Home-page', '')}"]
    imports = dict.fromkeys(
        path.partition("/")[0] for path in _recorded(info / "RECORD") if path.endswith(".py") and "/" in path
    )
    own = tuple(one for one in imports if not one.endswith((".dist-info", ".data")) and one != "..")
    return Distribution(name, str(head.get("Version", "")), root, info, own, _repo(urls))


def _repo(urls: list[str]) -> str | None:
    def order(url: str) -> int:
        label = url.partition(",")[0].lower()
        return next((number for number, word in enumerate(_PREFERRED) if word in label), len(_PREFERRED))

    for url in sorted(urls, key=order):
        found = _GITHUB.search(url.partition(",")[2].strip())
        if found and not found[1].startswith("sponsors/"):
            return found[1]
    return None


def _recorded(record: Path) -> Iterator[str]:
    import csv

    try:
        with record.open(encoding="utf-8", errors="replace", newline="") as file:
            for row in csv.reader(line.replace("\0", "") for line in file):
                if row and not row[0].startswith(("/", "..")) and ".." not in row[0].split("/"):
                    yield row[0]
    except (OSError, csv.Error):
        return


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
