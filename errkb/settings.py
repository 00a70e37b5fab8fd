"""Settings, read from the environment once, at the edges."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

__all__ = ["MAX_PASTE_BYTES", "Settings"]

MAX_PASTE_BYTES = 64 * 1024 * 1024
"""More than this is not a paste; `explain` refuses it with a hint."""


@dataclass(slots=True, frozen=True)
class Settings:
    """Where errkb keeps its knowledge base.

    `home` is the user's cache folder (`ERRKB_HOME`, else the platform's cache directory). `kb` is a prebuilt knowledge
    base made by `errkb build --out` (`ERRKB_KB`), used as it is and never written. `plugins` lets installed packages
    add parsers (`ERRKB_PLUGINS=1`).
    """

    home: Path
    kb: Path | None = None
    plugins: bool = False

    @classmethod
    def from_environment(cls) -> Settings:
        """Read `ERRKB_HOME`, `ERRKB_KB` and `ERRKB_PLUGINS`; an empty value counts as unset."""
        home = os.environ.get("ERRKB_HOME")
        kb = os.environ.get("ERRKB_KB")
        return cls(
            Path(home).expanduser() if home else _cache_folder(),
            Path(kb).expanduser() if kb else None,
            plugins=os.environ.get("ERRKB_PLUGINS", "") not in ("", "0"),
        )


def _cache_folder() -> Path:
    import platformdirs  # not needed when ERRKB_HOME is set

    return Path(platformdirs.user_cache_dir("errkb", appauthor=False))
