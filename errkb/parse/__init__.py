"""Reading: text -> `ParseResult`. One module per shape; `builtin` lists the parsers in the order they are asked."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Parser
from errkb.model.event import ParseResult
from errkb.model.text import Text
from errkb.parse import reader
from errkb.parse.builtin import BUILTIN
from errkb.parse.reader import Reader

__all__ = ["BUILTIN", "Reader", "parse"]


def parse(text: Text, parsers: Sequence[Parser] = BUILTIN) -> ParseResult:
    """Return the events, banners and lines of a text."""
    return reader.parse(text, parsers)
