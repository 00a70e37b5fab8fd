"""Located errors -> entries of a knowledge base: the keys of a record, `null` where only an author would know.

One message raised at several places of a file is one record, the further places are sites beside it, lowest line
first. A code that several messages of a file share stays out, since it would give them one id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from errkb.model import ids, pattern
from errkb.model.located import Located, Project
from errkb.model.report import Entry

__all__ = ["entries"]

UNKNOWN: dict[str, Any] = {
    "documentation": None,
    "triggerScenarios": None,
    "commonSituations": None,
    "solutions": None,
    "exampleFix": None,
    "handlingStrategy": None,
    "validationCode": None,
    "typeGuard": None,
    "tryCatchPattern": None,
    "preventionTips": None,
}
_TYPES = {"log": "console", "exit": "console", "fail": "console", "warn": "console", "panic": "panic"}
MAX_SITES = 50

Lines = Callable[[str], list[str] | None]


def entries(
    project: Project,
    located: Iterable[Located],
    analyzed_at: str,
    lines: Lines | None = None,
    slugs: set[str] | None = None,
) -> Iterator[Entry]:
    """Return an entry for each message of each file.

    `lines` gives a file's lines where windows are wanted, `slugs` are those that the repository already has.
    """
    found = sorted(located, key=lambda one: (one.path, one.line))
    shared = _shared_codes(found)
    groups: dict[str, list[Located]] = {}
    codes: dict[str, str | None] = {}
    for one in found:
        code = None if one.code is None or (one.path, one.code) in shared else one.code
        key = one.message or f"{one.cls}\0{one.function}"
        identifier = ids.record_id(project.repo, code, key, one.path)
        groups.setdefault(identifier, []).append(one)
        codes[identifier] = code
    slugs = set() if slugs is None else slugs
    for identifier, same in groups.items():
        record = _record(project, identifier, codes[identifier], same, analyzed_at, slugs)
        if lines is not None:
            _window(record, lines(same[0].path))
        yield Entry(record, _evidence(project, same), None, project.name)


def _shared_codes(found: list[Located]) -> set[tuple[str, str]]:
    messages: dict[tuple[str, str], set[str]] = {}
    for one in found:
        if one.code is not None:
            messages.setdefault((one.path, one.code), set()).add(one.message)
    return {key for key, texts in messages.items() if len(texts) > 1}


def _record(  # noqa: PLR0917
    project: Project, identifier: str, code: str | None, same: list[Located], analyzed_at: str, slugs: set[str]
) -> dict[str, Any]:
    first = same[0]
    cls = next((one.cls for one in same if one.cls), None)
    slug = ids.slug(code, first.message or f"{first.cls} {first.function}")
    if slug in slugs:
        slug = ids.slug_with_id(slug, identifier)
    slugs.add(slug)
    url = ids.permalink(project.repo, project.commit, first.path, first.line) if project.commit else None
    return {
        "id": identifier,
        "repo": project.repo,
        "slug": slug,
        "errorCode": code,
        "errorMessage": first.message,
        "messagePattern": first.pattern or pattern.derive(first.message),
        "errorType": _type(first, code),
        "errorClass": cls,
        "httpStatus": first.status,
        "severity": first.severity,
        "filePath": first.path,
        "lineNumber": first.line,
        "sourceCode": None,
        "sourceCodeStart": None,
        "sourceCodeEnd": None,
        "githubUrl": url,
        **UNKNOWN,
        "tags": [],
        "backgroundTag": None,
        "analyzedSha": project.commit,
        "analyzedAt": analyzed_at,
        "schemaVersion": 2,
    }


def _type(one: Located, code: str | None) -> str:
    if one.status is not None:
        return "http"
    if one.kind in _TYPES:
        return _TYPES[one.kind]
    if one.cls is not None and "Validation" in one.cls:
        return "validation"
    return "error_code" if code is not None else "exception"


def _evidence(project: Project, same: list[Located]) -> dict[str, Any]:
    first = same[0]
    sites = [{"filePath": one.path, "lineNumber": one.line, "function": one.function} for one in same[1:]]
    sites += [
        {"filePath": one.path, "lineNumber": line, "function": function}
        for one in same
        for line, function in one.raised
    ]
    triggers = dict.fromkeys(name for one in same for name in one.triggers)
    return {
        "package": project.package,
        "importName": project.import_name if project.import_name != project.package else None,
        "ecosystem": project.ecosystem,
        "function": first.function,
        "sites": sites[:MAX_SITES],
        "triggers": list(triggers)[:10],
        "version": project.version,
    }


def _window(record: dict[str, Any], lines: list[str] | None) -> None:
    line = record["lineNumber"]
    if lines is None or not 0 < line <= len(lines):
        return
    start, end = ids.source_window(line, len(lines))
    record |= {"sourceCode": "\n".join(lines[start - 1 : end]), "sourceCodeStart": start, "sourceCodeEnd": end}
    if record["analyzedSha"]:
        record["githubUrl"] = ids.permalink(record["repo"], record["analyzedSha"], record["filePath"], start, end)
