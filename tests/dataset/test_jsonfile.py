"""One JSON file that anybody may have written."""

import os

import pytest

from errkb.dataset.jsonfile import MAX_FILE_BYTES, JsonFileError, load, loads


@pytest.mark.parametrize(
    ("data", "rule", "words", "line"),
    [
        (b'{\n  "a": 1,\n}', "invalid-json", "line 3, column 1", 3),
        (b"", "invalid-json", "line 1, column 1", 1),
        (b'{"a": 1} x', "invalid-json", "Extra data", 1),
        (b"\xef\xbb\xbf{}", "invalid-json", "BOM", 1),
        (b'{"a": 1, "b": {"c": 1, "c": 2}}', "duplicate-key", "'c'", None),
        (b'{"a": NaN}', "invalid-json", "NaN", None),
        (b'{"a": -Infinity}', "invalid-json", "-Infinity", None),
        (b'{"a": 1e999}', "invalid-json", "out of range", None),
        (b"9" * 5000, "invalid-json", "digits", None),
        (b"[" * 200_000, "invalid-json", "nested", None),
        (b'{\n"a": "\xff"}', "not-utf8", "byte 8", 2),
        ('{"a": "é"}'.encode("utf-16"), "not-utf8", "byte 0", 1),
        (b'{"a": "\\ud800"}', "lone-surrogate", "UTF-8", None),
        (b'{"a\\uDFFF": 1}', "lone-surrogate", "UTF-8", None),
    ],
)
def test_what_is_not_plain_json_is_a_finding(data, rule, words, line):
    """Each way of not being JSON has its rule, says what is wrong and, where it is known, on which line."""
    with pytest.raises(JsonFileError) as caught:
        loads(data)
    finding = caught.value.finding
    assert (finding.rule, finding.line, finding.severity) == (rule, line, "error")
    assert words in finding.message


def test_pairs_of_surrogates_are_text():
    """An escaped pair is one character."""
    assert loads(b'{"a": "\\ud83d\\ude00"}') == {"a": "\U0001f600"}


def test_a_file_is_read_with_a_bound(tmp_path):
    """A file of exactly the limit is read, one byte more is refused."""
    path = tmp_path / "a.json"
    path.write_bytes(b'"' + b"x" * (MAX_FILE_BYTES - 2) + b'"')
    assert len(load(path)) == MAX_FILE_BYTES - 2
    path.write_bytes(b'"' + b"x" * (MAX_FILE_BYTES - 1) + b'"')
    with pytest.raises(JsonFileError, match="1024 KiB"):
        load(path)


@pytest.mark.parametrize("make", [None, os.mkdir, os.mkfifo])
def test_what_is_no_file_is_a_finding(tmp_path, make):
    """A missing file, a folder and a named pipe (which would wait forever) are unreadable."""
    path = tmp_path / "a.json"
    if make:
        make(path)
    with pytest.raises(JsonFileError) as caught:
        load(path)
    assert (caught.value.finding.rule, caught.value.finding.file) == ("unreadable", path)
