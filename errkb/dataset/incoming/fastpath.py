"""The fast path of a check: proves in a third of the time that a record is sound, or says nothing about it.

What is sound is decided by `errkb.dataset.shapes` and `errkb.dataset.check`; a record that is proven here they accept,
and write as the same text (a property test holds the two against each other). What is not proven goes the long way, the
only one that finds faults. The price is that each rule stands here once more, as the case in which it certainly holds.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, NamedTuple, get_args

import msgspec
from pydantic import StringConstraints

from errkb.dataset.check import MAX_LINE
from errkb.model import ids, pattern
from errkb.model import record as shapes
from errkb.model.content import encoded
from errkb.model.timestamps import AHEAD, instant

__all__ = ["FastPath", "Sound", "elements"]

_Fields = msgspec.defstruct(
    "Fields",
    [
        (name, one.annotation) if one.is_required() else (name, one.annotation | msgspec.UnsetType, msgspec.UNSET)
        for name, one in shapes.Record.model_fields.items()
    ],
    forbid_unknown_fields=True,
    kw_only=True,  # what may be missing is not last
    gc=False,
)
_decode = msgspec.json.Decoder(_Fields).decode
_encode = msgspec.json.Encoder().encode
_split = msgspec.json.Decoder(list[msgspec.Raw]).decode
_REMEMBERED = 100_000
"""Values of one field that are known to have its form, before they are forgotten."""


def elements(data: bytes) -> list[bytes] | None:
    """Return the text of each element of a JSON array, `None` if it is none, or that cannot be told here."""
    try:
        return [bytes(one) for one in _split(data)]
    except (ValueError, RecursionError):
        return None


class Sound(NamedTuple):
    """A sound record: its canonical text, and what a dataset has once only."""

    text: bytes
    id: str
    repo: str
    slug: str
    analyzed_at: str

    @classmethod
    def of(cls, record: dict[str, Any]) -> Sound:
        """Return a record that was found to be sound, its keys in the order of the contract."""
        return cls(encoded(record), record["id"], record["repo"], record["slug"], record["analyzedAt"])


class FastPath:
    """Proves records; remembers the forms it has seen, since repositories, commits and tags come again and again."""

    def __init__(self) -> None:
        self._repos = _Form(shapes.RepoName, _can_be_a_folder)
        self._commits = _Form(shapes.Sha)
        self._tags = _Form(shapes.Tag)
        self._limit = datetime.now(UTC) + AHEAD

    def proven(self, data: bytes) -> Sound | None:
        """Return a record whose JSON is certainly sound, `None` if that cannot be told here."""
        try:
            record: Any = _decode(data)
        except (ValueError, RecursionError):
            return None
        missing = record.backgroundTag is msgspec.UNSET
        if missing:
            record.backgroundTag = None
        text = _encode(record)
        if not (data.startswith(text) or _has_each_key_once(data, text, missing)):
            return None
        if not (self._has_forms(record) and _has_texts(record) and _is_derived(record) and _fits(record)):
            return None
        return Sound(text, record.id, record.repo, record.slug, record.analyzedAt)

    def _has_forms(self, record: Any) -> bool:
        at = instant(record.analyzedAt) if _TIMESTAMP.fullmatch(record.analyzedAt) else None
        return (
            at is not None
            and at <= self._limit
            and self._repos.has(record.repo)
            and self._commits.has(record.analyzedSha)
            and all(map(self._tags.has, record.tags))
            and (record.backgroundTag is None or self._tags.has(record.backgroundTag))
            and (record.httpStatus is None or 100 <= record.httpStatus <= 599)
        )


class _Form:
    """What a field looks like, by its annotation in the shape of a record."""

    def __init__(self, annotated: Any, also: Any = None) -> None:
        constraints = next(part for part in get_args(annotated) if isinstance(part, StringConstraints))
        self._match = re.compile(str(constraints.pattern)).fullmatch
        self._also = also
        self._known: set[str] = set()

    def has(self, text: str) -> bool:
        """Say whether a text has this form."""
        if text in self._known:
            return True
        if not self._match(text) or (self._also is not None and not self._also(text)):
            return False
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known.add(text)
        return True


_TIMESTAMP = re.compile(str(next(p for p in get_args(shapes.Timestamp) if isinstance(p, StringConstraints)).pattern))


def _can_be_a_folder(repo: str) -> bool:
    owner, name = repo.split("/")
    return owner[0] not in "._" and name not in {".", ".."}


def _has_each_key_once(data: bytes, text: bytes, missing: int) -> bool:
    r"""Say whether no key stands twice in `data`; `text` is the same record with each key once, `missing` ones added.

    One colon follows a key, all others stand in texts: a key more is a colon more, unless one is written as `\\u003a`.
    """
    return data.count(b":") == text.count(b":") - missing and b"\\u003" not in data


def _has_texts(record: Any) -> bool:
    return bool(
        record.errorMessage
        and record.filePath
        and record.documentation
        and record.triggerScenarios
        and record.commonSituations
        and all(record.solutions)
        and all(record.preventionTips)
    )


def _is_derived(record: Any) -> bool:
    code, message, path = record.errorCode, record.errorMessage, record.filePath
    slug, start = ids.slug(code, message), record.sourceCodeStart
    start = record.lineNumber if start is None else start
    return (
        record.id == ids.record_id(record.repo, code, message, path)
        and (record.slug == slug or record.slug == ids.slug_with_id(slug, record.id))
        and record.messagePattern == pattern.derive(message)
        and record.githubUrl == ids.permalink(record.repo, record.analyzedSha, path, start, record.sourceCodeEnd)
        and path.isprintable()  # no control characters
        and not path.startswith("/")
        and "\\" not in path
        and ".." not in path
    )


def _fits(record: Any) -> bool:
    line, start, end, source = record.lineNumber, record.sourceCodeStart, record.sourceCodeEnd, record.sourceCode
    if line is not None and not 1 <= line <= MAX_LINE:
        return False
    if start is None or end is None:
        return start is end and source is None
    if not 1 <= start <= end <= MAX_LINE or end - start >= ids.MAX_WINDOW:
        return False
    if line is not None and not start <= line <= end:
        return False
    return source is None or end - start - source.count("\n") in (0, -1 if source.endswith("\n") else 0)
