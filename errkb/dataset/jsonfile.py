"""Reading one JSON file that anybody may have written: bounded, strict, and a finding instead of a traceback.

Stricter than `json.loads`: refused are NaN and Infinity, a key that stands twice in one object (the second would
silently win), numbers no other program can hold, and anything but UTF-8.
"""

from __future__ import annotations

import json
import math
import re
import stat
from pathlib import Path
from typing import Any, NoReturn

from errkb.model.catalog import Finding

__all__ = ["MAX_FILE_BYTES", "JsonFileError", "load", "loads"]

MAX_FILE_BYTES = 1024 * 1024
"""A record is a page of text; the three seeds of the contract have 4 to 5 KB. What is larger is something else."""

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class JsonFileError(Exception):
    """A file that cannot be read as JSON; carries the finding. Never leaves `errkb.dataset`."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def load(path: Path) -> Any:
    """Return the JSON data of a file; raises `JsonFileError`."""
    try:
        # Asked before opening: opening a named pipe would wait for its writer.
        if not stat.S_ISREG(path.stat().st_mode):
            _fail(path, "unreadable", "not a regular file")
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        _fail(path, "unreadable", f"cannot be read: {error.strerror or error}")
    if len(data) > MAX_FILE_BYTES:
        _fail(path, "too-large", f"larger than {MAX_FILE_BYTES // 1024} KiB", hint="one file holds one record")
    return loads(data, path)


def loads(data: bytes, path: Path | None = None) -> Any:
    """Return the JSON data of bytes; `path` is named in the finding. Raises `JsonFileError`."""
    try:
        text = data.decode("utf-8")
        found = json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_finite)
        if _SURROGATE.search(data):
            json.dumps(found, ensure_ascii=False).encode("utf-8")
        return found
    except UnicodeEncodeError:
        _fail(path, "lone-surrogate", "a \\ud800 to \\udfff escape stands alone: no program can write that as UTF-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        _fail(path, "not-utf8", f"byte {error.start} is not UTF-8 text", line, "save the file as UTF-8")
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        _fail(path, "invalid-json", f"not valid JSON: {error.msg} at {place}", error.lineno)
    except _RefusedError as error:
        _fail(path, error.rule, str(error))
    except ValueError:  # all that is left: an integer of more digits than Python reads
        _fail(path, "invalid-json", "a number has too many digits")
    except RecursionError:
        _fail(path, "invalid-json", "nested too deeply")


def _fail(path: Path | None, rule: str, message: str, line: int | None = None, hint: str | None = None) -> NoReturn:
    raise JsonFileError(Finding(rule, message, file=path, line=line, hint=hint)) from None


class _RefusedError(ValueError):
    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                break
            seen.add(name)
        raise _RefusedError("duplicate-key", f"the key {name[:60]!r} stands twice in one object")
    return found


def _constant(name: str) -> NoReturn:
    raise _RefusedError("invalid-json", f"{name} is not a JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _RefusedError("invalid-json", f"the number {text[:40]} is out of range")
    return value
