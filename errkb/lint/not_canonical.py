"""A file that is not in canonical form: fixed key order, two-space indent, final newline.

One form means that a change of a record is a change of the lines that changed, and that equal records are equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel

from errkb.dataset.atomic import write_text
from errkb.dataset.canonical import dumps
from errkb.lint.rule import Context, Located, Rule
from errkb.model.catalog import Finding
from errkb.model.published import Article
from errkb.model.record import Record
from errkb.model.sidecar import EvidenceFile, VerifiedFile

__all__ = ["RULE"]


def _check(entries: Sequence[Located], context: Context) -> Iterator[Finding]:
    for path, _ in _wrong(entries, context):
        yield Finding(RULE.name, "the file is not in canonical form", path, hint="`errkb lint --fix` rewrites it")


def _fix(entries: Sequence[Located], context: Context) -> Iterator[Path]:
    for path, text in _wrong(entries, context):
        write_text(path, text)
        yield path


def _wrong(entries: Sequence[Located], context: Context) -> Iterator[tuple[Path, str]]:
    """Yield each file that is not canonical, with its canonical text."""
    for path, shape, data in _files(entries, context):
        text = dumps(shape.model_validate(data))
        if path.read_bytes() != text.encode():
            yield path, text


def _files(entries: Sequence[Located], context: Context) -> Iterator[tuple[Path, type[BaseModel], object]]:
    for located in entries:
        entry = located.entry
        yield located.path, Record, entry.record
        if entry.evidence is not None:
            yield located.evidence_path, EvidenceFile, entry.evidence
        if entry.verified is not None:
            yield located.path.with_name(f"{located.path.stem}.verified.json"), VerifiedFile, entry.verified
    for slug, article in context.articles.items():
        yield context.article_path(slug), Article, article


RULE = Rule("not-canonical", "dataset", _check, _fix)
