"""What a script needs that no environment can give it: programs and files of this machine."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
from pathlib import Path

from errkb.errors import ErrkbError

__all__ = ["MissingNeedError", "program_version", "require_file"]

_VERSION = re.compile(r"\d+(?:\.\d+){1,3}")


class MissingNeedError(ErrkbError):
    """Something a script needs is not on this machine: a program, an interpreter, a way to packages. It is skipped."""


@functools.cache
def program_version(name: str) -> str:
    """Return the version a program tells, `present` if it tells none; raises `MissingNeedError` without the program."""
    path = shutil.which(name)
    if path is None:
        raise MissingNeedError(f"needs the program {name}", hint=f"install {name}")
    for argument in ("--version", "version"):
        try:
            done = subprocess.run(
                [path, argument], capture_output=True, text=True, errors="replace", timeout=30, check=False
            )
        except (OSError, subprocess.SubprocessError):
            continue
        found = _VERSION.search(done.stdout + done.stderr)
        if found and not done.returncode:
            return found[0]
    return "present"


def require_file(path: str) -> None:
    """Raise `MissingNeedError` if there is no such file."""
    if not Path(path).is_file():
        raise MissingNeedError(f"needs the file {path}", hint="the script names the package that has it")
