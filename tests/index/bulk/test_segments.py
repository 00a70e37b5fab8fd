"""The bulk scan over open segments."""

from __future__ import annotations

import io

import pytest

from errkb.index import open_index, write
from errkb.index.bulk import sightings

MESSAGES = [
    ["Cannot connect to host {host} on port {port}", "no such {thing}", "{key}"],
    ["Multiple problems were found:\n  - {problem}\nPlease fix all of them", "Cannot connect to host {host}"],
]
LOG = b"""\
2025-01-01 ERROR ValueError: Cannot connect to host db on port 5432
all is well, no such luck
KeyError: no such luck\r
x Multiple problems were found:
  - one\0thing \xff
Please fix all of them.
"""


@pytest.fixture
def folders(make_entry, tmp_path):
    """Return the folders of two segments."""
    found = []
    for number, messages in enumerate(MESSAGES):
        folder = tmp_path / str(number)
        folder.mkdir()
        write(folder, [make_entry(errorMessage=message) for message in messages])
        found.append(folder)
    return found


def seen(log, found):
    """Return what was sighted as line, message, matched text and values."""
    return [
        (one.line, one.template.message, log[one.start : one.end], [log[slice(*span)] for span in one.groups])
        for one in found
    ]


def test_all_segments_are_looked_for_at_once(folders, tmp_path):
    """What the templates of several segments say of a log comes in order of line, then segment, with values."""
    path = tmp_path / "x.log"
    path.write_bytes(LOG)
    indexes = [open_index(folder) for folder in folders]
    found = seen(LOG, sightings(folders, indexes, path))
    assert found == [
        (1, MESSAGES[0][0], b"Cannot connect to host db on port 5432", [b"db", b"5432"]),
        (1, MESSAGES[1][1], b"Cannot connect to host db on port 5432", [b"db on port 5432"]),
        (3, MESSAGES[0][1], b"no such luck", [b"luck"]),
        (4, " ".join(MESSAGES[1][0].split()), LOG[LOG.index(b"Multiple") : -2], [b"one\0thing \xff"]),
    ]
    stream = io.BytesIO(LOG)
    assert seen(LOG, sightings(folders, indexes, lambda wanted: stream.read(min(wanted, 11)))) == found
