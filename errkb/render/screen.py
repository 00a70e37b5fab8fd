"""`Screen`: how wide the output may be and whether it may carry colours."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

__all__ = ["Screen"]

PIPED_WIDTH = 100
WIDEST = 100
"""On a wider terminal prose still wraps here: longer lines are hard to read."""
NARROWEST = 20


@dataclass(slots=True, frozen=True)
class Screen:
    """Width in cells and whether escape sequences are welcome."""

    width: int = PIPED_WIDTH
    colour: bool = False

    @classmethod
    def of(cls, stream: TextIO | None, environment: Mapping[str, str]) -> Screen:
        """Return the screen behind a stream.

        Colours: NO_COLOR forbids, then FORCE_COLOR asks for them, then TERM=dumb forbids, then a terminal has them (the
        order of Python's own tracebacks). Width: that of the terminal, at most 100; COLUMNS or 100 when piped.
        """
        terminal = _is_terminal(stream)
        width = min(_terminal_width(stream, environment), WIDEST) if terminal else _columns(environment) or PIPED_WIDTH
        return cls(max(width, NARROWEST), _wants_colour(terminal, environment))


def _wants_colour(terminal: bool, environment: Mapping[str, str]) -> bool:
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return terminal and environment.get("TERM") != "dumb"


def _terminal_width(stream: TextIO | None, environment: Mapping[str, str]) -> int:
    try:
        width = os.get_terminal_size(stream.fileno()).columns if stream else 0
    except (OSError, ValueError):
        width = 0
    return _columns(environment) or width or 80  # a terminal that does not know its size reports 0


def _columns(environment: Mapping[str, str]) -> int:
    text = environment.get("COLUMNS", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False
