"""What a script runs in: an interpreter that fits, an environment made by uv, and the versions of what is in it.

Scripts with the same pins share one environment; environments stay below the home until they are deleted by hand
(`ERRKB_HOME/reproduce`). uv is given the interpreter by its full path and never downloads one. It reads the user's own
settings (`UV_*`, uv.toml): where packages come from is theirs to say.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from errkb.dataset.script import Script
from errkb.errors import ErrkbError, InputError, MissingExtraError
from errkb.reproduce import npm
from errkb.reproduce.needs import MissingNeedError, program_version, require_file

__all__ = ["Environment", "Environments", "Interpreter", "interpreters"]

SECONDS = 900
"""A download of large packages over a slow line."""
_EXTRA = "pip install 'errkb[reproduce]'"
_UNREACHABLE = re.compile("error sending request|dns error|the network was disabled", re.IGNORECASE)
"""What uv says when it cannot get to packages at all, which is no fault of the script that names them."""


@dataclass(slots=True, frozen=True)
class Interpreter:
    """A Python on this machine; `version` is the full one (`3.11.7`)."""

    path: Path
    version: str


@dataclass(slots=True, frozen=True)
class Environment:
    """A place a script can run in; `packages` are the versions of what it declares, programs included."""

    python: Path
    version: str
    packages: dict[str, str]


def interpreters(paths: Sequence[Path]) -> list[Interpreter]:
    """Return the interpreters asked for, by default the one that runs errkb; raises `InputError` for what is none."""
    found = []
    for path in paths or [Path(getattr(sys, "_base_executable", None) or sys.executable)]:
        given = shutil.which(path) or str(path)
        code = "import sys; print(sys.executable); print('.'.join(map(str, sys.version_info[:3])))"
        try:
            done = subprocess.run([given, "-I", "-c", code], capture_output=True, text=True, timeout=60, check=True)
            executable, version = done.stdout.split("\n")[:2]
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            hint = "give the full path of a Python"
            raise InputError(f"this is no Python that runs: {error}", where=given, hint=hint) from None
        found.append(Interpreter(Path(executable), version))
    return found


class Environments:
    """The environments below a folder, made when they are first asked for; safe to ask from several threads."""

    def __init__(self, folder: Path, pythons: Sequence[Interpreter]) -> None:
        self._folder = folder
        self._pythons = pythons
        self._uv = _uv()
        self._guard = Lock()
        self._locks: dict[str, Lock] = {}

    def interpreter(self, script: Script) -> Interpreter:
        """Return the first interpreter that the script accepts; raises `MissingNeedError` if there is none."""
        from packaging.specifiers import InvalidSpecifier, SpecifierSet

        try:
            wanted = SpecifierSet(script.requires_python)
        except InvalidSpecifier:
            raise ErrkbError(f"a bad requires-python: {script.requires_python!r}", where=str(script.path)) from None
        for python in self._pythons:
            if wanted.contains(python.version):
                return python
        have = ", ".join(python.version for python in self._pythons)
        hint = "give one with --python"
        raise MissingNeedError(f"needs Python {script.requires_python}; there is {have}", hint=hint)

    def provide(self, script: Script, dependencies: Sequence[str]) -> Environment:
        """Return an environment with these dependencies (those of the script, or other releases of them).

        Raises `MissingNeedError` for a program or an interpreter that is not there, `ErrkbError` if packages cannot be
        installed.
        """
        programs = {name: program_version(name) for name in script.requires}
        for path in script.files:
            require_file(path)
        python = self.interpreter(script)
        folder = self._folder / _key(python, dependencies, script.npm)
        with self._guard:
            lock = self._locks.setdefault(folder.name, Lock())
        with lock:
            if not (folder / "packages.json").is_file():
                self._make(folder, python, dependencies, script.npm)
        installed = json.loads((folder / "packages.json").read_text(encoding="utf-8"))
        named = {name: installed[_normal(name)] for name in map(_name, dependencies) if _normal(name) in installed}
        named |= {name: version for name, version in installed.items() if name in map(npm.name_of, script.npm)}
        return Environment(_python_of(folder), python.version, named | programs)

    def _make(self, folder: Path, python: Interpreter, dependencies: Sequence[str], of_npm: Sequence[str]) -> None:
        """Make an environment; the list of its packages is written last and says that it is whole."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        self._run("venv", "--quiet", "--python", str(python.path), str(folder))
        if dependencies:
            self._run("pip", "install", "--quiet", "--python", str(_python_of(folder)), *dependencies)
        listed = self._run("pip", "list", "--format", "json", "--python", str(_python_of(folder)))
        packages = {_normal(item["name"]): item["version"] for item in json.loads(listed)}
        if of_npm:
            packages |= npm.install(folder, of_npm, SECONDS)
        temporary = folder / "packages.json.tmp"
        temporary.write_text(json.dumps(packages, indent=1), encoding="utf-8")
        os.replace(temporary, folder / "packages.json")

    def _run(self, *arguments: str) -> str:
        environment = os.environ | {"UV_PYTHON_DOWNLOADS": "never", "UV_NO_PROGRESS": "1"}
        environment.pop("VIRTUAL_ENV", None)
        try:
            done = subprocess.run(
                [self._uv, *arguments], capture_output=True, text=True, timeout=SECONDS, check=False, env=environment
            )
        except subprocess.TimeoutExpired:
            raise ErrkbError(f"uv {arguments[0]} was still running after {SECONDS} seconds") from None
        if done.returncode:
            reason = " ".join(done.stderr.split())[-600:]
            if _UNREACHABLE.search(done.stderr):
                raise MissingNeedError(f"packages cannot be fetched here: {reason}", hint="is the network reachable?")
            raise ErrkbError(f"uv {' '.join(arguments[:2])} failed: {reason}")
        return done.stdout


def _uv() -> str:
    """Return uv: beside the interpreter, else on the path; raises `MissingExtraError` if it is nowhere."""
    beside = Path(sys.executable).parent / ("uv.exe" if sys.platform == "win32" else "uv")
    found = str(beside) if beside.is_file() else shutil.which("uv")
    try:
        import packaging.requirements  # noqa: F401 (asked for later)
    except ImportError:
        raise MissingExtraError("reproducing needs the package packaging", hint=_EXTRA) from None
    if found is None:
        raise MissingExtraError("reproducing needs uv, which builds the environments of the scripts", hint=_EXTRA)
    return found


def _key(python: Interpreter, dependencies: Sequence[str], of_npm: Sequence[str]) -> str:
    parts = [str(python.path), python.version, sorted(dependencies), *([sorted(of_npm)] if of_npm else [])]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _python_of(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _name(dependency: str) -> str:
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        return Requirement(dependency).name
    except InvalidRequirement as error:
        raise ErrkbError(f"a bad dependency: {error}") from None


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
