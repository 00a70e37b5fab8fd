"""JSON as a stream: lines, arrays, envelopes, records."""

import io
import json
from pathlib import Path

import pytest

from errkb.dataset.incoming.jsontext import array_rows, line_rows
from errkb.errors import DatasetError

PATH = Path("a.json")


def array(text, monkeypatch=None):
    return [(row.data, row.pointer) for row in array_rows(io.BytesIO(text.encode()), PATH)]


@pytest.mark.parametrize("chunk", [1, 2, 7, 1024])
def test_arrays_of_any_size(monkeypatch, chunk):
    """Elements come one by one, wherever the file is cut while it is read."""
    monkeypatch.setattr("errkb.dataset.incoming.jsontext._CHUNK", chunk)
    data = [{"a": "é\U0001f600]}", "b": [1, {"c": None}]}, {"a": ""}, {}]
    for indent in (None, 2):
        rows = array(" \n" + json.dumps(data, ensure_ascii=False, indent=indent) + "\n ")
        assert rows == [(element, f"/{number}") for number, element in enumerate(data)]


def test_other_documents():
    """An envelope holds one record, a single object is one, an empty array none."""
    assert array('{"record": {"id": 1}, "datasetVersion": "x"}') == [({"id": 1}, "/record")]
    assert array('{"id": 1}') == [({"id": 1}, "")]
    assert array("[ ]") == []


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[{"a": 1}, {"a": }]', "a.json:1"),
        ('[\n{"a": 1},\n{"a": 1\n', "a.json:4"),
        ('{"a": 1}\n{"a": 2}', "a.json:2"),
        ("", "a.json:1"),
        ('[{"a": 1}] x', "a.json:1"),
        ('[{"a": NaN}]', "a.json"),
        ('[{"a": 1, "a": 2}]', "a.json"),
        ("[" * 100_000, "a.json"),
        ("[,]", "a.json:1"),
        ('[,{"a": 1}]', "a.json:1"),
        ('[{"a": 1},]', "a.json:1"),
        ('[{"a": 1},\n\n]', "a.json:3"),
        ('[{"a": 1},,{"a": 2}]', "a.json:1"),
        ('[{"a": 1}\n{"a": 2}]', "a.json:2"),
        ('[{"a": 1}', "a.json:1"),
    ],
)
def test_what_is_no_json(text, where):
    """The place is named; nothing is guessed."""
    with pytest.raises(DatasetError) as caught:
        array(text)
    assert caught.value.where == where


def test_text_that_is_not_utf8():
    """It is said, not replaced."""
    with pytest.raises(DatasetError, match="UTF-8"):
        list(array_rows(io.BytesIO(b'[{"a": "\xff"}]'), PATH))


def test_lines():
    """Blank lines are passed over, but count; a byte order mark is no part of the first line."""
    rows = list(line_rows(io.BytesIO(b'\xef\xbb\xbf{"a": 1}\n\n  \n{"a": 2}'), PATH))
    assert [(row.data.strip(), row.number, row.line) for row in rows] == [(b'{"a": 1}', 1, 1), (b'{"a": 2}', 2, 4)]


def test_a_line_without_end(monkeypatch):
    """A line that is longer than any record is refused before it is in memory."""
    monkeypatch.setattr("errkb.dataset.incoming.jsontext.MAX_RECORD", 100)
    with pytest.raises(DatasetError, match="longer than any record"):
        list(line_rows(io.BytesIO(b"x" * 1000), PATH))
