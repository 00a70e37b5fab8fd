"""The author file: short TOML notes on errors of one's own, read one table at a time.

    owner = "payments team"             # lines above the first table hold for every record of the file

    [[error]]
    message = "order {order_id} has no shipping address"
    meaning = "…"
    fixes = ["…"]

The text is cut at its `[[error]]` lines before it is parsed, so that a slip in one table costs that table and no other,
and every fault has its line. `docs/private-records.md` lists the keys.
"""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from errkb.dataset.jsonfile import MAX_FILE_BYTES
from errkb.model.catalog import Finding

__all__ = ["COMMON", "KEYS", "Table", "read_tables"]

COMMON: dict[str, type] = {
    "owner": str,
    "runbook": str,
    "link": str,
    "repo": str,
    "ref": str,
    "package": str,
    "tags": list,
}
"""Keys that may stand above the first table, and hold for all of them."""
KEYS: dict[str, type] = COMMON | {
    "message": str,
    "pattern": str,
    "meaning": str,
    "fixes": list,
    "class": str,
    "code": str,
    "type": str,
    "severity": str,
    "when": str,
    "situations": str,
    "example": str,
    "prevention": list,
    "family": str,
    "file": str,
    "line": int,
    "function": str,
    "aliases": list,
    "lines": list,
    "near-misses": list,
}
"""Keys of an `[[error]]` table and the types of their values."""

_HEAD = re.compile(r"\s*\[\[\s*error\s*\]\]\s*(?:#.*)?$")
_OPENED = re.compile(r"'''|\"\"\"")
_PLACE = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")
_WORDS = {str: "text in quotes", list: "a list of texts in quotes", int: "a number"}


@dataclass(slots=True, frozen=True)
class Table:
    """One `[[error]]` table with the common values filled in, and where it stands."""

    values: dict[str, Any]
    file: Path
    line: int


def read_tables(path: Path) -> tuple[list[Table], list[Finding]]:
    """Return the tables of an author file, and a finding for each that cannot be used."""
    try:
        # Asked before opening: opening a named pipe would wait for its writer.
        if not stat.S_ISREG(path.stat().st_mode):
            return [], [Finding("unreadable", "not a regular file", path)]
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES:
            return [], [Finding("too-large", "larger than 1 MiB", path, hint="spread the notes over several files")]
        text = data.decode("utf-8-sig")
    except OSError as error:
        return [], [Finding("unreadable", f"cannot be read: {error.strerror or error}", path)]
    except UnicodeDecodeError:
        return [], [Finding("not-utf8", "this is not UTF-8 text", path, hint="save the file as UTF-8")]
    tables: list[Table] = []
    findings: list[Finding] = []
    common: dict[str, Any] = {}
    for line, chunk in _chunks(text):
        values, faults = _parsed(chunk, path, line)
        findings += faults
        if line > 1 or _HEAD.match(chunk.partition("\n")[0]):
            if not any(fault.severity == "error" for fault in faults):
                tables.append(Table(common | values, path, line))
        else:
            common = values
    return tables, findings


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """Yield (first line, text) of what stands above the first `[[error]]`, then of each table."""
    lines = text.splitlines(keepends=True)
    start, inside = 0, ""
    for number, line in enumerate(lines):
        if not inside and _HEAD.match(line):
            if number > start:
                yield start + 1, "".join(lines[start:number])
            start = number
        for mark in _OPENED.findall(line):  # a text of several lines may hold what looks like a head
            inside = "" if inside == mark else inside or mark
    if lines[start:]:
        yield start + 1, "".join(lines[start:])


def _parsed(chunk: str, path: Path, first: int) -> tuple[dict[str, Any], list[Finding]]:
    is_table = _HEAD.match(chunk.partition("\n")[0]) is not None
    try:
        data = tomllib.loads(chunk)
    except (ValueError, RecursionError) as error:  # not only its own: an integer may have too many digits
        found = _PLACE.search(str(error))
        line = first + (int(found[1]) - 1 if found and found[1] else chunk.rstrip().count("\n"))
        message = _PLACE.sub("", str(error)).strip() or "nested too deeply"
        hint = "texts stand in \"…\" or '…', several lines in three of them; the other records are not affected"
        return {}, [Finding("invalid-toml", f"not valid TOML: {message}", path, line=line, hint=hint)]
    if is_table and len(data["error"]) > 1:
        message = "a second table begins here in a way that cannot be told apart"
        return {}, [
            Finding("invalid-toml", message, path, line=first, hint="begin each record with a line `[[error]]`")
        ]
    values, known = (data.pop("error")[0] | data, KEYS) if is_table else (data, COMMON)
    return values, list(_faults(values, known, chunk, path, first))


def _faults(values: dict[str, Any], known: dict[str, type], chunk: str, path: Path, first: int) -> Iterator[Finding]:
    for key, value in values.items():
        line = first + _line_of(chunk, key)
        if key not in known:
            from difflib import get_close_matches

            near = get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"the keys are: {', '.join(known)}"
            yield Finding("unknown-key", f"there is no key {key[:40]!r} here", path, line=line, hint=hint)
        elif not _has_type(value, known[key]):
            message = f"{key} has to be {_WORDS[known[key]]}"
            yield Finding("wrong-type", message, path, line=line)
        elif value in ("", []):
            yield Finding("wrong-value", f"{key} is empty", path, line=line, hint="write something, or leave it out")


def _has_type(value: Any, kind: type) -> bool:
    if kind is list:
        return isinstance(value, list) and all(isinstance(one, str) and one.strip() for one in value)
    return isinstance(value, kind) and not isinstance(value, bool)


def _line_of(chunk: str, key: str) -> int:
    """Return how many lines below the first line of the chunk a key is set."""
    found = re.search(rf"(?m)^[ \t]*\[*[\"']?{re.escape(key)}[\"']?[ \t]*[=.\]]", chunk)
    return chunk.count("\n", 0, found.start()) if found else 0
