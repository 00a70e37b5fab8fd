"""The rules that no shape can say: how the fields of one record hang together.

One function, used when records are loaded, imported and linted, so that the three never disagree. It takes a record
whose shape is right (`errkb.dataset.shapes`); each rule below names one fault:

    id               the id is not the one of repo, code or message, and path
    slug             the slug is not the one of code or message, nor that with six characters of the id
    pattern          the pattern is neither derived from the message nor a regular expression the contract allows
    pattern-foreign  (warning) an allowed regular expression that was not derived from the message
    window           start, end and line do not fit together, or the window is too long
    source           the source text does not fit its window
    url              the permalink is not the one of repo, commit, path and lines
    path             the path or the repository cannot be a path within a repository
    timestamp        there is no such date or time
    blank            (our own records) a text that consists of blanks
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any
from urllib.parse import unquote

from errkb.dataset import regex
from errkb.model import ids, pattern
from errkb.model.catalog import Finding
from errkb.model.timestamps import instant

__all__ = ["check", "check_wording"]

Record = dict[str, Any]

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
MAX_LINE = 2**31 - 1
"""The tables hold line numbers in 32 bits; no source file has more lines."""


def check(record: Record, *, own: bool, former_ids: Collection[str] = ()) -> list[Finding]:
    """Return every fault of a record; those with severity `error` keep it out.

    `own` holds it to what errkb itself writes: the pattern and the URL exactly as derived, no blank texts. `former_ids`
    are the ids the record had before its file moved: a slug that was published with one of them stays.
    """
    findings = [finding for rule in _RULES for finding in rule(record)]
    findings += _slug(record, former_ids)
    findings += _pattern(record, own)
    findings += _url(record, own)
    return findings + (list(_blank(record)) if own else [])


def check_wording(record: Record) -> list[Finding]:
    """Return the faults of slug and pattern, which need no more than what an index tells of a record."""
    return [*_slug(record, ()), *_pattern(record, own=False)]


def _id(record: Record) -> Iterator[Finding]:
    expected = ids.record_id(record["repo"], record["errorCode"], record["errorMessage"], record["filePath"])
    if record["id"] != expected:
        yield Finding("id", f"expected {expected} for this repo, message and path", pointer="/id")


def _slug(record: Record, former_ids: Collection[str]) -> Iterator[Finding]:
    plain = ids.slug(record["errorCode"], record["errorMessage"])
    if record["slug"] != plain and record["slug"] not in {
        ids.slug_with_id(plain, identifier) for identifier in (record["id"], *former_ids)
    }:
        yield Finding("slug", f"expected {plain}, or {ids.slug_with_id(plain, record['id'])}", pointer="/slug")


def _pattern(record: Record, own: bool) -> Iterator[Finding]:
    message, given = record["errorMessage"], record["messagePattern"]
    expected = pattern.derive(message)
    if given == expected:
        return
    if own:
        yield Finding("pattern", f"expected {expected}", pointer="/messagePattern")
    elif given == pattern.derive_legacy(message):
        return
    elif fault := None if pattern.split_pattern(given) else regex.fault(given):
        yield Finding(
            "pattern",
            f"not derived from the message, and not an allowed regular expression: {fault}",
            pointer="/messagePattern",
            hint=f"derived from the message it is {expected}",
        )
    else:
        yield Finding(
            "pattern-foreign",
            "an allowed regular expression, but not the one of the message",
            pointer="/messagePattern",
            severity="warning",
        )


def _window(record: Record) -> Iterator[Finding]:
    line, start, end = record["lineNumber"], record["sourceCodeStart"], record["sourceCodeEnd"]
    for key in ("lineNumber", "sourceCodeStart", "sourceCodeEnd"):
        if record[key] is not None and record[key] > MAX_LINE:
            yield Finding("window", f"no file has more than {MAX_LINE} lines", pointer=f"/{key}")
    if start is None or end is None:
        if start is not end:
            yield Finding("window", "start and end are both known or both null", pointer="/sourceCodeEnd")
        return
    if end < start:
        yield Finding("window", f"the end ({end}) is before the start ({start})", pointer="/sourceCodeEnd")
    elif line is not None and not start <= line <= end:
        yield Finding("window", f"line {line} is outside the window {start} to {end}", pointer="/lineNumber")
    elif end - start >= ids.MAX_WINDOW:
        yield Finding(
            "window", f"{end - start + 1} lines; at most {ids.MAX_WINDOW} are allowed", pointer="/sourceCodeEnd"
        )


def _source(record: Record) -> Iterator[Finding]:
    source, start, end = record["sourceCode"], record["sourceCodeStart"], record["sourceCodeEnd"]
    if source is None:
        return
    if start is None or end is None:
        yield Finding("source", "the source text has no start and end", pointer="/sourceCodeStart")
        return
    # A window that ends in an empty line and one that ends in a line end look alike; both are accepted.
    lines = source.count("\n") + 1
    if end - start + 1 not in {lines, lines - source.endswith("\n")}:
        yield Finding("source", f"{lines} lines, but the window has {end - start + 1}", pointer="/sourceCode")


def _url(record: Record, own: bool) -> Iterator[Finding]:
    start, end = record["sourceCodeStart"], record["sourceCodeEnd"]
    start = record["lineNumber"] if start is None else start
    where = (record["repo"], record["analyzedSha"])
    expected, given = ids.permalink(*where, record["filePath"], start, end), record["githubUrl"]
    # Others may quote more or fewer characters of the path than errkb does.
    if given != expected and (own or unquote(given) != unquote(expected)):
        yield Finding("url", f"expected {expected}", pointer="/githubUrl")


def _path(record: Record) -> Iterator[Finding]:
    path, (owner, name) = record["filePath"], record["repo"].split("/")
    if path.startswith("/") or "\\" in path or ".." in path.split("/") or _CONTROL.search(path):
        yield Finding("path", "expected a path within the repository with `/` between its parts", pointer="/filePath")
    # Both become folders of `records/`, where `_info` holds the articles and a leading dot marks temporary files.
    if owner[0] in "._" or name in {".", ".."} or "\\" in record["repo"]:
        yield Finding("path", "this cannot be the name of a repository", pointer="/repo")


def _timestamp(record: Record) -> Iterator[Finding]:
    if instant(record["analyzedAt"]) is None:
        yield Finding("timestamp", "there is no such date or time", pointer="/analyzedAt")


def _blank(record: Record) -> Iterator[Finding]:
    for key, value in record.items():
        texts = value if isinstance(value, list) else [value]
        for at, text in enumerate(texts):
            if isinstance(text, str) and not text.strip():
                pointer = f"/{key}/{at}" if texts is value else f"/{key}"
                yield Finding("blank", "a text of blanks only; unknown is null", pointer=pointer)


_RULES: tuple[Callable[[Record], Iterator[Finding]], ...] = (_id, _window, _source, _path, _timestamp)
