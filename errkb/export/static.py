"""The published static dataset of the contract: a folder that any web server can serve as `/data/`.

    manifest.json               version, counts, and size and hash of every other file
    index.json.gz               one short entry per record
    repos.json                  one entry per repository
    repos/{owner}/{name}.json   the full records of a repository
    sidecars/{owner}/{name}.json  evidence and verifications of these records, by id; not part of the contract
    info/index.json, info/{slug}.json

The same records give the same bytes. `datasetVersion` is the newest `analyzedAt`; where that would not be later than
the version in place although something changed, it is that version and a millisecond.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import IO, Any

from errkb.errors import DatasetError
from errkb.model.content import Content, Item, encoded
from errkb.model.timestamps import instant, later, newest

__all__ = ["MANIFEST", "NAME", "write"]

NAME = "static"
MANIFEST = "manifest.json"
INDEX = "index.json"
_SPOOL = ".index"

Record = dict[str, Any]


def write(content: Content, out: Path, before: Path | None = None) -> str:
    """Write the dataset into the new folder `out`; `before` is the one it takes the place of. Return its version.

    Raises `OSError`, and `DatasetError` for records that a published dataset cannot hold.
    """
    folder = _Folder(out)
    repos = list(_write_repos(content, folder))
    _write_articles(content.articles, folder)
    folder.add("repos.json", _lines(map(encoded, repos)))
    old = _manifest(before)
    version = _version(content.dataset_version, old.get("datasetVersion"))
    files = _with_index(folder, version)
    if old and version == old["datasetVersion"] and files != old["files"]:
        version = later(version)
        files = _with_index(folder, version)
    folder.spool.unlink(missing_ok=True)
    counts = {
        "repos": len(repos),
        "errors": sum(repo["errorCount"] for repo in repos),
        "articles": len(content.articles),
    }
    manifest = {"schemaVersion": 2, "datasetVersion": version, "counts": counts, "files": files}
    text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
    (out / MANIFEST).write_text(text, encoding="utf-8", newline="\n")
    return version


@dataclass(slots=True)
class _Folder:
    root: Path
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The manifest's entries by name: the path below `/data/`, without the suffix of its compression."""

    @property
    def spool(self) -> Path:
        """Return where the entries of the index wait for the dataset's version."""
        return self.root / _SPOOL

    def add(self, name: str, chunks: Iterable[bytes], *, compressed: bool = False) -> None:
        """Write a file and note its size and hash."""
        path = self.root / (f"{name}.gz" if compressed else name)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            served = _Counted(file)
            raw = served
            if compressed:
                with gzip.GzipFile("", "wb", 6, served, mtime=0) as zipped:
                    raw = _Counted(zipped)
                    raw.all(chunks)
            else:
                served.all(chunks)
        entry: dict[str, Any] = {"path": f"/data/{path.relative_to(self.root).as_posix()}", **served.facts("", "")}
        if compressed:
            entry |= {"encoding": "gzip", **raw.facts("rawBytes", "rawSha256")}
        self.files[name] = entry


class _Counted:
    """A file to write to that knows how many bytes went in, and their hash."""

    def __init__(self, file: IO[bytes] | gzip.GzipFile) -> None:
        self._file = file
        self._size = 0
        self._digest = hashlib.sha256()

    def write(self, data: bytes) -> int:
        """Write and count."""
        self._size += len(data)
        self._digest.update(data)
        return self._file.write(data)

    def flush(self) -> None:
        """Pass on."""
        self._file.flush()

    def all(self, chunks: Iterable[bytes]) -> None:
        """Write all chunks."""
        for chunk in chunks:
            self.write(chunk)

    def facts(self, size: str, digest: str) -> dict[str, Any]:
        """Return size and hash under these keys."""
        return {size or "bytes": self._size, digest or "sha256": self._digest.hexdigest()}


