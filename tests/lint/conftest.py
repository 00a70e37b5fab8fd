"""A records folder of one's own to lint."""

import pytest

from errkb.dataset import Dataset


@pytest.fixture
def folder(tmp_path, good):
    """Return a function that writes entries (by default one good one) and articles into a records folder."""

    def write(*entries, articles=()):
        Dataset([*entries] or [good()], [*articles]).write(tmp_path)
        return tmp_path

    return write


@pytest.fixture
def make_article():
    """Return a function that makes a good article on the family of one record."""

    def make(entry, **fields):
        family = entry.record["backgroundTag"]
        return {
            "slug": family,
            "clusterKey": family,
            "title": "Things that engines refuse",
            "summary": "An engine looks at things before it starts.",
            "background": "Every engine checks what it is given, for a reason. " * 35,
            "commonCauses": [{"cause": f"Cause {n}", "detail": "Something that was made elsewhere."} for n in range(3)],
            "fixes": ["Make the thing again.", "Upgrade the engine.", "Ask who made the thing."],
            "guideSlugs": [],
            "errorIds": [entry.record["id"]],
            "errorCount": 1,
            "repoCount": 1,
            "generatedAt": "2026-01-02T03:04:05Z",
            "schemaVersion": 1,
        } | fields

    return make
