"""The evidence model: what speaks for and against a record, and how much.

A score is the logistic function of a sum of weights (`errkb.match.weights`), one for each unit of evidence; what may
be claimed with it is a condition of its own: `docs/decisions/0004-evidence.md`.
"""

from __future__ import annotations

import builtins
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from errkb.index import Template
from errkb.match.seen import Seen
from errkb.match.verify import Spans
from errkb.match.weights import WEIGHTS
from errkb.model.event import ErrorEvent, Frame
from errkb.model.match import Evidence, Level, Method

if TYPE_CHECKING:  # rapidfuzz loads only when no pattern answers
    from errkb.match.fuzzy import Likeness

__all__ = ["STRONG_LITERAL", "Candidate", "explains", "level", "quotes", "score"]

LITERAL_CAP = 33
"""Characters of text above which more of them say little more."""
LONG_CAP = 100
WHOLE_SHARE = 0.5
"""A message that begins as the template does and is wholly accounted for by literals and values counts as at least half
template text, however long the values are."""
UNLIKE_CAP = 60
LONG_CODE = 8
LONGEST_NAME = 60
"""Characters of a value in front that is still one name, path or number."""
_LEADS = (":", ";", "-", "=", "|", ">")
_OPENS = ("'", '"', "`", "(", "[", "{")
_MARKS = " '\"`.,;:!()[]<>"
"""What may stand around a whole message without being part of it: `KeyError` quotes, sentences end."""
_SEVERAL_WORDS = re.compile(r"[^\W\d_]{3,}.*?[\W\d_][^\W\d_]{3,}")

CONFIDENT, LIKELY = 0.85, 0.5
SURE_RATIO = 0.9
LIKELY_RATIO = 0.85
"""Wordings less alike than this are never called likely."""
GENERIC_LITERAL = 14
"""Wordings with fewer literal characters say little on their own (`CUDA error: {error}`)."""
MOSTLY = 0.75
"""A message that is template text to this share says enough, however short it is."""
MUCH, MUCH_OF_CLASS = 0.5, 0.3
"""A message of which less is template text may as well be one of another wording, altered a little."""
STRONG_LITERAL = 24
"""Without a class or a frame that agrees, this many literal characters are needed for a confident answer."""


@dataclass(slots=True)
class Candidate:
    """A template that may explain an event, before and after ranking."""

    template: Template
    event: ErrorEvent
    method: Method
    spans: Spans | None = None
    message_length: int = 0
    """Folded length of the message the template was found in."""
    offset: int = 0
    """Characters put before the message for matching (its class), not part of the message."""
    before: str = ""
    """What stands before the template in a message that quotes it."""
    value: str = ""
    """What stands in the placeholder that the template begins with."""
    after: str = ""
    """What stands behind the template, up to so many characters as matter."""
    whole_sentence: bool = False
    """The message ends with a full stop, a closing quote or a bracket."""
    cut: bool = False
    plain: bool = False
    """The reader sees no error on this line."""
    likeness: Likeness | None = None
    """How alike the wordings are, if that is why the template is a candidate."""
    evidence: list[Evidence] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    log_odds: float = 0.0
    """The sum of all weights."""

    def add(self, kind: str, detail: str, amount: float = 1.0) -> None:
        """Note one piece of evidence, so many units of it."""
        weight = WEIGHTS[kind] if amount == 1.0 else round(WEIGHTS[kind] * amount, 2)
        self.evidence.append(Evidence(kind, weight, detail))
        self.kinds.add(kind)
        self.log_odds += weight

    def has(self, kind: str) -> bool:
        """Say whether there is evidence of this kind."""
        return kind in self.kinds


def score(candidate: Candidate, seen: Seen) -> None:
    """Fill the evidence of a candidate for an event."""
    candidate.add("prior", "a record taken at random is not the answer")
    _wording(candidate)
    _names(candidate, seen.codes)
    if seen.raising is not None:
        _place(candidate, seen, seen.raising)
    _circumstances(candidate)


def level(candidate: Candidate) -> tuple[float, Level]:
    """Return the score and what may be claimed with it.

    A confident answer needs more than a high sum: text that says something, or the exact code, or class and place
    together. A class alone (`KeyError`) never makes one.
    """
    value = 1 / (1 + math.exp(-candidate.log_odds))
    if value >= CONFIDENT and _sufficient(candidate):
        return value, "confident"
    alike = candidate.likeness is None or candidate.likeness.ratio >= LIKELY_RATIO
    return value, "likely" if value >= LIKELY and alike else "nearest"


