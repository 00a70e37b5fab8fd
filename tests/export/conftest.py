"""Content to export."""

import copy
import json

import pytest

from errkb.export.tables import COLUMNS
from errkb.model.content import Content, Item, Origin
from errkb.model.timestamps import newest

EVIDENCE = {
    "package": "project",
    "importName": "proj",
    "ecosystem": "pypi",
    "function": "start",
    "sites": [{"filePath": "project/other.py", "lineNumber": 3, "function": None}],
    "aliases": [{"errorMessage": "the {thing} failed", "errorClass": None, "versions": "<2.0"}],
    "positive": [{"text": "ValueError: the fan went wrong", "captures": {"thing": "fan"}}],
    "negative": [{"text": "the fan went well", "reason": "a healthy line"}],
    "notReproduced": None,
    "formerIds": ["00000000000000ff"],
}
VERIFIED = {
    "scriptSha256": "a" * 64,
    "python": "3.12.1",
    "packages": {"project": "1.0"},
    "verifiedAt": "2026-01-02T03:04:05.5Z",
    "trigger": "raised",
    "match": "first",
    "fix": "works",
    "recordSha": None,
    "recordSha256": None,
}
ARTICLE = {
    "slug": "missing-values",
    "clusterKey": "missing-values",
    "title": "Missing values",
    "summary": "A value is not there.",
    "background": "Libraries differ.",
    "commonCauses": [{"cause": "no value", "detail": "none was given"}],
    "fixes": ["Give one."],
    "guideSlugs": [],
    "errorIds": ["0123456789abcdef"],
    "errorCount": 1,
    "repoCount": 1,
    "generatedAt": "2026-01-02T03:04:05Z",
    "schemaVersion": 1,
}


def content_of(records, sidecars=(), **more):
    """Return content of records in their order; `sidecars` are pairs of evidence and verification, in that order."""
    beside = dict(enumerate(sidecars))
    items = [
        Item(
            record["id"], json.dumps(record, ensure_ascii=False).encode(), "shipped", *beside.get(number, (None, None))
        )
        for number, record in enumerate(sorted(records, key=lambda one: (one["repo"], one["slug"], one["id"])))
    ]
    version = newest(record["analyzedAt"] for record in records)
    more = {"items": lambda: iter(items)} | more
    origins = (Origin("shipped", "shipped", "CC-BY-4.0", version),)
    return Content(dataset_version=version, **({"origins": origins} | more))


@pytest.fixture
def records(make_record):
    """Return three records of two repositories, in the order of an export."""
    found = [
        make_record(repo="a/b", errorMessage="nul \x00, quote ' \" \\ and \U0001f600 é\r\n", lineNumber=None),
        make_record(),
        make_record(errorMessage="=1+1 is another message", solutions=[], httpStatus=404, errorCode=""),
    ]
    found = [{key: record[key] for key in COLUMNS["records"]} for record in found]
    return sorted(found, key=lambda one: (one["repo"], one["slug"]))


@pytest.fixture
def content(records):
    """Return content with everything beside its first record, and an article."""
    return content_of(records, [copy.deepcopy((EVIDENCE, VERIFIED))], articles=(copy.deepcopy(ARTICLE),))
