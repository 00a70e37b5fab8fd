"""The real matcher over the records being linted, and over the other records that are asked together with them."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.index import Index
from errkb.match import match
from errkb.model.match import Match
from errkb.model.report import Entry
from errkb.model.text import Text
from errkb.parse import parse

__all__ = ["Matcher"]


class Matcher:
    """Asks a text of all records: what lint finds is what `errkb explain` would answer."""

    def __init__(self, entries: Sequence[Entry], beside: Sequence[Index] = ()) -> None:
        self._indexes = [Index.of(entries), *beside]

    def answers(self, text: str) -> list[Match]:
        """Return the confident matches of a text, best first."""
        source = Text.of(text)
        return match(parse(source), source, self._indexes).matches
