"""Bringing records up to date with a newer source: lines, links and commits of what moved, questions about the rest.

The message decides: a record whose message stands in the new source is the same record wherever it moved. If its file
changed, it gets the new id and keeps the old one as a former id. A message that is gone is never deleted: if the same
function raises the same class in other words, those are proposed as an alias; else the record is flagged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from errkb.dataset import Dataset
from errkb.dataset.canonical import dumps, write_text
from errkb.dataset.folder import place, sidecar
from errkb.errors import InputError, UsageError
from errkb.harvest.compare import alike
from errkb.harvest.run import wanted
from errkb.harvests import harvest_entries
from errkb.index import fold
from errkb.model import ids
from errkb.model.pattern import split_template
from errkb.model.report import Entry
from errkb.source.checkout import checkout_of
from errkb.targets import Request

__all__ = ["Refreshed", "refresh"]

Key = tuple[str | None, ...]
_Site = tuple[str, int, str | None, Entry]


@dataclass(slots=True, frozen=True)
class Refreshed:
    """What became of one record: `same` place, moved `line`, moved `file`, `reworded`, `gone`, `unread`."""

    kind: Literal["same", "line", "file", "reworded", "gone", "unread"]
    record: dict[str, Any]
    place: str
    detail: str = ""


def refresh(records: Path, repo: str, source: Path, *, write: bool = True) -> list[Refreshed]:
    """Bring the records of `repo` below `records` up to date with a checkout; return what became of each.

    Raises `UsageError` if there are none of this repo, `InputError` if the source is no checkout.
    """
    found = checkout_of(source)
    if found is None:
        raise InputError("this is no git checkout", where=str(source), hint="permalinks are pinned to a commit")
    own = [entry for entry in Dataset.read(records, own=False).entries if entry.record["repo"] == repo]
    if not own:
        raise UsageError(f"there are no records of {repo!r} in {records}", hint="give OWNER/NAME as in the records")
    request = Request((str(source),), repo=repo, commit=found.commit)
    new = _Source(harvest_entries(request, lambda *_: None))
    outcome = [_one(entry, new, found.commit) for entry in own]
    if write:
        for change, entry, fields in outcome:
            if fields:
                _write(records, entry, fields, moved=change.kind == "file")
    return [change for change, _, _ in outcome]


class _Source:
    """The places of the new source by message, and by file, class and function."""

    def __init__(self, entries: Iterator[Entry]) -> None:
        self.by_message: dict[Key, list[_Site]] = defaultdict(list)
        self.around: dict[tuple[str, str | None, str | None], list[Entry]] = defaultdict(list)
        self.lengths: dict[str, int] = {}
        for entry in entries:
            record, evidence = entry.record, entry.evidence or {}
            key = _parts(record["errorMessage"])
            sites = [{"filePath": record["filePath"], "lineNumber": record["lineNumber"]}, *evidence.get("sites", ())]
            for site in sites:
                self.by_message[key].append((site["filePath"], site["lineNumber"], site.get("function"), entry))
            self.around[record["filePath"], _bare(record["errorClass"]), evidence.get("function")].append(entry)
            last = record["sourceCodeEnd"] or record["lineNumber"]
            self.lengths[record["filePath"]] = max(self.lengths.get(record["filePath"], 0), last)


def _one(entry: Entry, new: _Source, commit: str) -> tuple[Refreshed, Entry, dict[str, Any]]:
    record = entry.record
    path, line = record["filePath"], record["lineNumber"]
    if wanted(path) is not None:
        detail = "in no language that is read, or skipped by rule"
        return Refreshed("unread", record, f"{path}:{line}", detail), entry, {}
    sites = new.by_message.get(_parts(record["errorMessage"]), [])
    here = [site for site in sites if site[0] == path]
    chosen = min(here or sites, key=lambda site: abs(site[1] - (line or site[1])), default=None)
    if chosen is None:
        return _missing(entry, new), entry, {}
    kind: Literal["same", "line", "file"] = "file" if chosen[0] != path else "same" if chosen[1] == line else "line"
    detail = "" if kind == "same" else f"was at {path}:{line}"
    return Refreshed(kind, record, f"{chosen[0]}:{chosen[1]}", detail), entry, _fields(record, chosen, commit)


def _missing(entry: Entry, new: _Source) -> Refreshed:
    record = entry.record
    function = (entry.evidence or {}).get("function")
    around = new.around.get((record["filePath"], _bare(record["errorClass"]), function), [])
    around = around or [
        one
        for (path, _, name), rows in new.around.items()
        for one in rows
        if name == function and path == record["filePath"]
    ]
    other = next((one for one in around if alike(entry, one)), None)
    if other is None:
        return Refreshed("gone", record, record["filePath"], "the message is not in the source any more")
    where = f"{other.record['filePath']}:{other.record['lineNumber']}"
    return Refreshed("reworded", record, where, other.record["errorMessage"])


def _fields(record: dict[str, Any], site: _Site, commit: str) -> dict[str, Any]:
    """Return the fields of the record at its new place."""
    path, line, _, entry = site
    fresh = entry.record
    if (fresh["filePath"], fresh["lineNumber"]) == (path, line) and fresh["sourceCodeStart"]:
        start, end, text = fresh["sourceCodeStart"], fresh["sourceCodeEnd"], fresh["sourceCode"]
    else:
        start, end = ids.source_window(line)
        text = None
    return {
        "id": ids.record_id(record["repo"], record["errorCode"], record["errorMessage"], path),
        "filePath": path,
        "lineNumber": line,
        "sourceCode": text if record["sourceCode"] is not None else None,
        "sourceCodeStart": start,
        "sourceCodeEnd": end,
        "githubUrl": ids.permalink(record["repo"], commit, path, start, end),
        "analyzedSha": commit,
        "analyzedAt": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


def _write(records: Path, entry: Entry, fields: dict[str, Any], *, moved: bool) -> None:
    """Write the record, after the evidence file that keeps its old id."""
    from errkb.model.record import Record
    from errkb.model.sidecar import EvidenceFile

    record = entry.record
    if fields["analyzedSha"] == record["analyzedSha"] and not moved and fields["lineNumber"] == record["lineNumber"]:
        return
    path = records / place(record)
    if moved:
        evidence = entry.evidence or {"package": None, "ecosystem": "none", "function": None}
        former = list(dict.fromkeys([*evidence.get("formerIds", ()), record["id"]]))
        write_text(sidecar(path, "evidence"), dumps(EvidenceFile.model_validate(evidence | {"formerIds": former})))
    write_text(path, dumps(Record.model_validate(record | fields)))


def _parts(message: str) -> Key:
    return tuple(None if part is None else fold(part) for part in split_template(message))


def _bare(name: str | None) -> str | None:
    return name.rpartition(".")[2] if name else None
