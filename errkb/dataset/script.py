"""A reproduction script as a file: where it stands, what it declares, whether it still fits its verified file.

A script carries its needs as PEP 723 inline metadata and two functions: `trigger` makes the project raise the error,
`fixed` does the same work with the example fix applied.

    # /// script
    # requires-python = ">=3.11"
    # dependencies = ["pandas==2.3.1"]
    #
    # [tool.errkb]
    # captures = {length = "2", index_length = "3"}
    # ///

`[tool.errkb]` may also hold `requires` (programs the script runs), `files` (files of the machine it uses), `npm`
(packages of npm, `name@version`), `fix-dependencies` (what `fixed` runs with, where the fix is another package),
`light` (its packages are small and pure Python), `timeout` (seconds), `memory` (MiB).
Nothing is imported or run here: the functions are found in the syntax tree.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from errkb.errors import DatasetError
from errkb.model.report import Entry

__all__ = ["ENTRY_POINTS", "FOLDER", "Script", "fits", "proved", "read_script", "script_path"]

ENTRY_POINTS = ("trigger", "fixed")
FOLDER = Path("scripts") / "reproduce"
LONGEST = 256 * 1024
"""Bytes; a script is a page of code."""
MOST_SECONDS, MOST_MEMORY = 600, 64 * 1024
_BLOCK = re.compile(r"(?m)^# /// script$\s(?P<content>(^#(| .*)$\s)+)^# ///$")
"""The expression of PEP 723, for the block called `script`."""
_PINNED = re.compile(r"(?:@[a-z0-9._-]+/)?[a-z0-9._-]+@\d+\.\d+\.\d+[a-z0-9.-]*")
"""A package of npm at one release."""
_HINT = "CONTRIBUTING.md, 'Prove it by running', shows a whole script"


@dataclass(slots=True, frozen=True)
class Script:
    """What a reproduction script declares; `sha256` is of its bytes, `names` its top-level functions."""

    path: Path
    sha256: str
    names: frozenset[str]
    requires_python: str = ""
    dependencies: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    npm: tuple[str, ...] = ()
    fix_dependencies: tuple[str, ...] = ()
    captures: dict[str, str] = field(default_factory=dict)
    light: bool = False
    timeout: int = 60
    memory: int = 4096

    @property
    def missing(self) -> list[str]:
        """Return the entry points the script does not have."""
        return [name for name in ENTRY_POINTS if name not in self.names]


def script_path(records: Path, record: dict[str, Any]) -> Path:
    """Return where the script of a record stands: in `scripts/reproduce`, beside the folder of records."""
    return records.absolute().parent / FOLDER / str(record["repo"]) / f"{record['slug']}.py"


def read_script(path: Path) -> Script:
    """Read what a script declares; raises `DatasetError` if it cannot be read or declares something unknown."""
    try:
        data = path.read_bytes()
        text = data.decode("utf-8")
        tree = ast.parse(text)
    except OSError as error:
        raise DatasetError(f"the script cannot be read: {error.strerror or error}", where=str(path)) from error
    except (SyntaxError, ValueError) as error:
        raise DatasetError(f"this is not Python: {error}", where=str(path)) from None
    if len(data) > LONGEST:
        raise DatasetError(f"longer than {LONGEST // 1024} KiB", where=str(path), hint="a script is a page of code")
    names = frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    return Script(path, hashlib.sha256(data).hexdigest(), names, **_declared(text, path))


def proved(entry: Entry) -> str:
    """Return the SHA-256 of what a run proves about a record: its message, class, code and example fix."""
    record = entry.record
    parts = [record[key] for key in ("id", "errorMessage", "messagePattern", "errorClass", "errorCode", "exampleFix")]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def fits(entry: Entry, script: Script) -> bool:
    """Return whether the verified file of a record was written for this script and this record."""
    verified = entry.verified
    if verified is None or verified["scriptSha256"] != script.sha256:
        return False
    if verified["recordSha256"] is None:  # written by another tool
        return verified["recordSha"] in (None, entry.record["analyzedSha"])
    return bool(verified["recordSha256"] == proved(entry))


def _declared(text: str, path: Path) -> dict[str, Any]:
    found = list(_BLOCK.finditer(text))
    if len(found) != 1:
        what = "no inline metadata (# /// script … # ///)" if not found else "more than one block of inline metadata"
        raise DatasetError(what, where=str(path), hint=_HINT)
    content = "".join(line[2:] if line.startswith("# ") else line[1:] for line in found[0]["content"].splitlines(True))
    try:
        metadata = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise DatasetError(f"the inline metadata is not TOML: {error}", where=str(path), hint=_HINT) from None
    tool = metadata.get("tool", {})
    own = tool.get("errkb", {}) if isinstance(tool, dict) else {}
    if not isinstance(own, dict):
        raise DatasetError("[tool.errkb] is not a table", where=str(path), hint=_HINT)
    values = {
        "requires_python": metadata.get("requires-python", ""),
        "dependencies": metadata.get("dependencies", []),
        **{name.replace("-", "_"): value for name, value in own.items()},
    }
    for name, value in values.items():
        _check(name, value, path)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def _check(name: str, value: Any, path: Path) -> None:
    ok = {
        "requires_python": lambda: isinstance(value, str),
        "dependencies": lambda: _strings(value),
        "fix_dependencies": lambda: _strings(value),
        "requires": lambda: _strings(value) and all("/" not in program for program in value),
        "files": lambda: _strings(value) and all(path.startswith("/") for path in value),
        "npm": lambda: _strings(value) and all(map(_PINNED.fullmatch, value)),
        "captures": lambda: isinstance(value, dict) and _strings(list(value.values())),
        "light": lambda: isinstance(value, bool),
        "timeout": lambda: type(value) is int and 0 < value <= MOST_SECONDS,
        "memory": lambda: type(value) is int and 0 < value <= MOST_MEMORY,
    }.get(name)
    if ok is None:
        raise DatasetError(f"[tool.errkb] knows no {name!r}", where=str(path), hint=_HINT)
    if not ok():
        raise DatasetError(f"the inline metadata has a bad {name}: {value!r:.80}", where=str(path), hint=_HINT)


def _strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)