def _sufficient(candidate: Candidate) -> bool:
    agrees = candidate.has("class") or candidate.has("raised-in") or candidate.has("file")
    if candidate.method == "code":
        return agrees or candidate.event.message.strip() == candidate.template.code
    if candidate.method == "frame":
        if candidate.event.cls is None:  # the paste ends before the message
            return candidate.has("file") and candidate.has("function")
        return candidate.has("class") and candidate.has("file") and not _function_differs(candidate)
    if candidate.likeness is not None:
        known = _is_theirs(candidate) or candidate.likeness.matched >= 2 * STRONG_LITERAL
        return (
            candidate.likeness.ratio >= SURE_RATIO and agrees and known and candidate.template.literal >= STRONG_LITERAL
        )
    literal = candidate.spans.literal if candidate.spans else 0
    if candidate.template.located and not _is_placed(candidate, literal):
        return False  # of many thousand wordings nobody has looked at, some fit anything
    if candidate.cut and not agrees:
        return literal >= 2 * STRONG_LITERAL
    if candidate.template.parts[0] is None and literal < STRONG_LITERAL and not _is_theirs(candidate):
        return False  # `{object} has no attribute {name}`: anybody's sentence
    share = _share(candidate, candidate.spans) if candidate.spans else 0.0
    return (
        agrees or (candidate.has("code") or candidate.has("short-code")) or literal >= STRONG_LITERAL or share > MOSTLY
    )


def quotes(before: str) -> bool:
    """Say whether what stands before a text introduces it as a quotation: `failed: `, `(`, an opening quote."""
    return before.rstrip().endswith(_LEADS) or before.endswith(_OPENS)


def explains(candidate: Candidate) -> bool:
    """Say whether a confident candidate accounts for its event by text of its own, not by what values can be."""
    if level(candidate)[1] != "confident" or candidate.cut or candidate.has("broken-word"):
        return False
    enough = MUCH_OF_CLASS if candidate.has("class") and candidate.has("start") else MUCH
    return candidate.spans is None or _share(candidate, candidate.spans) >= enough


def _breaks_word(candidate: Candidate) -> bool:
    """Say whether the template's own text begins or ends in the middle of a word: `formats` in `vera_formats`."""
    first, last = candidate.template.parts[0], candidate.template.parts[-1]
    if first is not None and candidate.before and _inside(candidate.before[-1], first[0]):
        return True
    return last is not None and candidate.after != "" and _inside(last[-1], candidate.after[0])


def _inside(left: str, right: str) -> bool:
    return (left.isalnum() or left == "_") and (right.isalnum() or right == "_")


def _is_placed(candidate: Candidate, literal: int) -> bool:
    """Say whether a place in source is the event's own: by file or repository, or by its class with enough text."""
    if candidate.has("raised-in") or candidate.has("file"):
        return True
    return candidate.has("class") and literal >= STRONG_LITERAL


def _share(candidate: Candidate, spans: Spans) -> float:
    """Return how much of the message is template text; of a message that quotes the error, from the quote on."""
    before = max(spans.start - candidate.offset, 0)
    if candidate.before and not quotes(candidate.before):
        before = 0
    share = min(spans.literal / max(candidate.message_length - before, 1), 1.0)
    return max(share, WHOLE_SHARE) if _is_whole(candidate) else share


def _is_whole(candidate: Candidate) -> bool:
    """Say whether a message is all template and values, from its first character to its last, with enough text."""
    spans = candidate.spans
    if spans is None or candidate.cut or spans.literal < STRONG_LITERAL:
        return False
    return _starts(candidate, spans) and not candidate.after.strip(_MARKS)


def _starts(candidate: Candidate, spans: Spans) -> bool:
    """Say whether the message begins as the template does: with its text, behind marks or the name of a program, or,
    where the template begins with a value, with a single word in its place (a value could begin anywhere)."""
    if candidate.template.parts[0] is None:
        start, end = spans.groups[0]
        return start <= candidate.offset and not candidate.value.strip().count(" ") and end - start <= LONGEST_NAME
    before = candidate.before.strip(_MARKS)
    return spans.start <= candidate.offset or not before or (" " not in before and candidate.before.rstrip()[-1] == ":")


def _is_theirs(candidate: Candidate) -> bool:
    """Say whether a place or a class of its own, not one of the language's, ties the event to the record's project."""
    if any(candidate.has(kind) for kind in ("raised-in", "frame", "file")):
        return True
    own = (candidate.template.cls or "Exception").rpartition(".")[2]
    return candidate.has("class") and not hasattr(builtins, own)


def _function_differs(candidate: Candidate) -> bool:
    return candidate.has("other-function")


def _wording(candidate: Candidate) -> None:
    if candidate.likeness is not None:
        _alike(candidate, candidate.likeness)
    elif candidate.spans is not None:
        _literal(candidate, candidate.spans.literal, _share(candidate, candidate.spans))
        _shape(candidate, candidate.spans)


def _alike(candidate: Candidate, alike: Likeness) -> None:
    """A wording that is not the template's own, but like it."""
    _literal(candidate, alike.matched, min(alike.matched / max(candidate.message_length, 1), 1.0))
    if alike.starts:
        candidate.add("start", "the message begins as the template does")
    if alike.ends:
        candidate.add("end", "the message ends as the template does")
    if alike.broken:
        candidate.add("cut", "the message is cut off inside a word")
    alone = alike.missing + alike.extra
    detail = f"wording {alike.ratio:.0%} alike, {alone:.0f} characters stand on one side only"
    candidate.add("unlike", detail, min(alone, UNLIKE_CAP))


