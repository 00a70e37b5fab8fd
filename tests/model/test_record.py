"""The record model: what it refuses, and the JSON it gives back."""

import json

import pytest
from pydantic import ValidationError

from errkb.model.record import Envelope, Record


def test_json_has_the_key_order_of_the_contract(documents):
    """Whatever the order on the way in, keys come out as the contract lists them, an absent `backgroundTag` as null."""
    record = {key: documents["record"][key] for key in reversed(documents["record"]) if key != "backgroundTag"}
    written = Record.model_validate(record).to_json()
    assert list(written) == list(Record.model_fields)
    assert written == documents["record"] | {"backgroundTag": None}


def test_records_are_immutable(documents):
    """A field cannot be set once a record is made."""
    record = Record.model_validate(documents["record"])
    with pytest.raises(ValidationError):
        record.slug = "other"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("repo", "owner"),
        ("repo", "owner/a b"),
        ("repo", "owner/a/b"),
        ("repo", "owner/a\u3000b"),
        ("repo", "owner/a\x1cb"),
        ("repo", "owner/.."),
        ("repo", "./name"),
        ("repo", "../.."),
        ("repo", "owner/a\\..\\b"),
        ("schemaVersion", True),
        ("schemaVersion", 2.0),
        ("analyzedAt", "2026-01-02T03:04:05+00:00"),
        ("analyzedAt", "٢026-01-02T03:04:05Z"),
        ("githubUrl", "https://github.com/a b"),
        ("httpStatus", 600),
        ("lineNumber", 0),
        ("tags", ["9a"]),
        ("solutions", [""]),
    ],
)
def test_a_value_outside_its_rule_is_refused(documents, key, value):
    """No coercion: what the contract's table does not allow is refused."""
    with pytest.raises(ValidationError):
        Record.model_validate(documents["record"] | {key: value})


def test_envelope_holds_a_record_and_a_version(documents):
    """A single record with the version of its dataset goes in and comes out unchanged."""
    text = json.dumps(documents["envelope"])
    assert json.loads(Envelope.model_validate_json(text).model_dump_json()) == documents["envelope"]


@pytest.mark.parametrize("repo", ["a/b", "owner/.github", "owner/..x", "owner/...", "a.b/c.", "owner/-", "ä/ö"])
def test_odd_names_of_repositories(documents, repo):
    """Dots are fine as long as the name is not one that leads elsewhere as a folder."""
    assert Record.model_validate(documents["record"] | {"repo": repo}).repo == repo
