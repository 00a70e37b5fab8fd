"""Content to export."""

import copy
import json

import pytest

from errkb.export.tables import COLUMNS
from errkb.model.content import Content, Item, Origin
from errkb.model.timestamps import newest
from tests.beside import ARTICLE, EVIDENCE, VERIFIED


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
