"""What was exported when: for each selection of records, the hash of every record at each of its dataset versions.

    exports/{selection}/{version}.txt    one line `id hash` per record

An export since a version compares with such a file: that is what makes its changes and its tombstones certain, where
times written into records are not. It also makes the version of a selection grow with every change.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

from errkb.dataset.atomic import write_text
from errkb.errors import UsageError
from errkb.model.timestamps import instant, later, newest

__all__ = ["Ledger", "State"]

KEPT = 30
"""Versions of one selection that are kept."""

State = dict[str, str]
"""Hash by id."""


class Ledger:
    """The versions of one selection of records."""

    def __init__(self, home: Path, selection: Mapping[str, object]) -> None:
        text = json.dumps(selection, sort_keys=True)
        self._folder = home / "exports" / blake2b(text.encode(), digest_size=8).hexdigest()

    def versions(self) -> list[str]:
        """Return the versions known, oldest first."""
        names = [_version(path) for path in self._folder.glob("*.txt")] if self._folder.is_dir() else []
        return sorted(name for name in names if instant(name) is not None)

    def version(self, own: str, state: State) -> str:
        """Return the version of a state: `own`, or later than the last one kept if that is not older and differs."""
        known = self.versions()
        if not known or newest([own]) > known[-1]:
            return newest([own])
        return known[-1] if self._read(known[-1]) == state else later(known[-1])

    def since(self, version: str) -> State:
        """Return the state of a version; raises `UsageError` if it is not known."""
        wanted = newest([version]) if instant(version) else version
        if wanted not in self.versions():
            known = ", ".join(self.versions()[-3:]) or "none: export everything first"
            raise UsageError(f"nothing is known of version {version[:40]!r} of these records", hint=f"known: {known}")
        return self._read(wanted)

    def keep(self, version: str, state: State) -> None:
        """Keep the state of a version; the oldest ones go. Raises `OSError`."""
        text = "".join(f"{identifier} {digest}\n" for identifier, digest in sorted(state.items()))
        write_text(self._path(version), text)
        for old in self.versions()[:-KEPT]:
            self._path(old).unlink(missing_ok=True)

    def _path(self, version: str) -> Path:
        return self._folder / f"{version.replace(':', '_')}.txt"

    def _read(self, version: str) -> State:
        lines = self._path(version).read_text(encoding="utf-8").splitlines()
        return {line[:16]: line[17:] for line in lines}


def _version(path: Path) -> str:
    return path.stem.replace("_", ":")
