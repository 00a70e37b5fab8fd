"""Shape errors in plain words."""

import pytest

from errkb.dataset.shapes import pointer, validate
from errkb.model.record import Record
from errkb.model.sidecar import EvidenceFile


@pytest.mark.parametrize(
    ("key", "value", "rule", "words"),
    [
        ("id", "XYZ", "wrong-value", "16 lower-case hexadecimal characters, found the string 'XYZ'"),
        ("repo", "a b", "wrong-value", "`owner/name`"),
        ("errorMessage", "", "wrong-value", "a string that is not empty"),
        ("errorType", "panik", "wrong-value", "one of 'exception', 'error_code'"),
        ("severity", None, "wrong-value", "found null"),
        ("httpStatus", 99, "wrong-value", "at least 100"),
        ("httpStatus", 600, "wrong-value", "at most 599"),
        ("httpStatus", 404.5, "wrong-type", "an integer, found a number (404.5)"),
        ("lineNumber", "7", "wrong-type", "an integer, found the string '7'"),
        ("lineNumber", True, "wrong-type", "found a boolean (true)"),
        ("solutions", {}, "wrong-type", "an array, found an object"),
        ("schemaVersion", 3, "wrong-value", "expected 2, found a number (3)"),
        ("analyzedAt", "x" * 100, "wrong-value", "a string of 100 characters"),
        ("documentation", 5, "wrong-type", "a string"),
        ("zzz", 1, "unknown-key", "no such key"),
    ],
)
def test_a_wrong_value_is_said_in_plain_words(make_record, key, value, rule, words):
    """The finding names the key, the rule, what is expected there and what stands there."""
    shape, findings = validate(Record, make_record() | {key: value})
    assert shape is None
    assert [(finding.pointer, finding.rule) for finding in findings] == [(f"/{key}", rule)]
    assert words in findings[0].message


def test_every_fault_is_named(make_record):
    """All faults of a record are found at once, a missing key among them."""
    record = make_record() | {"tags": ["ok", "Not Ok"], "slug": "UPPER"}
    del record["filePath"]
    _, findings = validate(Record, record)
    assert {(finding.pointer, finding.rule) for finding in findings} == {
        ("/tags/1", "wrong-value"),
        ("/slug", "wrong-value"),
        ("/filePath", "missing-key"),
    }


def test_control_characters_in_a_value_are_escaped(make_record):
    """A finding is safe to print whatever the file holds."""
    _, findings = validate(Record, make_record() | {"slug": "\x1b[31m\u202e"})
    assert findings[0].message.isprintable()


@pytest.mark.parametrize("data", [None, [], "text", 5])
def test_a_document_that_is_no_object(data):
    """A file that holds something else is one finding, about the whole document."""
    _, findings = validate(Record, data)
    assert [(finding.pointer, finding.rule) for finding in findings] == [("", "wrong-type")]


def test_pointers_follow_rfc_6901(evidence):
    """Slashes and tildes in keys are escaped."""
    assert pointer(("a/b", "c~d", 0)) == "/a~1b/c~0d/0"
    evidence["positive"][0]["captures"] = {"a/b": 1}
    _, findings = validate(EvidenceFile, evidence)
    assert [finding.pointer for finding in findings] == ["/positive/0/captures/a~1b"]