def _literal(candidate: Candidate, characters: float, share: float) -> None:
    candidate.add("literal", f"{characters:.0f} characters of the template in order", min(characters, LITERAL_CAP))
    if characters > LITERAL_CAP:
        candidate.add("long", "more than most templates have", min(characters - LITERAL_CAP, LONG_CAP))
    candidate.add("share", f"{share:.0%} of the message is the template's own text", share)
    parts = candidate.template.parts
    if characters < GENERIC_LITERAL or not _SEVERAL_WORDS.search(" ".join(part for part in parts if part)):
        candidate.add("generic", "the template has little text of its own")


def _shape(candidate: Candidate, spans: Spans) -> None:
    """Where in the message the template begins and ends."""
    if _starts(candidate, spans):
        candidate.add("start", "the message begins as the template does")
    if candidate.cut:
        candidate.add("cut", "the message is cut off")
        if candidate.whole_sentence:
            candidate.add("cut-sentence", "though it ends as a sentence does")
        if spans.groups and spans.groups[-1][1] == spans.end:
            length = spans.end - spans.groups[-1][0]
            candidate.add("cut-value", f"after {length} characters of a value", min(length, UNLIKE_CAP) / 10)
    else:
        if not candidate.after.strip(_MARKS):
            candidate.add("end", "the message ends as the template does")
        if _breaks_word(candidate):
            candidate.add("broken-word", "the template begins or ends inside a word of the message")


def _names(candidate: Candidate, codes: Sequence[str]) -> None:
    template, event = candidate.template, candidate.event
    if template.cls:
        _class(candidate, template.cls, event.cls)
    elif event.cls is None:
        candidate.add("classless", "neither the line nor the record has an error class")
    if template.code and template.code in codes:
        candidate.add("code" if len(template.code) >= LONG_CODE else "short-code", f"error code {template.code}")
        if candidate.method == "code" and template.anchored and event.message.strip() != template.code:
            candidate.add("other-text", "the record's own text is not in the message")
    elif template.code and event.code and event.code != template.code:
        candidate.add("other-code", f"error code {event.code}, the record says {template.code}")
    if template.builtin:
        candidate.add("builtin", "many programs print this wording")


def _class(candidate: Candidate, own: str, seen: str | None) -> None:
    """Compare classes without their modules. A quoted error has the class that stands before it, if one does; the class
    of the event around it speaks for the record, but not against it."""
    modules = own.partition(".")[0], seen.partition(".")[0] if seen else ""
    qualified = seen is not None and "." in own and "." in seen
    own = own.rpartition(".")[2]
    seen = seen.rpartition(".")[2] if seen else None
    if candidate.before.rstrip(" ('\",:").endswith((own, _spaced(own))):
        candidate.add("class", f"class {own}, quoted")
    elif own == seen:
        candidate.add("class", f"class {seen}")
        if qualified and modules[0] != modules[1]:
            candidate.add("other-module", f"of {modules[1]}, the record's is of {modules[0]}")
    elif seen and not candidate.before:
        strong = _is_whole(candidate) or (candidate.spans is not None and candidate.spans.literal >= 2 * STRONG_LITERAL)
        # A long sentence in full is re-raised under another class more often than it is written twice.
        candidate.add("other-class-long" if strong else "other-class", f"class {seen}, the record says {own}")


def _spaced(name: str) -> str:
    """Return `Value error` for `ValueError`: pydantic quotes an exception this way."""
    return name.removesuffix("Error") + " error"


def _place(candidate: Candidate, seen: Seen, raising: Frame) -> None:
    template, repos = candidate.template, seen.repos
    if repos[-1] == template.repo:
        candidate.add("raised-in", f"raised in {template.repo}")
    elif template.repo in repos:
        candidate.add("frame", f"a frame in {template.repo}")
    elif any(repos) and not template.builtin:
        candidate.add("other-repo", f"no frame in {template.repo}")
    for site in template.sites:
        if same_file(raising.file, site.file):
            candidate.add("file", f"raised in {site.file}")
            if site.function and raising.function:
                _function(candidate, raising.function, site.function)
            return


def _function(candidate: Candidate, seen: str, own: str) -> None:
    if seen.rpartition(".")[2] == own.rpartition(".")[2]:
        candidate.add("function", f"in function {seen}")
    else:
        candidate.add("other-function", f"in function {seen}, the record says {own}")


def _circumstances(candidate: Candidate) -> None:
    if candidate.template.alias:
        candidate.add("alias", "the wording of another release")
    if candidate.plain and not _is_whole(candidate):
        candidate.add("plain-line", "nothing but its wording makes this line an error")


def same_file(seen: str, own: str) -> bool:
    """Say whether a frame's path ends like the record's path: all of the shorter one, at least two components."""
    left, right = [part for part in seen.replace("\\", "/").split("/") if part], own.split("/")
    for skip in range(min(len(right) - 1, 3)):  # `src/`, `python/`, `Lib/` are not installed
        tail = right[skip:]
        if len(tail) >= 2 and left[-len(tail) :] == tail:
            return True
    return len(left) >= 2 and len(left) <= len(right) and right[-len(left) :] == left
