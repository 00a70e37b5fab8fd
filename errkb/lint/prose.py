"""The prose of a record: its fields by JSON pointer, and the words in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

__all__ = ["PROSE", "passages", "plain", "whole", "words"]

PROSE = ("documentation", "triggerScenarios", "commonSituations")
_WORD = re.compile(r"[^\W_]+")


def passages(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield (JSON pointer, text) of every prose field, solution and prevention tip."""
    for field in PROSE:
        yield f"/{field}", record[field]
    for field in ("solutions", "preventionTips"):
        for number, text in enumerate(record[field]):
            yield f"/{field}/{number}", text


def whole(record: dict[str, Any]) -> str:
    """Return all prose of a record as one text."""
    return "\n".join(text for _, text in passages(record))


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, numbers among them, signs and underscores left out."""
    return _WORD.findall(text.lower())


def plain(text: str) -> str:
    """Return the words of a text joined by single blanks: the form in which phrases are compared."""
    return " ".join(words(text))
