"""The canonical form."""

import json

from errkb.dataset.canonical import dumps, plain
from errkb.model.record import Record


def test_canonical_text(make_record):
    """Contract order, two spaces, characters as they are, one final newline; canonical text stays as it is."""
    text = dumps(Record.model_validate(make_record(documentation="é → ü")))
    assert text.startswith('{\n  "id": "')
    assert text.endswith('"schemaVersion": 2\n}\n')
    assert "é → ü" in text
    assert dumps(Record.model_validate(json.loads(text))) == text


def test_plain_fills_in_what_may_be_absent(make_record):
    """An absent `backgroundTag` is written as null."""
    record = make_record()
    del record["backgroundTag"]
    assert plain(Record.model_validate(record))["backgroundTag"] is None
