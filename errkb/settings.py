"""Settings, read from the environment once, at the edges."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

__all__ = ["MAX_PASTE_BYTES", "PROJECT_FOLDER", "Settings"]

PROJECT_FOLDER = ".errkb"
"""Folder of a project that holds its private records."""

MAX_PASTE_BYTES = 64 * 1024 * 1024
"""More than this is not a paste; `explain` refuses it with a hint."""


@dataclass(slots=True, frozen=True)
class Settings:
    """Where errkb keeps its knowledge base.

    `home` is the user's cache folder (`ERRKB_HOME`, else the platform's cache directory). `kb` is a prebuilt knowledge
    base made by `errkb build --out` (`ERRKB_KB`), used as it is and never written. `plugins` lets installed packages
    add parsers (`ERRKB_PLUGINS=1`). `private` are the folders of private records that exist, the project's first;
    `user` is the user's own, whether it exists or not (`ERRKB_PRIVATE`, else beside the cache of `ERRKB_HOME`, else
    the platform's data directory). `offline` keeps every command off the network (`ERRKB_OFFLINE=1`). `only` names
    the sources that are asked, `None` for all: what serves others must not answer from what is nobody else's business.
    """

    home: Path
    kb: Path | None = None
    plugins: bool = False
    private: tuple[Path, ...] = ()
    user: Path | None = None
    offline: bool = False
    only: tuple[str, ...] | None = None

    @classmethod
    def from_environment(cls) -> Settings:
        """Read the `ERRKB_` variables; an empty value counts as unset."""
        home = os.environ.get("ERRKB_HOME")
        kb = os.environ.get("ERRKB_KB")
        own = os.environ.get("ERRKB_PRIVATE")
        user = Path(own).expanduser() if own else Path(home).expanduser() / "private" if home else _data_folder()
        folders = (_project_folder(), user if user.is_dir() else None)
        return cls(
            Path(home).expanduser() if home else _cache_folder(),
            Path(kb).expanduser() if kb else None,
            plugins=os.environ.get("ERRKB_PLUGINS", "") not in ("", "0"),
            private=tuple(folder for folder in folders if folder is not None),
            user=user,
            offline=os.environ.get("ERRKB_OFFLINE", "") not in ("", "0"),
        )


def _project_folder() -> Path | None:
    """Return the nearest `.errkb` folder from the working directory upwards, `None` if there is none.

    One that belongs to another user is passed over: in a shared folder such as /tmp anybody can put one.
    """
    try:
        here = Path.cwd()
    except OSError:  # the working directory is gone
        return None
    for folder in (here, *here.parents):
        found = folder / PROJECT_FOLDER
        try:
            owner = found.stat().st_uid if found.is_dir() else None
        except OSError:
            continue
        if owner is not None and (not hasattr(os, "getuid") or owner in (os.getuid(), 0)):
            return found
    return None


def _data_folder() -> Path:
    import platformdirs

    return Path(platformdirs.user_data_dir("errkb", appauthor=False)) / "private"


def _cache_folder() -> Path:
    import platformdirs  # not needed when ERRKB_HOME is set

    return Path(platformdirs.user_cache_dir("errkb", appauthor=False))
