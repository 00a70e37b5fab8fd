"""The bulk scan over open segments."""

from __future__ import annotations

import io

import pytest

from errkb.errors import KnowledgeBaseError
from errkb.index import open_index, write
from errkb.index.bulk import BulkScanner, PatternList, open_segments, scanner, sightings
from errkb.index.bulk.stored import KEPT, kept_gate
from tests.index.bulk.conftest import LINES, PATTERNS, expected

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
    found = seen(LOG, sightings(indexes, path))
    assert found == [
        (1, MESSAGES[0][0], b"Cannot connect to host db on port 5432", [b"db", b"5432"]),
        (1, MESSAGES[1][1], b"Cannot connect to host db on port 5432", [b"db on port 5432"]),
        (3, MESSAGES[0][1], b"no such luck", [b"luck"]),
        (4, " ".join(MESSAGES[1][0].split()), LOG[LOG.index(b"Multiple") : -2], [b"one\0thing \xff"]),
    ]
    stream = io.BytesIO(LOG)
    assert seen(LOG, sightings(indexes, lambda wanted: stream.read(min(wanted, 11)))) == found


@pytest.mark.parametrize("everywhere", [True, False])
def test_a_segment_finds_what_its_patterns_find(write_segment, tmp_path, backend, everywhere):
    """Patterns opened from an index give the hits they give by themselves, and everywhere those of `re`."""
    log = b"\n".join(LINES)
    index = open_index(write_segment(tmp_path, PATTERNS, "NoSuchKey", backend), backend)
    bare = BulkScanner.of(PatternList(PATTERNS), classes=[b"NoSuchKey"], everywhere=everywhere, backend=backend)
    found = list(scanner([index], everywhere=everywhere, backend=backend).scan(log))
    assert found == list(bare.scan(log))
    if everywhere:
        assert {hit[:2] for hit in found} == expected(PATTERNS, log)


def test_a_gate_is_kept_for_its_anchors(write_segment, tmp_path):
    """A large gate is chosen once; one that is torn or of other anchors is chosen again, a missing index is told."""
    patterns = [f"the connection to host {number} was lost in the middle of it" for number in range(KEPT)]
    index = open_index(write_segment(tmp_path / "a", patterns))
    texts = kept_gate(index).texts
    kept = tmp_path / "a" / "gate.bin"
    whole = kept.read_bytes()
    kept.write_bytes(whole[:100] + bytes([whole[100] ^ 1]) + whole[101:])
    assert kept_gate(index).texts == texts
    assert kept.read_bytes() == whole
    other = open_index(write_segment(tmp_path / "b", [f"{pattern} again" for pattern in patterns]))
    (tmp_path / "b" / "gate.bin").write_bytes(whole)
    kept_gate(other)
    assert (tmp_path / "b" / "gate.bin").read_bytes() != whole
    log = b"x the connection to host 77 was lost in the middle of it again\n"
    assert [hit.pattern for hit in open_segments([tmp_path / "a", tmp_path / "b"]).scan(log)] == [77, KEPT + 77]
    with pytest.raises(KnowledgeBaseError):
        open_segments([tmp_path / "c"])
