"""A record -> the data of its page, in the order of the contract (*Record page*). No HTML: templates draw it.

All strings are raw, as the record has them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from errkb.model.match import RecordDict
from errkb.model.report import Entry
from errkb.render.language import guess_language
from errkb.render.prose import cut, one_line
from errkb.render.reproduced import reproduced
from errkb.web.catalog import Catalog, Related, title_of
from errkb.web.paths import api_path, error_path, family_path, repo_path, tag_path

__all__ = ["Example", "Link", "RecordPage", "Source", "as_json_text", "record_page", "structured_data"]

_PATTERNS = (
    ("Validate before calling", "validationCode"),
    ("Type guard", "typeGuard"),
    ("Try / catch", "tryCatchPattern"),
)
_LOCATED = "Nobody has documented this error yet: what is known was read off the source."
_INDEX_ONLY = "Only the index entry of this record is here; its publisher has the rest."


@dataclass(slots=True, frozen=True)
class Link:
    """A text and where it leads: a path below the root of the site."""

    text: str
    path: str


@dataclass(slots=True, frozen=True)
class Example:
    """Code with a Pygments name of its language, the number of its first line and the line that matters, if known."""

    code: str
    language: str = "text"
    title: str = ""
    start: int = 1
    marked: int | None = None


@dataclass(slots=True, frozen=True)
class Source:
    """Where the project raises the error."""

    place: str
    window: Example | None
    url: str | None
    sha: str


@dataclass(slots=True, frozen=True)
class RecordPage:
    """All that a record's page says, section by section."""

    id: str
    path: str
    api: str
    repo: Link
    severity: str
    label: str
    title: str
    summary: str
    """One sentence, for what shows the page in a list."""
    message: str
    meaning: str
    source: Source | None
    solutions: tuple[str, ...]
    example_fix: Example | None
    strategy: str | None
    patterns: tuple[Example, ...]
    prevention: tuple[str, ...]
    trigger: str
    situations: str
    related: tuple[Related, ...]
    family: Link | None
    tags: tuple[Link, ...]
    badge: str
    """`reproduced` or `documented`."""
    proof: str
    """What a script reproduced it with, if one has."""
    commit: str
    day: str
    modified: str
    """When the record was written, ISO 8601."""
    private: bool


def record_page(entry: Entry, catalog: Catalog, *, static: bool = False) -> RecordPage:
    """Return the data of a record's page; `static` is for a host that knows files only."""
    record = entry.shown
    meaning = record["documentation"] or (_INDEX_ONLY if entry.is_index_only else _LOCATED)
    sha = (record["analyzedSha"] or "")[:10]
    return RecordPage(
        id=record["id"],
        path=error_path(record["repo"], record["slug"]),
        api=api_path(record["id"], static=static),
        repo=Link(record["repo"], repo_path(record["repo"])),
        severity=record["severity"],
        label=record["errorClass"] or record["errorCode"] or "",
        title=title_of(record),
        summary=cut(one_line(meaning), 200),
        message=record["errorMessage"],
        meaning=meaning,
        source=_source(record, sha),
        solutions=tuple(record["solutions"] or ()),
        example_fix=_example(record, "exampleFix", "Example fix"),
        strategy=record["handlingStrategy"],
        patterns=tuple(_patterns(record)),
        prevention=tuple(record["preventionTips"] or ()),
        trigger=record["triggerScenarios"] or "",
        situations=record["commonSituations"] or "",
        related=tuple(catalog.related(record["id"])),
        family=_family(record, catalog),
        tags=tuple(Link(tag, tag_path(tag)) for tag in record["tags"] or ()),
        badge="reproduced" if entry.verified else "documented" if record["documentation"] else "located",
        proof=reproduced(entry.verified),
        commit=f"{record['repo']}@{sha}" if sha else record["repo"],
        day=(record["analyzedAt"] or "")[:10],
        modified=record["analyzedAt"] or "",
        private=entry.private is not None,
    )


def structured_data(page: RecordPage, address: str) -> dict[str, Any]:
    """Return the page as JSON-LD (schema.org); `address` is the site's, with a slash at the end."""
    return {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": page.title,
        "description": page.summary,
        "url": address + page.path,
        "identifier": page.id,
        "dateModified": page.modified or None,
        "keywords": [tag.text for tag in page.tags],
        "about": {"@type": "SoftwareSourceCode", "name": page.repo.text},
        "isPartOf": {"@type": "Dataset", "name": "errkb", "url": address},
        "license": "https://creativecommons.org/licenses/by/4.0/" if not page.private else None,
        "encoding": {
            "@type": "MediaObject",
            "encodingFormat": "application/json",
            "contentUrl": address + page.api,
        },
    }


def _is_web_link(url: str | None) -> bool:
    """Say whether this may be the target of a link: http or https, whatever a record holds."""
    return bool(url) and str(url).lower().startswith(("https://", "http://"))


def _source(record: RecordDict, sha: str) -> Source | None:
    if not record["filePath"]:
        return None
    line, code = record["lineNumber"], record["sourceCode"]
    place = record["filePath"] + (f":{line}" if line else "")
    window = None
    if code:
        language = guess_language("", record["filePath"])
        window = Example(code, language, "Source", record["sourceCodeStart"] or 1, line)
    url = record["githubUrl"] if _is_web_link(record["githubUrl"]) else None
    return Source(place, window, url, sha)


def _example(record: RecordDict, key: str, title: str) -> Example | None:
    code = record[key]
    return Example(code, guess_language(code, record["filePath"] or ""), title) if code else None


def _patterns(record: RecordDict) -> Iterator[Example]:
    for title, key in _PATTERNS:
        example = _example(record, key, title)
        if example is not None:
            yield example


def _family(record: RecordDict, catalog: Catalog) -> Link | None:
    family = record.get("backgroundTag")
    if not family:
        return None
    article = catalog.articles.get(family)
    return Link(article["title"] if article else family, family_path(family))


def as_json_text(data: Any) -> str:
    """Return JSON that may stand inside an HTML element: what could end the element is escaped."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
