"""What has been reproduced already: one JSON line a script, appended when it is done, so that a run can go on.

A line that was torn by a crash is passed over. The key holds everything the outcome depends on but the matcher: script,
record, interpreter, releases asked for.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

__all__ = ["Ledger"]


class Ledger:
    """The keys of all outcomes that were good; `add` writes one at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._done = self._read()

    def __contains__(self, key: str) -> bool:
        return key in self._done

    def add(self, key: str) -> None:
        """Note a good outcome; raises `OSError`."""
        if key in self._done:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"\n{json.dumps({'done': key})}\n")  # the first line end closes a torn line
            file.flush()
            os.fsync(file.fileno())
        self._done.add(key)

    def _read(self) -> set[str]:
        done = set()
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return set()
        for line in lines:
            try:
                done.add(str(json.loads(line)["done"]))
            except (ValueError, KeyError, TypeError):
                continue
        return done
