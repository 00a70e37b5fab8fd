"""Explanations made of the real nouns, as the engine would hand them over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from errkb.dataset.derive import complete
from errkb.model.event import ErrorEvent, Piece
from errkb.model.match import Capture, Evidence, Match
from errkb.model.pattern import fill, placeholder_names, split_template
from errkb.model.report import Explanation
from errkb.model.text import Text

DRAFT: dict[str, Any] = {
    "repo": "example/tables",
    "errorCode": None,
    "errorMessage": "column {name} has {count} values, {expected} expected",
    "errorType": "validation",
    "errorClass": "ValueError",
    "httpStatus": None,
    "severity": "error",
    "filePath": "tables/frame.py",
    "lineNumber": 120,
    "documentation": (
        "A column must have one value per row. The frame checks this before it copies anything, e.g. for lists. "
        "Nothing was changed. The count is the length of what was given."
    ),
    "triggerScenarios": "Assigning a list that is shorter than the frame.",
    "commonSituations": "A filter dropped rows after the list was made.",
    "solutions": ["Make the list after filtering.", "Use an index.", "Fill the gaps with None."],
    "exampleFix": '# before\nframe["a"] = [1, 2]\n# after\nframe["a"] = [1, 2, 3]',
    "handlingStrategy": "validation",
    "validationCode": "assert len(values) == len(frame)",
    "typeGuard": None,
    "tryCatchPattern": None,
    "preventionTips": ["Compare lengths first."],
    "tags": ["dataframe"],
    "backgroundTag": None,
    "analyzedSha": "0123456789abcdef0123456789abcdef01234567",
    "analyzedAt": "2026-12-01T00:00:00Z",
}

Explain = Callable[..., Explanation]


def make_record(**changes: Any) -> dict[str, Any]:
    """Return a full record; the derived fields follow the changes."""
    derived = {key: changes.pop(key) for key in list(changes) if key not in DRAFT}
    return complete(DRAFT | changes) | derived


def make_explanation(record: dict[str, Any], values: dict[str, str] | None = None, **changes: Any) -> Explanation:
    """Return the answer to a text that holds the filled template of a record."""
    template = record["errorMessage"]
    names = placeholder_names(template)
    filled = values if values is not None else {name: str(number * 1111) for number, name in enumerate(names, 1)}
    message = fill(template, filled)
    text = f"{record['errorClass'] or 'Error'}: {message}"
    shift = len(text) - len(message)
    event = ErrorEvent("e1", message, 0, len(text), 1, 1, cls=record["errorClass"])
    event.pieces = [Piece(0, shift, len(message))]
    captures, at, waiting = [], shift, iter(names)
    for part in split_template(template):
        size = len(part) if part else len(value := filled.get(name := next(waiting), f"<{name}>"))
        if part is None:
            captures.append(Capture(name, value, at, at + size))
        at += size
    match = Match("e1", record["id"], "documented", "confident", 0.98, "pattern", captures, record=record)
    match.evidence = [Evidence("class", 2.5, "class ValueError"), Evidence("literal", 3.0, "25 characters in order")]
    defaults: dict[str, Any] = {"events": [event], "matches": [match]}
    return Explanation(Text.of(text), changes.pop("status", "matched"), "2026-12-01T00:00:00Z", **(defaults | changes))


@pytest.fixture
def record() -> dict[str, Any]:
    return make_record()


@pytest.fixture
def new_record() -> Callable[..., dict[str, Any]]:
    return make_record


@pytest.fixture
def explain() -> Explain:
    return make_explanation
