"""A known error as it is told while it occurs: a few lines that can stand between those of a log."""

from __future__ import annotations

from collections.abc import Iterator

from errkb.model.match import Match
from errkb.model.report import Explanation
from errkb.normalize import printable
from errkb.render.answer import lead
from errkb.render.prose import cut, one_line

__all__ = ["render_notice"]

_LONGEST = 300
"""Characters of a line."""


def render_notice(explanation: Explanation, match: Match, where: str) -> list[str]:
    """Return the lines: which error, what it says, its first fix, and where there is more."""
    first, *others = (cut(printable(one_line(line)), _LONGEST) for line in _lines(explanation, match, where))
    return [f"errkb: {first}", *(f"errkb:   {line}" for line in others)]


def _lines(explanation: Explanation, match: Match, where: str) -> Iterator[str]:
    first = lead(explanation, match)
    yield f"known error in {where}: {' · '.join(first.headline.parts)}"
    yield first.message
    if first.fixes:
        yield f"fix: {first.fixes[0]}"
    elif first.meaning:
        yield first.meaning[0]
    yield f"more: errkb show {match.record['id']}"