def _write_repos(content: Content, folder: _Folder) -> Iterator[dict[str, Any]]:
    """Write records, sidecars and the entries of the index; yield the entry of each repository."""
    known = {repo["repo"]: repo for repo in content.repos}
    folder.root.mkdir(parents=True)
    with folder.spool.open("wb") as spool:
        pairs = ((item.record, item) for item in content.items())
        for repo, group in groupby(pairs, key=lambda pair: pair[0]["repo"]):
            found = list(group)
            records = [record for record, _ in found]
            for record in records:
                _require_publishable(record)
                spool.write(encoded(_index_entry(record)) + b"\n")
            folder.add(f"repos/{repo}.json", _lines(map(encoded, records)))
            beside = [_beside(item) for _, item in found if item.evidence or item.verified]
            if beside:
                folder.add(f"sidecars/{repo}.json", _lines(map(encoded, beside)))
            yield _repo_entry(repo, records, known.get(repo, {}))


def _require_publishable(record: Record) -> None:
    if record["documentation"] is None:
        name = f"{record['repo']}/{record['slug']}"
        raise DatasetError(
            "a located error has no documentation, so it cannot be published",
            where=name,
            hint="leave out the harvest, or export it as jsonl or parquet",
        )


def _index_entry(record: Record) -> dict[str, Any]:
    return {
        "id": record["id"],
        "repo": record["repo"],
        "slug": record["slug"],
        "code": record["errorCode"],
        "msg": record["errorMessage"],
        "pattern": record["messagePattern"],
        "type": record["errorType"],
        "cls": record["errorClass"],
        "tags": record["tags"],
        "sev": record["severity"],
    }


def _beside(item: Item) -> dict[str, Any]:
    return {"id": item.id, "evidence": item.evidence, "verified": item.verified}


def _repo_entry(repo: str, records: list[Record], known: dict[str, Any]) -> dict[str, Any]:
    """Return the entry of `repos.json`: what was published about the repository before, and what its records say."""
    latest = max(records, key=lambda record: (newest([record["analyzedAt"]]), record["id"]))
    return {
        "repo": repo,
        "description": known.get("description"),
        "language": known.get("language"),
        "stars": known.get("stars"),
        "sourceFiles": known.get("sourceFiles"),
        # Nobody looked the branch up; `HEAD` leads to it whatever its name is.
        "defaultBranch": known.get("defaultBranch", "HEAD"),
        "analyzedSha": latest["analyzedSha"],
        "analyzedAt": latest["analyzedAt"],
        "errorCount": len(records),
    }


def _write_articles(articles: Iterable[dict[str, Any]], folder: _Folder) -> None:
    ordered = sorted(articles, key=lambda article: str(article["slug"]))
    keys = ("slug", "clusterKey", "title", "summary", "errorCount", "repoCount")
    for article in ordered:
        if f"info/{article['slug']}.json" == f"info/{INDEX}":
            raise DatasetError("an article cannot be called `index`: that file lists the articles")
        folder.add(f"info/{article['slug']}.json", [encoded(article), b"\n"])
    listed = [{key: article[key] for key in keys} for article in ordered]
    folder.add(f"info/{INDEX}", [encoded({"schemaVersion": 1, "articles": listed}), b"\n"])


def _with_index(folder: _Folder, version: str) -> dict[str, Any]:
    """Write the index for a version, and return the manifest's entries by name, in order."""
    head = encoded({"schemaVersion": 2, "datasetVersion": version})[:-1]

    def chunks() -> Iterator[bytes]:
        yield head + b',"errors":['
        with folder.spool.open("rb") as spool:
            for number, line in enumerate(spool):
                yield (b",\n" if number else b"\n") + line.rstrip(b"\n")
        yield b"\n]}\n"

    folder.add(INDEX, chunks(), compressed=True)
    return dict(sorted(folder.files.items()))


def _lines(texts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield an array with one element on a line, so that a change of a record is a change of its line."""
    yield b"["
    for number, text in enumerate(texts):
        yield (b",\n" if number else b"\n") + text
    yield b"\n]\n"


def _manifest(folder: Path | None) -> dict[str, Any]:
    with suppress(OSError, ValueError, TypeError, KeyError):
        if folder is not None:
            found = json.loads((folder / MANIFEST).read_bytes())
            if instant(found["datasetVersion"]) is not None and isinstance(found["files"], dict):
                return dict(found)
    return {}


def _version(own: str, old: str | None) -> str:
    return own if old is None or newest([own]) > newest([old]) else old
