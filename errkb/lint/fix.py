"""Writing what can be computed: derived fields of records, then what the rules' own fixers know.

Derived fields come first and from the raw files: a record with a wrong id is not even loaded. What an author wrote is
never changed; a record whose id changes keeps the old one as a former id, so that links to it still lead here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from errkb.dataset import Dataset
from errkb.dataset.canonical import dumps, write_text
from errkb.dataset.derive import AUTHORED, complete
from errkb.dataset.folder import Files, scan, sidecar
from errkb.dataset.jsonfile import JsonFileError, load
from errkb.dataset.private import RECORDS
from errkb.dataset.sources import shipped_records
from errkb.errors import DatasetError
from errkb.lint import RULES
from errkb.lint.run import is_private, records_root, surroundings
from errkb.model import ids
from errkb.model.record import Record
from errkb.model.sidecar import EvidenceFile

__all__ = ["fix_paths"]

_ID = re.compile(r"[0-9a-f]{16}")


def fix_paths(paths: Iterable[Path]) -> list[Path]:
    """Rewrite what can be computed in the records folders of the paths (default: the shipped one).

    Returns the files that were written. Raises `OSError` if one cannot be; then it is as it was.
    """
    written: dict[Path, None] = {}
    given = [(path, is_private(path)) for path in list(paths) or [shipped_records()]]
    folders = [
        path / RECORDS if private else path for path, private in given if not private or (path / RECORDS).is_dir()
    ]
    for root in dict.fromkeys(records_root(path) for path in folders):
        for files in scan(root).records:
            written |= dict.fromkeys(_derived(files))
        dataset = Dataset.read(root, own=True)
        context = surroundings(root, dataset, {})
        for rule in RULES:
            if rule.fix is not None:
                written |= dict.fromkeys(rule.fix(context.entries, context))
    return list(written)


def _derived(files: Files) -> Iterator[Path]:
    """Write the record with its derived fields as computed, under the name of its slug."""
    if files.record is None:
        return
    try:
        data = load(files.record)
        record = _computed(data, files.record) if isinstance(data, dict) else None
    except (JsonFileError, DatasetError):
        return
    if record is None or all(data.get(key) == value for key, value in record.items()):
        return
    try:
        text = dumps(Record.model_validate(data | record))
    except ValidationError:  # what is wrong is not computed: lint names it
        return
    target = files.record.with_name(f"{record['slug']}.json")
    if target != files.record and target.exists():
        return
    write_text(target, text)
    yield target
    for kind, path in files.sidecars.items():
        path.rename(sidecar(target, kind))
    if target != files.record:
        files.record.unlink()
    if data.get("id") != record["id"]:
        yield from _keep_old_id(sidecar(target, "evidence"), data.get("id"))


def _computed(data: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return the fields that are computed or have a default; an allowed slug and window stay as they are."""
    draft = {key: data[key] for key in AUTHORED if key in data}
    if not all(isinstance(draft.get(key), str) for key in ("repo", "errorMessage", "filePath", "analyzedSha")):
        raise DatasetError("not enough to compute from")
    taken = frozenset(other.stem for other in path.parent.glob("*.json") if "." not in other.stem and other != path)
    fresh = complete(draft, taken_slugs=taken)
    plain = ids.slug(draft.get("errorCode"), draft["errorMessage"])
    own = {ids.slug_with_id(plain, identifier) for identifier in (fresh["id"], *_former_ids(path))}
    if data.get("slug") in {plain, *own}:
        fresh["slug"] = data["slug"]
    start, end, line = data.get("sourceCodeStart"), data.get("sourceCodeEnd"), fresh["lineNumber"]
    if not (isinstance(start, int) and isinstance(end, int) and line is not None):
        return fresh
    if start <= line <= end < start + ids.MAX_WINDOW:
        fresh |= {"sourceCodeStart": start, "sourceCodeEnd": end, "sourceCode": data.get("sourceCode")}
        fresh["githubUrl"] = ids.permalink(fresh["repo"], fresh["analyzedSha"], fresh["filePath"], start, end)
    return fresh


def _former_ids(path: Path) -> list[str]:
    try:
        evidence = load(sidecar(path, "evidence"))
        return [one for one in evidence["formerIds"] if isinstance(one, str)]
    except (JsonFileError, KeyError, TypeError):
        return []


def _keep_old_id(path: Path, old: object) -> Iterator[Path]:
    if not isinstance(old, str) or not _ID.fullmatch(old) or not path.is_file():
        return
    try:
        evidence = EvidenceFile.model_validate(load(path))
    except (JsonFileError, ValidationError):
        return
    if old not in evidence.formerIds:
        write_text(path, dumps(evidence.model_copy(update={"formerIds": [*evidence.formerIds, old]})))
        yield path
