"""Segments with tables."""

import pytest

from errkb.dataset import Dataset
from errkb.store import write

EVIDENCE = {
    "importName": "proj",
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


@pytest.fixture
def dataset(make_entry):
    """Return a dataset of three records, one with everything beside it, and one article."""
    full = make_entry(evidence=EVIDENCE, tags=["validation", "type-error"])
    full.verified = dict(VERIFIED)
    bare = make_entry(errorMessage="another message", solutions=[], httpStatus=404)
    bare.evidence = None
    odd = make_entry(evidence=EVIDENCE, errorMessage="nul \x00, quote ' \" \\ and \U0001f600 é", lineNumber=None)
    return Dataset([full, bare, odd], [dict(ARTICLE)])


@pytest.fixture
def segment(tmp_path, dataset):
    """Return the folder of a segment of `dataset`."""
    folder = tmp_path / "it's a [segment]*"
    folder.mkdir()
    write(folder, dataset)
    return folder
