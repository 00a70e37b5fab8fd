"""The memory-mapped record file of a segment."""

import json
import os
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errkb.dataset.recordfile import FILE_NAME, LINES, Keys, RecordFile, write
from errkb.errors import KnowledgeBaseError
from errkb.model.record import Record


@pytest.fixture
def entries(make_entry):
    """Return entries of three repositories, some with former ids and a verification."""
    found = [
        make_entry(repo=f"owner/project-{number % 3}", errorMessage=f"message number {number} é\U0001f600")
        for number in range(20)
    ]
    found[3].evidence["formerIds"] = ["00000000000000aa", "ffffffffffffffff"]
    found[4].evidence = None
    found[5].verified = {"fix": "works"}
    found[6].source = "mine"
    return found


def test_every_entry_comes_back(tmp_path, entries):
    """By ordinal, by iteration, by id and by slug each entry is what was written."""
    write(tmp_path, entries)
    file = RecordFile.open(tmp_path)
    assert len(file) == len(entries)
    assert list(file) == entries
    for ordinal, entry in enumerate(entries):
        assert file.entry(ordinal) == entry
        assert file.ordinal(entry.record["id"]) == ordinal
        assert file.by_slug(entry.record["repo"], entry.record["slug"]) == ordinal


def test_former_ids_resolve_unless_they_are_in_use(tmp_path, entries):
    """A former id leads to its record; an id in use is stronger."""
    entries[7].evidence["formerIds"] = [entries[8].record["id"]]
    write(tmp_path, entries)
    file = RecordFile.open(tmp_path)
    assert file.ordinal("00000000000000aa") == file.ordinal("ffffffffffffffff") == 3
    assert file.ordinal(entries[8].record["id"]) == 8


@pytest.mark.parametrize("identifier", ["", "0" * 16, "f" * 15, "f" * 17, "z" * 16, "-" + "1" * 15, "é" * 16])
def test_what_is_no_id_is_not_found(tmp_path, entries, identifier):
    """Any text may be asked for."""
    write(tmp_path, entries)
    file = RecordFile.open(tmp_path)
    assert file.ordinal(identifier) is None
    assert file.by_slug("owner/project-0", identifier) is None


def test_no_records(tmp_path):
    """A source without records has a record file too."""
    write(tmp_path, [])
    file = RecordFile.open(tmp_path)
    assert (len(file), list(file), file.ordinal("0" * 16), file.by_slug("a/b", "c")) == (0, [], None, None)


def test_dataset_version(tmp_path, entries):
    """It is the newest `analyzedAt`, or the one given."""
    entries[2].record["analyzedAt"] = "2026-07-01T00:00:00.25Z"
    write(tmp_path, iter(entries))
    assert RecordFile.open(tmp_path).dataset_version == "2026-07-01T00:00:00.250Z"
    write(tmp_path, entries, dataset_version="2027-01-01T00:00:00.000Z")
    assert RecordFile.open(tmp_path).dataset_version == "2027-01-01T00:00:00.000Z"


def test_stays_readable_when_the_file_is_deleted(tmp_path, entries):
    """Another process may sweep the segment away while it is in use."""
    write(tmp_path, entries)
    file = RecordFile.open(tmp_path)
    os.unlink(tmp_path / FILE_NAME)
    assert list(file) == entries
    file.close()


def test_a_missing_file_is_named(tmp_path):
    """There is no traceback, but a place."""
    with pytest.raises(KnowledgeBaseError) as caught:
        RecordFile.open(tmp_path)
    assert caught.value.where == str(tmp_path / FILE_NAME)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:0],
        lambda data: data[:20],
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: data + b"\0",
        lambda data: bytes(56) + data[56:],
        lambda data: b"PK\x03\x04" + data[4:],
        lambda data: data[:8] + data[15:7:-1] + data[16:],
        lambda data: data[:16] + struct.pack("=Q", 99) + data[24:],
        lambda data: data[:32] + struct.pack("=Q", 1 << 60) + data[40:],
    ],
)
def test_a_torn_or_foreign_file_is_refused(tmp_path, entries, damage):
    """Cut, grown, unfinished, of another kind, byte order or format: refused when it is opened."""
    write(tmp_path, entries)
    path = tmp_path / FILE_NAME
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(KnowledgeBaseError):
        RecordFile.open(tmp_path)


@pytest.mark.parametrize("ordinal", [-1, 20, 10**20])
def test_an_ordinal_of_another_segment_is_refused(tmp_path, entries, ordinal):
    """An index that does not belong to the file cannot lead anywhere."""
    write(tmp_path, entries)
    with pytest.raises(KnowledgeBaseError):
        RecordFile.open(tmp_path).entry(ordinal)


@given(data=st.data())
def test_a_flipped_byte_never_ends_in_a_traceback(tmp_path, make_record_once, data):
    """Whatever byte is wrong, the answer is an entry, nothing, or `KnowledgeBaseError`."""
    write(tmp_path, [make_record_once(errorMessage=f"message number {number}") for number in range(3)])
    path = tmp_path / FILE_NAME
    whole = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(whole)
    try:
        file = RecordFile.open(tmp_path)
        file.ordinal("0" * 16)
        file.by_slug("owner/project", "message-number-1")
        list(file)
    except KnowledgeBaseError:
        pass


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:0], lambda data: data + b"\n"])
def test_lines_of_another_length_are_refused(tmp_path, entries, damage):
    """The texts belong to the file they are found by."""
    write(tmp_path, entries)
    (tmp_path / LINES).write_bytes(damage((tmp_path / LINES).read_bytes()))
    with pytest.raises(KnowledgeBaseError):
        RecordFile.open(tmp_path)


def test_names_items_and_hashes(tmp_path, entries):
    """What an export needs is known without decoding, whatever a name holds and in whatever order the keys stand."""
    for number, name in enumerate(('a/b"c', "имя/b", "a/b\\c")):
        entries[number].record["repo"] = name
    entries[8].record = {key: entries[8].record[key] for key in Record.model_fields}
    write(tmp_path, entries)
    file = RecordFile.open(tmp_path)
    names = [tuple(entry.record[key] for key in ("repo", "slug", "id")) for entry in entries]
    assert list(file.names()) == names
    for ordinal, entry in enumerate(entries):
        item = file.item(ordinal, names[ordinal][2])
        assert (item.record, item.evidence, item.verified) == (entry.record, entry.evidence, entry.verified)
        assert (item.id, item.source) == (entry.record["id"], entry.source)
    assert len({file.hash(ordinal) for ordinal in range(len(entries))}) == len(entries)
    before = file.hash(8)
    entries[8].evidence = {"formerIds": []}
    write(tmp_path, entries)
    assert RecordFile.open(tmp_path).hash(8) != before


def test_keys_are_kept_and_taken(tmp_path, entries):
    """Columns that were written are read again; those of some records are as if the others were not there."""
    keys, some = Keys(), Keys()
    for number, entry in enumerate(entries):
        record, text = entry.record, json.dumps(entry.record).encode()
        for one in (keys, some) if number % 3 == 0 else (keys,):
            one.add(text, record["id"], record["repo"], record["slug"])
    keys.keep(tmp_path / "keys")
    for found, wanted in ((Keys.kept(tmp_path / "keys", len(keys)), keys), (keys.taken(range(0, 20, 3)), some)):
        assert vars(found) == vars(wanted)
    both = keys.taken(range(12))
    both.extend(keys.taken(range(12, 20)))
    assert vars(both) == vars(keys)
    with pytest.raises(EOFError):
        Keys.kept(tmp_path / "keys", len(keys) + 1)
