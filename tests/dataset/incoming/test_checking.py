"""Rows that are checked: sound ones pass in the order of the contract, the others say what is wrong and where."""

import json
from pathlib import Path

import pytest

from errkb.dataset.incoming.checking import Checker, placed
from errkb.dataset.incoming.rows import Row
from errkb.dataset.incoming.tables import table_of
from errkb.errors import DatasetError
from errkb.model.catalog import Finding
from errkb.model.record import Record


def checked(data, *, ignore_unknown=False):
    return Checker({}, ignore_unknown=ignore_unknown).rows([data])


@pytest.mark.parametrize("form", [lambda record: record, lambda record: json.dumps(record).encode()])
def test_a_sound_record_passes(make_record, form):
    """Text or data, in any order of its keys, with or without what may be absent."""
    record = make_record()
    shuffled = dict(sorted(record.items()))
    del shuffled["backgroundTag"]
    found = checked(form(shuffled))
    assert found.faults == []
    [text] = found.records()
    assert json.loads(text) == record
    assert list(json.loads(text)) == list(Record.model_fields)
    assert found.texts == text + b"\n"
    assert (list(found.keys.ids), found.newest) == ([int(record["id"], 16)], record["analyzedAt"].removesuffix("Z"))


@pytest.mark.parametrize(
    ("change", "rule", "pointer"),
    [
        ({"severity": "fatal"}, "wrong-value", "/severity"),
        ({"id": "0" * 16}, "id", "/id"),
        ({"slug": "x"}, "slug", "/slug"),
        ({"lineNumber": 1.0}, "wrong-type", "/lineNumber"),
        ({"solutions": ["a", ""]}, "wrong-value", "/solutions/1"),
        ({"messagePattern": "(a+)+"}, "pattern", "/messagePattern"),
        ({"extra": 1}, "unknown-key", "/extra"),
        ({"schemaVersion": 3}, "wrong-value", "/schemaVersion"),
        ({"analyzedAt": "2026-02-31T00:00:00Z"}, "timestamp", "/analyzedAt"),
    ],
)
@pytest.mark.parametrize("form", [lambda record: record, lambda record: json.dumps(record).encode()])
def test_a_fault_has_its_place(make_record, form, change, rule, pointer):
    """Rule, file, line and JSON pointer, the record's place in its document in front."""
    found = checked(form(make_record() | change))
    [(at, [fault])] = found.faults
    assert (at, fault.rule, fault.pointer, found.texts) == (0, rule, pointer, b"")
    fault = placed(fault, Row({}, Path("a.jsonl"), 1, 7, "/3"))
    assert (fault.file, fault.line, fault.pointer) == (Path("a.jsonl"), 7, f"/3{pointer}")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (b"nothing", "invalid-json"),
        (b"[]", "wrong-type"),
        (b'{"a": "\xff"}', "not-utf8"),
        (b'{"id": "\\ud800"}', "lone-surrogate"),
        (b'{"id": NaN}', "invalid-json"),
        (b"[" * 10_000, "invalid-json"),
    ],
)
def test_what_is_no_record(text, rule):
    """Hostile text is a finding like any other."""
    [(_, [fault])] = checked(text).faults
    assert fault.rule == rule


def test_a_key_that_stands_twice(make_record):
    """The second value does not silently win; text that only looks like a key is none."""
    record = make_record(documentation='say "id": twice, \\":" and \\')
    text = json.dumps(record).encode()
    assert checked(text).faults == []
    for twice in (text, text.replace(b'"backgroundTag": null, ', b"")):
        [(_, [fault])] = checked(twice[:-1] + b',"severity":"info"}').faults
        assert fault.rule == "duplicate-key"


def test_unknown_keys_can_be_left_out(make_record):
    """They are counted, and the record is what it is without them."""
    found = checked(make_record() | {"extra": 1, "more": 2}, ignore_unknown=True)
    assert found.unknown == {"extra": 1, "more": 1}
    assert json.loads(found.texts) == make_record()


def test_a_row_of_a_table_is_found_by_its_number():
    """It has neither line nor pointer, so the message names the record; a line is enough where there is one."""
    fault = Finding("id", "wrong", pointer="/id")
    assert placed(fault, Row({}, Path("a.csv"), 1200)).message == "record 1,200: wrong"
    assert placed(fault, Row(b"{}", Path("a.jsonl"), 3, line=4)).message == "wrong"


@pytest.mark.parametrize(("text", "line"), [('id\nx\n"a\n', 3), ('id\nx\n"a"b\n', 3), ("id\nx\n\xff\n", None)])
def test_csv_that_is_none(tmp_path, text, line):
    """The line is named."""
    path = tmp_path / "a.csv"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(DatasetError, match="not CSV") as caught:
        list(table_of(path, "csv")("records"))
    assert line is None or caught.value.where == f"{path}:{line}"
