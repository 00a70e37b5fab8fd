"""Packages of npm for a script that runs Node: they stand in `node_modules` of its environment (`sys.prefix`).

Install scripts of packages are not run, so what has to be downloaded or compiled at installation is not there. npm
reads the user's own settings (`npm_config_*`, .npmrc): where packages come from is theirs to say.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from errkb.errors import ErrkbError
from errkb.reproduce.needs import MissingNeedError

__all__ = ["install", "name_of"]

_OPTIONS = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--no-package-lock", "--loglevel=error"]
_UNREACHABLE = re.compile(r"E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|NETUNREACH|CONNRESET|TIMEDOUT|NOTCACHED)\b")
"""Codes npm ends with when it cannot get to packages at all."""


def install(folder: Path, packages: Sequence[str], seconds: int) -> dict[str, str]:
    """Install packages (`name@version`) below a folder and return their versions by name.

    Raises `MissingNeedError` if there is no npm or no way to packages, `ErrkbError` if npm refuses.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise MissingNeedError("needs the program npm", hint="install Node.js with npm")
    command = [npm, "install", "--prefix", str(folder), *_OPTIONS, *packages]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False, cwd=folder)
    except subprocess.TimeoutExpired:
        raise ErrkbError(f"npm install was still running after {seconds} seconds") from None
    if done.returncode:
        reason = " ".join(done.stderr.split())[-600:]
        if _UNREACHABLE.search(done.stderr):
            raise MissingNeedError(f"packages cannot be fetched here: {reason}", hint="is the network reachable?")
        raise ErrkbError(f"npm install failed: {reason}")
    return {name: _version(folder / "node_modules" / name) for name in map(name_of, packages)}


def name_of(package: str) -> str:
    """Return the name in `name@version`; names of a scope begin with an @ of their own."""
    return package[: package.index("@", 1)]


def _version(folder: Path) -> str:
    version: str = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    return version
