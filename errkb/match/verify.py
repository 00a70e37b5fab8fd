"""The verifier: does a template really stand in a text, and what stands in its placeholders?

Looking for the literals from left to right, with at least one character for each group, gives the spans that `re`
gives for the contract's lazy pattern on one line, in time linear in the text whatever the template. Text and literals
are folded (`errkb.index.template.fold`), so `.` crosses line ends here; a trailing group runs to the end of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from errkb.index import Index

__all__ = ["Spans", "verify", "verify_cut", "verify_regex"]

MIN_CUT_LITERAL = 6
"""A message cut short must still hold this many literal characters of the template."""
MAX_CUT_VALUE = 200
"""Longest value, in characters, that a cut message may end in."""


@dataclass(slots=True)
class Spans:
    """Where a template stands: its start and end, and one span per group, in folded characters."""

    start: int
    end: int
    groups: list[tuple[int, int]]
    literal: int


def verify(parts: Sequence[str | None], text: str, end: int | None = None) -> Spans | None:
    """Return the leftmost lazy match of the template in `text[:end]`, or `None`."""
    end = len(text) if end is None else end
    groups: list[tuple[int, int]] = []
    start: int | None = None
    at = open_groups = literal = 0
    for part in parts:
        if part is None:
            open_groups += 1
            continue
        found = text.find(part, at + open_groups, end)
        if found < 0:
            return None
        if start is None:
            start = 0 if open_groups else found
        groups += _close(at, found, open_groups)
        at, open_groups, literal = found + len(part), 0, literal + len(part)
    if start is None or (open_groups and end - at < open_groups):
        return None
    groups += _close(at, end, open_groups)
    return Spans(start, end if open_groups else at, groups, literal)


def verify_cut(parts: Sequence[str | None], text: str) -> Spans | None:
    """Return the match of a template whose message was cut off at the end of `text`, or `None`.

    Every literal is whole up to one that breaks off at the end of the text, or the text ends inside a placeholder's
    value (at most `MAX_CUT_VALUE` characters). At least `MIN_CUT_LITERAL` literal characters must be there.
    """
    groups: list[tuple[int, int]] = []
    start: int | None = None
    at = open_groups = literal = 0
    for part in parts:
        if part is None:
            open_groups += 1
            continue
        found = text.find(part, at + open_groups)
        if found >= 0 and (start is None or open_groups or found == at):
            start = (0 if open_groups else found) if start is None else start
            groups += _close(at, found, open_groups)
            at, open_groups, literal = found + len(part), 0, literal + len(part)
            continue
        overlap = _overlap(part, text, at + open_groups)
        end = len(text) - overlap
        if start is None:
            start = 0 if open_groups else end
        if not overlap and not 0 < open_groups <= len(text) - at <= MAX_CUT_VALUE:
            return None
        if literal + overlap < MIN_CUT_LITERAL:
            return None
        return Spans(start, len(text), groups + _close(at, end, open_groups), literal + overlap)
    return None


def verify_regex(index: Index, number: int, text: str) -> Spans | None:
    """Return the leftmost match of a free-form regex in a folded text, or `None`; linear, on google-re2.

    What stands outside its groups counts as text.
    """
    from errkb.index.regex import find  # only foreign records have such patterns

    pattern = index.compiled_regex(number)
    data = text.encode("utf-8", "replace")
    found = find(pattern, data) if pattern is not None else None
    if found is None or found[1] <= found[0]:
        return None
    start, end = (len(data[:at].decode("utf-8", "replace")) for at in found[:2])
    groups = [
        (len(data[:low].decode("utf-8", "replace")), len(data[:high].decode("utf-8", "replace")))
        for low, high in found[2]
        if low >= 0
    ]
    return Spans(start, end, groups, max(end - start - sum(high - low for low, high in groups), 0))


def _close(at: int, found: int, groups: int) -> list[tuple[int, int]]:
    """Return the spans of the groups between two literals: lazily one character each, the last takes the rest."""
    return [(at + n, at + n + 1 if n + 1 < groups else found) for n in range(groups)]


def _overlap(literal: str, text: str, floor: int) -> int:
    """Return how many characters at the end of `text` (not before `floor`) are the beginning of `literal`."""
    at = text.find(literal[0], max(floor, len(text) - len(literal)))
    while at >= 0:
        if literal.startswith(text[at:]):
            return len(text) - at
        at = text.find(literal[0], at + 1)
    return 0
