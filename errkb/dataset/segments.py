"""Segments: immutable folders that hold what one source of the knowledge base gives, and the pointer to one of them.

    segments/{source}/current.json        which segment, and for which state of the source it was built
    segments/{source}/{content hash}/     record file, match index, tables; segment.json lists the files
    segments/{source}/.build-…/           being built

Nothing ever writes into a segment that can be read: a new one is built aside, renamed, and the pointer replaced. Two
processes that build at once build the same folder twice and one of them is kept; one that is killed leaves the old
segment in use and a folder that a later build sweeps away. A pointer or a segment that is torn, incomplete or of
another format counts as not built, so the worst that damage can cause is building again. What is small enough is
read through and held against its checksum before it is used: a millisecond or two for each megabyte, against a
changed byte that would answer with another message or none at all.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Callable, Collection, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

from errkb import __version__
from errkb.dataset.atomic import sync_folder, write_text
from errkb.dataset.home import explained, locked
from errkb.errors import KnowledgeBaseError

__all__ = ["ABANDONED", "DEPTH", "FORMAT", "Segments", "fingerprint", "folder_size"]

T = TypeVar("T")

FORMAT = "3"
"""Raised when the files of a segment change their layout."""
POINTER = "current.json"
MANIFEST = "segment.json"
BUILDING = ".build-"
LOCK = ".lock"
ABANDONED = 3600
"""Seconds after which a folder that is being built belongs to a process that was killed."""
DEPTH = 3
"""Folders down to a record: the records folder, the owner, the repository."""
CHECKED = 16 * 1024 * 1024
"""Bytes of the largest file whose checksum is compared before it is used; of larger ones only the size is."""
KEPT = 2
"""Segments of one source that stay after a new one is published: it, and the one others may still be opening."""


def fingerprint(folder: Path, depth: int = DEPTH) -> str:
    """Return a text that changes when a JSON or TOML file below `folder` appears, goes or is written.

    Looks at names, sizes and modification times only, opens nothing, follows no links and goes no deeper than records
    stand. Take it *before* reading the files: then a change
    in between shows the next time. Raises `OSError` if `folder` is missing.
    """
    states = sorted(_states(os.fspath(folder), "", depth))
    # The version, because some package managers give every file the same modification time.
    text = "".join([__version__, "\n", *states])
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def folder_size(folder: Path) -> int:
    """Return how many bytes the files below `folder` have, one of several names once, 0 if it is not there."""
    total, seen = 0, set()
    # A walk passes over folders that were swept meanwhile, where `rglob` fails.
    for path in (os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names):
        try:
            state = os.lstat(path)
        except FileNotFoundError:
            continue
        same = (state.st_dev, state.st_ino)
        if stat.S_ISREG(state.st_mode) and (state.st_nlink == 1 or same not in seen):
            total += state.st_size
            seen.add(same)
    return total


class Segments:
    """The segments below a home. `form` tells the layout of the files in them: another layout counts as not built.

    Files with a suffix in `caches` may be missing, or be made anew by whoever reads them: they are no part of what
    makes it whole.
    """

    def __init__(self, home: Path, form: str = FORMAT, caches: Collection[str] = ()) -> None:
        self.home = home
        self.form = form
        self.caches = frozenset(caches)

    def current(self, name: str, fingerprint: str | None = None) -> Path | None:
        """Return the segment in use for a source, `None` if there is none that was built for this fingerprint.

        Without a fingerprint any state of the source will do. Damage counts as not built.
        """
        pointer = _read(self._folder(name) / POINTER)
        if pointer.get("format") != self.form or fingerprint not in {None, pointer.get("fingerprint")}:
            return None
        segment = self._folder(name) / os.path.basename(str(pointer.get("segment")))
        return segment if self._whole(segment) else None

    def open(self, name: str, fingerprint: str | None, opener: Callable[[Path], T]) -> T | None:
        """Return `opener(segment)` for the current segment, `None` if there is none.

        Between reading the pointer and opening its files another process may publish and sweep: if the opener fails on
        a segment that is no longer the current one, it is called again. Raises what the opener raises, and
        `KnowledgeBaseError` for a file that is not what was written.
        """
        segment = self.current(name, fingerprint)
        while segment is not None:
            try:
                self._check(segment)
                return opener(segment)
            except (OSError, KnowledgeBaseError):
                failed, segment = segment, self.current(name, fingerprint)
                if segment == failed:
                    raise
        return None

    def publish(self, name: str, fingerprint: str, content_key: str, write: Callable[[Path], None]) -> Path:
        """Make a segment the current one of a source and return its folder.

        `write` fills the folder it is given; it is not called if a segment of this content is there already. Raises
        `ReadOnlyHomeError` or `KnowledgeBaseError`, and whatever `write` raises; then the old segment stays in use.
        """
        folder = self._folder(name)
        segment = folder / blake2b(f"{self.form}\0{content_key}".encode(), digest_size=16).hexdigest()
        pointer = {"fingerprint": fingerprint, "segment": segment.name, "format": self.form}
        with explained(folder):
            folder.mkdir(parents=True, exist_ok=True)
            built = None if self._whole(segment) else self._build(folder, write)
            try:
                with locked(folder / LOCK):
                    if not self._whole(segment):
                        built = built or self._build(folder, write)  # swept since the first look
                        _remove(segment)
                        built.rename(segment)
                        sync_folder(folder)
                    write_text(folder / POINTER, json.dumps(pointer, indent=2) + "\n", durable=True)
                    _sweep(folder, KEPT)
            finally:
                if built is not None:
                    _remove(built)
        return segment

    def prune(self, keep: int = 1, known: Collection[str] | None = None) -> int:
        """Delete what nothing uses and return how many segments that were.

        Of each source `keep` segments stay, the current one first; a source that is not in `known` (default: all are)
        loses everything. Raises `ReadOnlyHomeError` or `KnowledgeBaseError`.
        """
        root, removed = self.home / "segments", 0
        for folder in sorted(root.iterdir()) if root.is_dir() else ():
            gone = known is not None and folder.name not in known
            with explained(folder), locked(folder / LOCK):
                removed += _sweep(folder, 0 if gone else keep)
                if gone:
                    _remove(folder)
        return removed

    def size(self) -> int:
        """Return how many bytes all segments take, unfinished ones included."""
        return folder_size(self.home / "segments")

    def _folder(self, name: str) -> Path:
        return self.home / "segments" / name

    def _whole(self, segment: Path) -> bool:
        manifest = _read(segment / MANIFEST)
        if manifest.get("format") != self.form:
            return False
        try:
            return all(os.stat(segment / file).st_size == size for file, size in manifest["files"].items())
        except (OSError, KeyError, AttributeError):
            return False

    def _check(self, segment: Path) -> None:
        """Raise `KnowledgeBaseError` if a file of a segment holds other bytes than were written."""
        sums = _read(segment / MANIFEST).get("checksums")
        for name, wanted in sums.items() if isinstance(sums, dict) else ():
            path = segment / name
            try:
                sound = path.stat().st_size > CHECKED or crc32(path.read_bytes()) == wanted
            except OSError:  # the manifest itself was damaged, or the segment swept meanwhile
                sound = False
            if not sound:
                raise KnowledgeBaseError("this file was damaged", where=str(path), hint="run: errkb build --force")

    def _build(self, folder: Path, write: Callable[[Path], None]) -> Path:
        built = folder / f"{BUILDING}{os.getpid()}-{os.urandom(4).hex()}"
        built.mkdir()  # not `tempfile`: whoever may read the home may read the segment
        try:
            write(built)
            files, sums = {}, {}
            for path in sorted(path for path in built.rglob("*") if path.is_file()):
                if path.suffix not in self.caches:
                    name = path.relative_to(built).as_posix()
                    files[name], sums[name] = _force(path)
            manifest = {"format": self.form, "files": files, "checksums": sums}
            write_text(built / MANIFEST, json.dumps(manifest, indent=2) + "\n", durable=True)
        except BaseException:
            _remove(built)
            raise
        return built


def _states(folder: str, prefix: str, depth: int = DEPTH) -> Iterator[str]:
    with os.scandir(folder) as names:
        for name in names:
            if name.name.startswith("."):
                continue
            if name.name.endswith((".json", ".toml")):
                state = name.stat(follow_symlinks=False)
                yield f"{prefix}{name.name}\0{state.st_size}\0{state.st_mtime_ns}\n"
            elif depth > 1 and name.is_dir(follow_symlinks=False):
                yield from _states(name.path, f"{prefix}{name.name}/", depth - 1)


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _force(path: Path) -> tuple[int, int]:
    """Force a file to disk and return its size in bytes and the checksum of what it holds, 0 where nobody compares."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        size = os.fstat(file.fileno()).st_size
        return size, crc32(file.read()) if size <= CHECKED else 0


def _sweep(folder: Path, keep: int) -> int:
    """Delete all but `keep` segments, the current one and the youngest first, and what killed builds left behind."""
    current = _read(folder / POINTER).get("segment")
    segments = []
    for path in folder.iterdir():
        try:
            age = path.lstat().st_mtime
        except FileNotFoundError:  # another process has finished its build
            continue
        if path.is_dir() and not path.name.startswith("."):
            segments.append((path.name == current, age, path))
        elif path.name.startswith(".") and path.name != LOCK and time.time() - age > ABANDONED:
            _remove(path)
    segments.sort(reverse=True)
    for _, _, path in segments[keep:]:
        _remove(path)
    return len(segments[keep:])


def _remove(path: Path) -> None:
    """Delete a file or a folder, if it is there."""
    import shutil  # not needed to answer

    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
