"""The corpus of pastes: one folder a shape, in it `NAME.txt` and what must be read from it, `NAME.json`.

A `.json` holds the `events` of `errkb parse --format json` in order, and `banners` if there are any. An expected event
lists the keys that matter; `class`, `message`, `role`, `language`, `lineStart` and `lineEnd` always do. What is not
expected must not be found.
"""

import json
from pathlib import Path

import pytest

from errkb.parse import parse
from errkb.render.contract import dumps, parse_json
from errkb.source.decode import decode

CORPUS = Path(__file__).parent.parent / "corpora" / "parse"
PASTES = sorted(CORPUS.glob("*/*.txt"))
ALWAYS = {"class", "message", "role", "language", "lineStart", "lineEnd"}


def _read(paste):
    text = decode(paste.read_bytes())
    return json.loads(dumps(parse_json(text, parse(text))))


@pytest.mark.parametrize("paste", PASTES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_events(paste):
    """The events of a paste are the expected ones, in order, with every key the expectation lists."""
    expected = json.loads(paste.with_suffix(".json").read_text(encoding="utf-8"))
    found = _read(paste)
    seen = [{key: event[key] for key in want} for want, event in zip(expected["events"], found["events"], strict=False)]
    assert seen == expected["events"]
    assert [event["message"] for event in found["events"][len(seen) :]] == []
    assert found["banners"] == expected.get("banners", found["banners"])


@pytest.mark.parametrize("paste", PASTES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_expectation_says_enough(paste):
    """An expectation names what tells one event from another."""
    expected = json.loads(paste.with_suffix(".json").read_text(encoding="utf-8"))
    assert all(want.keys() >= ALWAYS for want in expected["events"])


def test_every_paste_has_an_expectation():
    """No paste without expectation, no expectation without paste."""
    assert {path.with_suffix("") for path in PASTES} == {path.with_suffix("") for path in CORPUS.glob("*/*.json")}
