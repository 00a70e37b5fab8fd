"""Segments with tables."""

import copy
import shutil
from pathlib import Path

import pytest

from errkb.dataset import Dataset
from errkb.store import write

EVIDENCE = {
    "package": "project",
    "ecosystem": "pypi",
    "function": "start",
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


def make_dataset(make):
    """Return a dataset of three records, one with everything beside it, and one article."""
    full, bare, odd = (
        make(tags=["validation", "type-error"]),
        make(errorMessage="another message", solutions=[], httpStatus=404),
        make(errorMessage="nul \x00, quote ' \" \\ and \U0001f600 é", lineNumber=None),
    )
    full.evidence, full.verified = copy.deepcopy(EVIDENCE), copy.deepcopy(VERIFIED)
    odd.evidence = copy.deepcopy(EVIDENCE)
    return Dataset([full, bare, odd], [copy.deepcopy(ARTICLE)])


@pytest.fixture
def dataset(make_record_once):
    """Return a dataset to change."""
    return make_dataset(make_record_once)


@pytest.fixture(scope="session")
def built(tmp_path_factory, make_record_once):
    """Return the folder of a segment that nobody changes; its name has what a path may have."""
    folder = tmp_path_factory.mktemp("built") / "it's a [segment]*"
    folder.mkdir()
    write(folder, make_dataset(make_record_once))
    return folder


@pytest.fixture
def segment(built, tmp_path):
    """Return a copy of it."""
    return Path(shutil.copytree(built, tmp_path / built.name))
