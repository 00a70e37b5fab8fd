"""Where the packages of an environment are installed.

An environment is given by its interpreter (`--python`), which is never started: its `site-packages` stand at known
places beside it.
"""

from __future__ import annotations

from pathlib import Path

from errkb.errors import InputError

__all__ = ["site_packages"]


def site_packages(python: Path | None) -> list[Path]:
    """Return the folders that packages are installed in, of another interpreter or of errkb's own.

    Raises `InputError` if there is no such interpreter, or none is found beside it.
    """
    if python is None:
        import sysconfig

        own = dict.fromkeys(Path(sysconfig.get_path(name)) for name in ("purelib", "platlib"))
        return [folder for folder in own if folder.is_dir()]
    if not python.exists():
        raise InputError("no such interpreter", where=str(python), hint="e.g. --python .venv/bin/python, or its folder")
    top = python if python.is_dir() else python.parent.parent
    found = [
        *sorted(top.glob("lib/python3*/site-packages")),
        *sorted(top.glob("lib64/python3*/site-packages")),
        *sorted(top.glob("Lib/site-packages")),
        *sorted(top.glob("lib/python3/dist-packages")),
    ]
    folders = list({folder.resolve(): folder for folder in found}.values())
    if not folders:
        hint = "Give the interpreter of the environment, e.g. --python .venv/bin/python, or its folder."
        raise InputError("no installed packages beside it", where=str(python), hint=hint)
    return folders
