"""What may be claimed: the score of a candidate, and the conditions that a confident answer meets besides.

The conditions are apart from the sum, because many small reasons must not make a claim that none of them supports:
`docs/decisions/0004-evidence.md`.
"""

from __future__ import annotations

import builtins
import math

from errkb.match.candidate import STRONG_LITERAL, Candidate
from errkb.model.match import Level

__all__ = ["CONFIDENT", "explains", "level"]

CONFIDENT, LIKELY = 0.85, 0.5
SURE_RATIO = 0.94
LIKELY_RATIO = 0.85
"""Wordings less alike than this are never called likely."""
MOSTLY = 0.75
"""A message that is template text to this share says enough, however short it is."""
MUCH, MUCH_OF_CLASS = 0.5, 0.3
"""A message of which less is template text may as well be one of another wording, altered a little."""


def level(candidate: Candidate) -> tuple[float, Level]:
    """Return the score and what may be claimed with it.

    A confident answer needs more than a high sum: text that says something, or the exact code, or class and place
    together. A class alone (`KeyError`) never makes one. Kept with the candidate until there is more evidence.
    """
    if candidate.claim is None:
        value = 1 / (1 + math.exp(-candidate.log_odds))
        candidate.claim = value, _level(candidate, value)
    return candidate.claim


def _level(candidate: Candidate, value: float) -> Level:
    if value >= CONFIDENT and _sufficient(candidate):
        return "confident"
    alike = candidate.likeness is None or candidate.likeness.ratio >= LIKELY_RATIO
    return "likely" if value >= LIKELY and alike else "nearest"


def explains(candidate: Candidate) -> bool:
    """Say whether a confident candidate accounts for its event by text of its own, not by what values can be."""
    if level(candidate)[1] != "confident" or candidate.cut or candidate.has("broken-word"):
        return False
    enough = MUCH_OF_CLASS if candidate.has("class") and candidate.has("start") else MUCH
    return candidate.spans is None or candidate.share >= enough


def _sufficient(candidate: Candidate) -> bool:
    agrees_in_place = candidate.has("raised-in") or candidate.has("file")
    agrees = candidate.has("class") or agrees_in_place
    if candidate.method == "code":
        return agrees or candidate.event.message.strip() == candidate.template.code
    if candidate.only:  # other projects, without a record, may have a class of this name
        return candidate.has("class") and _is_own_class(candidate) and (_is_qualified(candidate) or agrees_in_place)
    if candidate.method == "frame":
        if candidate.event.cls is None:  # the paste ends before the message
            return candidate.has("file") and candidate.has("function")
        return candidate.has("class") and candidate.has("file") and not candidate.has("other-function")
    if candidate.likeness is not None:
        known = _is_theirs(candidate) or candidate.likeness.matched >= 2 * STRONG_LITERAL
        return (
            candidate.likeness.ratio >= SURE_RATIO and agrees and known and candidate.template.literal >= STRONG_LITERAL
        )
    literal = candidate.spans.literal if candidate.spans else 0
    if candidate.template.located and not _is_placed(candidate, literal):
        return False  # of many thousand wordings nobody has looked at, some fit anything
    if candidate.cut and not candidate.first_lines and not agrees:
        return literal >= 2 * STRONG_LITERAL
    if candidate.template.parts[0] is None and literal < STRONG_LITERAL and not _is_theirs(candidate):
        return _is_saying(candidate)  # `{object} has no attribute {name}`: anybody's sentence
    coded = candidate.has("code") or candidate.has("short-code")
    return agrees or coded or literal >= STRONG_LITERAL or candidate.share > MOSTLY


def _is_placed(candidate: Candidate, literal: int) -> bool:
    """Say whether a place in source is the event's own: by file or repository, or by its class with enough text."""
    if candidate.has("raised-in") or candidate.has("file"):
        return True
    return candidate.has("class") and literal >= STRONG_LITERAL


def _is_saying(candidate: Candidate) -> bool:
    """Say whether a message is a saying of the language and nothing else: one word, then the text of a built-in error
    to its end, under its class (`TypeError: items.map is not a function`)."""
    template = candidate.template
    agrees = candidate.has("class") and candidate.has("start") and candidate.has("end")
    return template.builtin and template.parts[-1] is not None and agrees


def _is_theirs(candidate: Candidate) -> bool:
    """Say whether a place or a class of its own, not one of the language's, ties the event to the record's project."""
    if any(candidate.has(kind) for kind in ("raised-in", "frame", "file")):
        return True
    return candidate.has("class") and _is_own_class(candidate)


def _is_own_class(candidate: Candidate) -> bool:
    return not hasattr(builtins, (candidate.template.cls or "Exception").rpartition(".")[2])


def _is_qualified(candidate: Candidate) -> bool:
    """Say whether the class is printed with the module, or the package of the module, that the record has."""
    own, seen = ((cls or "").partition(".") for cls in (candidate.template.cls, candidate.event.cls))
    return bool(own[1]) and bool(seen[1]) and own[0] == seen[0]
