"""The evidence model: what speaks for and against a record, and how much.

A score is the logistic function of a sum of weights (`errkb.match.weights`), one for each unit of evidence; what may
be claimed with it is a condition of its own (`errkb.match.claim`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from errkb.index import Parts
from errkb.match.candidate import STRONG_LITERAL, Candidate
from errkb.match.seen import Seen
from errkb.match.verify import Spans
from errkb.model.event import Frame
from errkb.model.names import bare_name

if TYPE_CHECKING:  # rapidfuzz loads only when no pattern answers
    from errkb.match.align import Likeness

__all__ = ["score"]

LITERAL_CAP = 33
"""Characters of text above which more of them say little more."""
LONG_CAP = 100
UNLIKE_CAP = 60
LONG_CODE = 8
GENERIC_LITERAL = 14
"""Wordings with fewer literal characters say little on their own (`CUDA error: {error}`)."""
MANY = 8192
"""Wordings of which it stays known whether they say something."""
_SEVERAL_WORDS = re.compile(r"[^\W\d_]{3,}.*?[\W\d_][^\W\d_]{3,}")


def score(candidate: Candidate, seen: Seen) -> None:
    """Fill the evidence of a candidate for an event."""
    candidate.add("prior", "a record taken at random is not the answer")
    _wording(candidate)
    _names(candidate, seen.codes)
    if seen.raising is not None:
        _place(candidate, seen, seen.raising)
    _circumstances(candidate)


def _wording(candidate: Candidate) -> None:
    if candidate.likeness is not None:
        _alike(candidate, candidate.likeness)
    elif candidate.spans is not None:
        _literal(candidate, candidate.spans.literal, candidate.share)
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
    if characters < GENERIC_LITERAL or not _says_words(candidate.template.parts):
        candidate.add("generic", "the template has little text of its own")


@lru_cache(MANY)
def _says_words(parts: Parts) -> bool:
    return _SEVERAL_WORDS.search(" ".join(part for part in parts if part)) is not None


def _shape(candidate: Candidate, spans: Spans) -> None:
    """Where in the message the template begins and ends."""
    if candidate.starts:
        candidate.add("start", "the message begins as the template does")
    if candidate.first_lines:
        candidate.add("end", "the message ends where a line of the template does")
    elif candidate.cut:
        candidate.add("cut", "the message is cut off")
        if candidate.whole_sentence:
            candidate.add("cut-sentence", "though it ends as a sentence does")
        if spans.groups and spans.groups[-1][1] == spans.end:
            length = spans.end - spans.groups[-1][0]
            candidate.add("cut-value", f"after {length} characters of a value", min(length, UNLIKE_CAP) / 10)
    else:
        if candidate.ends:
            candidate.add("end", "the message ends as the template does")
        if candidate.breaks_word:
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
    own = bare_name(own)
    seen = bare_name(seen) if seen else None
    if candidate.before.rstrip(" ('\",:").endswith((own, _spaced(own))):
        candidate.add("class", f"class {own}, quoted")
    elif own == seen:
        candidate.add("class", f"class {seen}")
        if qualified and modules[0] != modules[1]:
            candidate.add("other-module", f"of {modules[1]}, the record's is of {modules[0]}")
    elif seen and not candidate.before:
        strong = candidate.whole or (candidate.spans is not None and candidate.spans.literal >= 2 * STRONG_LITERAL)
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
    if bare_name(seen) == bare_name(own):
        candidate.add("function", f"in function {seen}")
    else:
        candidate.add("other-function", f"in function {seen}, the record says {own}")


def _circumstances(candidate: Candidate) -> None:
    if candidate.only:
        candidate.add("only-class", "there is no message, and no other record has this class")
    if candidate.template.alias:
        candidate.add("alias", "the wording of another release")
    if candidate.plain and not candidate.whole:
        candidate.add("plain-line", "nothing but its wording makes this line an error")


def same_file(seen: str, own: str) -> bool:
    """Say whether a frame's path ends like the record's path: all of the shorter one, at least two components."""
    left, right = [part for part in seen.replace("\\", "/").split("/") if part], own.split("/")
    for skip in range(min(len(right) - 1, 3)):  # `src/`, `python/`, `Lib/` are not installed
        tail = right[skip:]
        if len(tail) >= 2 and left[-len(tail) :] == tail:
            return True
    return len(left) >= 2 and len(left) <= len(right) and right[-len(left) :] == left
