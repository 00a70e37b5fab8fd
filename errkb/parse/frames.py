"""Which package and repository a frame of a traceback belongs to, read off its path alone.

Nothing is imported and no file is looked up: the paste usually comes from another machine.
"""

from __future__ import annotations

import sys
from functools import lru_cache

from errkb.model.event import Frame
from errkb.parse.lazy import Lazy
from errkb.parse.packages import REPOS, repo_of

__all__ = ["locate", "make_frame"]

_CPYTHON = "python/cpython"
_NAMESPACES = frozenset({"google", "azure", "nvidia", "zope", "ruamel", "backports", "jaraco", "opentelemetry"})
_SOURCE_FOLDERS = frozenset({"src", "python", "lib", "source", "sources", "packages"})
_SUFFIXES = (".py", ".pyc", ".pyx", ".pxi", ".pxd", ".pyi", ".so", ".pyd")
_COMPILED = (".pyx", ".pxi", ".pxd", ".cpp", ".cc", ".cu", ".cuh", ".h", ".hpp", ".c")
_EGG = Lazy(r"[\w.+-]+\.(?:egg|whl|zip|pex)$")
# lib/python3.11/x.py, Python311\Lib\x.py, anaconda3\lib\x.py, Python.framework/Versions/3.11/lib/python3.11/x.py
_STDLIB = Lazy(
    r".*(?:/lib(?:64)?/python\d(?:\.\d+)?t?/|/(?:[\w.-]*(?:[Pp]ython|conda|forge|env)[\w.-]*|envs/[\w.-]+)/[Ll]ib/)"
    r"(?P<top>\w+)(?P<rest>[/.].*)?$"
)
_STDLIB_ZIP = Lazy(r".*/python3\d{1,2}\.zip/(?P<top>\w+)(?P<rest>[/.].*)?$")
_FROZEN = Lazy(r"<frozen (?P<top>[\w]+)[\w.]*>$")


def make_frame(file: str, line: int | None = None, function: str | None = None, code: str | None = None) -> Frame:
    """Return a frame with its package and repository filled in."""
    package, repo = locate(file)
    return Frame(file, line, function, package, repo, code)


@lru_cache(maxsize=4096)
def locate(file: str) -> tuple[str | None, str | None]:
    """Return (package, `owner/name`) of a source file; `None` for what is the user's own or not known."""
    path = file.replace("\\", "/")
    package = _installed(path)
    if package:
        return package, repo_of(package)
    top = _standard_library(path)
    if top:
        return top, _CPYTHON
    package = _compiled_module(path) or _checkout(path)
    return package, repo_of(package) if package else None


def _installed(path: str) -> str | None:
    for folder in ("/site-packages/", "/dist-packages/"):
        at = path.rfind(folder)
        if at >= 0:
            return _package(path[at + len(folder) :].split("/"))
    for folder in ("site-packages/", "dist-packages/"):
        if path.startswith(folder):
            return _package(path[len(folder) :].split("/"))
    parts = path.split("/")
    for number, part in enumerate(parts[:-1]):
        if part.endswith((".egg", ".whl", ".pex")) and _EGG.match(part):
            return _package(parts[number + 1 :])
    return None


def _package(parts: list[str]) -> str | None:
    while len(parts) > 1 and _EGG.match(parts[0]):
        parts = parts[1:]
    if len(parts) > 2 and parts[0] in _NAMESPACES:
        return ".".join(parts[: min(3, len(parts) - 1)])
    name = parts[0]
    if len(parts) == 1:
        for suffix in _SUFFIXES:
            if name.endswith(suffix):
                name = name.partition(".")[0]
                break
        else:
            return None  # cut off in the middle
    return name or None


def _standard_library(path: str) -> str | None:
    found = _STDLIB.match(path) or _STDLIB_ZIP.match(path) or _FROZEN.match(path)
    if found and found["top"] in sys.stdlib_module_names:
        return found["top"]
    return None


def _compiled_module(path: str) -> str | None:
    """Cython and C++ frames carry a path within the project: `pandas/_libs/index.pyx`."""
    if not path.endswith(_COMPILED) or path.startswith("/"):
        return None
    parts = [part for part in path.split("/") if part not in ("..", ".", "src")]
    return parts[0] if parts and parts[0] in REPOS else None


def _checkout(path: str) -> str | None:
    """A source checkout: the package below a folder named like its repository, `…/sglang/python/sglang/srt/…`."""
    parts = path.split("/")[:-1]
    for number in range(len(parts) - 1, 0, -1):
        package = parts[number]
        repo = REPOS.get(package)
        if repo is None:
            continue
        above = number - 1
        if parts[above] in _SOURCE_FOLDERS and above:
            above -= 1
        parent = parts[above].lower().replace("_", "-")
        name = repo.rpartition("/")[2].lower().replace("_", "-")
        if parent.startswith((name, package.lower().replace("_", "-"))):
            return package
    return None
