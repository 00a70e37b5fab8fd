"""A `records/` folder on disk, made of whole records."""

import json

import pytest

from errkb.dataset.canonical import dumps, write_text
from errkb.dataset.folder import place, sidecar
from errkb.model.record import Record
from errkb.model.sidecar import EvidenceFile

EVIDENCE = {
    "package": "project",
    "importName": None,
    "ecosystem": "pypi",
    "function": "start",
    "sites": [{"filePath": "project/other.py", "lineNumber": 3, "function": None}],
    "aliases": [{"errorMessage": "the {thing} failed", "errorClass": None, "versions": "<2.0"}],
    "positive": [{"text": "ValueError: the fan went wrong", "captures": {"thing": "fan"}}],
    "negative": [{"text": "the fan went well", "reason": "a healthy line"}],
    "notReproduced": "needs a fan",
    "formerIds": ["00000000000000ff"],
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
def evidence():
    """Return a whole evidence sidecar."""
    return json.loads(json.dumps(EVIDENCE))


@pytest.fixture
def article():
    """Return a whole background article."""
    return json.loads(json.dumps(ARTICLE))


@pytest.fixture
def records(tmp_path):
    """Return an empty `records/` folder."""
    folder = tmp_path / "records"
    folder.mkdir()
    return folder


@pytest.fixture
def put(records, make_record):
    """Return a function that writes a record (keywords replace authored fields) and returns its path."""

    def write(evidence=None, **fields):
        record = make_record(**fields)
        path = records / place(record)
        write_text(path, dumps(Record.model_validate(record)))
        if evidence is not None:
            write_text(sidecar(path, "evidence"), dumps(EvidenceFile.model_validate(evidence)))
        return path

    return write
