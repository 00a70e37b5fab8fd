"""`errkb.render.contract`: the JSON other programs read."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from errkb.model import contract as shapes
from errkb.model.event import Banner, ErrorEvent, Frame, ParseResult
from errkb.model.match import Capture, Match
from errkb.model.report import Explanation
from errkb.model.text import Text
from errkb.render.contract import CONTRACT_VERSION, dumps, explanation_json, parse_json


def test_contract_version_is_the_models():
    """The version written here by hand is the one of the published shapes."""
    assert CONTRACT_VERSION == shapes.CONTRACT_VERSION


def test_explanation_is_valid(explain, record):
    """What is built from the nouns is valid against the published shape, with the keys in its order."""
    answer = explain(record, {"name": "a", "count": "2", "expected": "3"})
    answer.nearest = [Match("e1", record["id"], "documented", "nearest", 0.2, "fuzzy", record=record)]
    data = json.loads(dumps(explanation_json(answer)))
    shapes.ExplainOutput.model_validate(data)
    assert list(data) == ["contractVersion", "datasetVersion", "status", "events", "matches", "nearest"]
    assert data["matches"][0]["record"] == record
    assert [(c["name"], c["value"]) for c in data["matches"][0]["captures"]] == [
        ("name", "a"),
        ("count", "2"),
        ("expected", "3"),
    ]


def test_reproduction_is_among_the_evidence(explain, record):
    """A record a script has reproduced says so with weight 0: it says nothing about the match."""
    answer = explain(record)
    answer.matches[0].verified = {"packages": {"pandas": "2.3.1"}, "python": "3.11.7"}
    data = json.loads(dumps(explanation_json(answer)))
    shapes.ExplainOutput.model_validate(data)
    detail = "reproduced with pandas 2.3.1 on Python 3.11"
    assert data["matches"][0]["evidence"][-1] == {"kind": "reproduced", "weight": 0.0, "detail": detail}


def test_parse_is_valid():
    """Events carry everything the contract names, banners their line."""
    event = ErrorEvent("e1", "boom", 0, 4, 1, 1, cls="ValueError", role="wrapper", caused_by="e2", language="python")
    event.frames = [Frame("a.py", 3, "main", "a", "example/a", "boom()")]
    event.processes, event.occurrences, event.stream, event.time = ["rank 0", "rank 1"], 2, "rank 0", "10:00:00"
    data = parse_json(Text.of("boom"), ParseResult([event], [Banner("vllm", "0.10.2", 1)]))
    shapes.ParseOutput.model_validate(json.loads(dumps(data)))
    assert data["events"][0]["causedBy"] == "e2"
    assert data["events"][0]["frames"] == [
        {"file": "a.py", "line": 3, "function": "main", "package": "a", "repo": "example/a"}
    ]
    assert data["banners"] == [{"package": "vllm", "version": "0.10.2", "line": 1}]


def test_positions_are_bytes_of_the_input(record):
    """Positions count the bytes that were given: byte order mark, multi-byte characters and invalid bytes included."""
    data = b"\xef\xbb\xbf\xc3\xa9\xff ValueError: 42"
    raw = data[3:].decode("utf-8", "surrogateescape")
    text = Text(data[3:].decode("utf-8", "replace"), raw, offset=3)
    start = text.value.index("42")
    event = ErrorEvent("e1", "42", text.value.index("Value"), len(text.value), 1, 1)
    match = Match("e1", record["id"], "documented", "confident", 0.9, "pattern", [Capture("n", "42", start, start + 2)])
    out = explanation_json(Explanation(text, "matched", "", [event], [match]))
    capture = out["matches"][0]["captures"][0]
    assert data[capture["start"] : capture["end"]] == b"42"
    assert data[out["events"][0]["start"] : out["events"][0]["end"]] == b"ValueError: 42"


@given(st.text(st.characters()))
def test_any_text_survives_printing(text):
    """Any string, lone surrogates included, is encodable, reads back as it was and holds nothing a terminal obeys."""
    printed = dumps({"text": text})
    printed.encode("utf-8")
    assert json.loads(printed) == {"text": text}
    assert not set(printed) & set("\x1b\x7f\x9b\u202e\u2066")
