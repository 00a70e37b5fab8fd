"""The evidence model: what speaks for and against a record, and how much.

A score is the logistic function of a sum of weights, so each piece of evidence moves the odds by a fixed factor. The
weights are set by hand along the order of evidence in the documentation (exact code, literal share, class, frame,
file and function, role; generic wordings last) and are not yet calibrated on data: `docs/decisions/0004-evidence.md`.
"""

from __future__ import annotations

import builtins
import math
import re
from dataclasses import dataclass, field

from errkb.index import Template
from errkb.match.verify import Spans
from errkb.model.event import ErrorEvent, Frame
from errkb.model.match import Evidence, Level, Method

__all__ = ["STRONG_LITERAL", "Candidate", "level", "score"]

PRIOR = -4.0
LITERAL_PER_CHARACTER = 0.15
LITERAL_CAP = 5.0
SHARE = 2.5
WHOLE_SHARE = 0.5
"""A message that begins as the template does and is wholly accounted for by literals and values counts as at least half
template text, however long the values are."""
EDGE = 0.5
CLASS_EQUAL = 2.5
CLASS_DIFFERS, CLASS_DIFFERS_STRONG = -1.5, -0.75
"""A long sentence in full is re-raised under another class more often than it is written twice."""
CODE_LONG, CODE_SHORT = 5.0, 3.0
RAISED_IN_REPO, FRAME_IN_REPO, OTHER_REPO = 2.0, 1.0, -0.6
FILE_EQUAL, FUNCTION_EQUAL, FUNCTION_DIFFERS = 2.5, 1.5, -1.5
GENERIC = -1.5
BUILTIN = -0.4
CLASSLESS = 0.75
PLAIN_LINE = -1.2
CUT = -0.5
ALIAS = -0.3
"""A record whose own wording fits is nearer than one that has the wording as that of another release."""
FUZZY_SCALE = 9.0

_SEVERAL_WORDS = re.compile(r"[^\W\d_]{3,}.*?[\W\d_][^\W\d_]{3,}")

CONFIDENT, LIKELY = 0.85, 0.5
LIKELY_RATIO = 0.85
"""Wordings less alike than this are never called likely."""
GENERIC_LITERAL = 14
"""Wordings with fewer literal characters say little on their own (`CUDA error: {error}`)."""
MOSTLY = 0.75
"""A message that is template text to this share says enough, however short it is."""
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
    cut: bool = False
    plain: bool = False
    """The reader sees no error on this line."""
    ratio: float = 0.0
    evidence: list[Evidence] = field(default_factory=list)

    @property
    def log_odds(self) -> float:
        """Return the sum of all weights."""
        return sum(item.weight for item in self.evidence)

    def add(self, kind: str, weight: float, detail: str) -> None:
        """Note one piece of evidence."""
        self.evidence.append(Evidence(kind, round(weight, 2), detail))

    def has(self, kind: str) -> bool:
        """Say whether evidence of this kind speaks for the record."""
        return any(item.kind == kind and item.weight > 0 for item in self.evidence)


def score(candidate: Candidate, repo_of_package: dict[str, str], code_found: bool) -> None:
    """Fill the evidence of a candidate."""
    candidate.add("prior", PRIOR, "a record taken at random is not the answer")
    _wording(candidate)
    _names(candidate, code_found)
    _place(candidate, repo_of_package)
    _circumstances(candidate)


def level(candidate: Candidate) -> tuple[float, Level]:
    """Return the score and what may be claimed with it.

    A confident answer needs more than a high sum: text that says something, or the exact code, or class and place
    together. A class alone (`KeyError`) never makes one.
    """
    value = 1 / (1 + math.exp(-candidate.log_odds))
    if value >= CONFIDENT and _sufficient(candidate):
        return value, "confident"
    alike = candidate.method != "fuzzy" or candidate.ratio >= LIKELY_RATIO
    return value, "likely" if value >= LIKELY and alike else "nearest"


def _sufficient(candidate: Candidate) -> bool:
    agrees = candidate.has("class") or candidate.has("raised-in") or candidate.has("file")
    if candidate.method == "code":
        return agrees or candidate.event.message.strip() == candidate.template.code
    if candidate.method == "frame":
        if candidate.event.cls is None:  # the paste ends before the message
            return candidate.has("file") and candidate.has("function")
        return candidate.has("class") and candidate.has("file") and not _function_differs(candidate)
    if candidate.method == "fuzzy":
        return candidate.ratio >= 0.9 and candidate.has("class") and candidate.template.literal >= STRONG_LITERAL
    literal = candidate.spans.literal if candidate.spans else 0
    if candidate.cut and not agrees:
        return literal >= 2 * STRONG_LITERAL
    if candidate.template.parts[0] is None and literal < STRONG_LITERAL and not _is_theirs(candidate):
        return False  # `{object} has no attribute {name}`: anybody's sentence
    share = _share(candidate, candidate.spans) if candidate.spans else 0.0
    return agrees or candidate.has("code") or literal >= STRONG_LITERAL or share > MOSTLY


def _share(candidate: Candidate, spans: Spans) -> float:
    """Return how much of the message is template text; of a message that quotes the error, from the quote on."""
    share = spans.literal / max(candidate.message_length - max(spans.start - candidate.offset, 0), 1)
    return max(share, WHOLE_SHARE) if _is_whole(candidate) else share


def _is_whole(candidate: Candidate) -> bool:
    """Say whether a message is all template and values, from its first character to its last, with enough text."""
    spans = candidate.spans
    if spans is None or candidate.cut or spans.literal < STRONG_LITERAL:
        return False
    return _starts(candidate, spans) and spans.end >= candidate.message_length


def _starts(candidate: Candidate, spans: Spans) -> bool:
    """Say whether the message begins with the template's own text (a leading placeholder begins anywhere)."""
    return spans.start <= candidate.offset and candidate.template.parts[0] is not None


def _is_theirs(candidate: Candidate) -> bool:
    """Say whether a place or a class of its own, not one of the language's, ties the event to the record's project."""
    if any(candidate.has(kind) for kind in ("raised-in", "frame", "file")):
        return True
    own = (candidate.template.cls or "Exception").rpartition(".")[2]
    return candidate.has("class") and not hasattr(builtins, own)


def _function_differs(candidate: Candidate) -> bool:
    return any(item.kind == "function" and item.weight < 0 for item in candidate.evidence)


def _wording(candidate: Candidate) -> None:
    template, spans = candidate.template, candidate.spans
    if candidate.method == "fuzzy":
        weight = min(template.literal * LITERAL_PER_CHARACTER, LITERAL_CAP)
        candidate.add("similar", weight + FUZZY_SCALE * (candidate.ratio - 0.9), f"wording {candidate.ratio:.0%} alike")
        return
    if spans is None:
        return
    literal = spans.literal
    candidate.add(
        "literal", min(literal * LITERAL_PER_CHARACTER, LITERAL_CAP), f"{literal} characters of the template in order"
    )
    share = _share(candidate, spans)
    candidate.add("share", share * SHARE, f"{share:.0%} of the message is the template's own text")
    if _starts(candidate, spans):
        candidate.add("start", EDGE, "the message begins as the template does")
    if spans.end >= candidate.message_length and not candidate.cut:
        candidate.add("end", EDGE, "the message ends as the template does")
    if candidate.cut:
        seen = literal / max(sum(len(part) for part in template.parts if part), 1)
        candidate.add("cut", CUT * (2 - seen), f"the message is cut off, {seen:.0%} of the template's text is there")
    if literal < GENERIC_LITERAL or not _SEVERAL_WORDS.search(" ".join(part for part in template.parts if part)):
        candidate.add("generic", GENERIC, "the template has little text of its own")


def _names(candidate: Candidate, code_found: bool) -> None:
    template, event = candidate.template, candidate.event
    if template.cls:
        _class(candidate, template.cls, event.cls)
    elif event.cls is None:
        candidate.add("classless", CLASSLESS, "neither the line nor the record has an error class")
    if template.code and code_found:
        candidate.add("code", CODE_LONG if len(template.code) >= 8 else CODE_SHORT, f"error code {template.code}")
    elif template.code and event.code and event.code != template.code:
        candidate.add("code", CLASS_DIFFERS, f"error code {event.code}, the record says {template.code}")
    if template.builtin:
        candidate.add("builtin", BUILTIN, "many programs print this wording")


def _class(candidate: Candidate, own: str, seen: str | None) -> None:
    """Compare classes without their modules. A quoted error has the class that stands before it, if one does; the class
    of the event around it speaks for the record, but not against it."""
    own = own.rpartition(".")[2]
    seen = seen.rpartition(".")[2] if seen else None
    if candidate.before.rstrip(" ('\",:").endswith((own, _spaced(own))):
        candidate.add("class", CLASS_EQUAL, f"class {own}, quoted")
    elif own == seen:
        candidate.add("class", CLASS_EQUAL, f"class {seen}")
    elif seen and not candidate.before:
        strong = candidate.spans is not None and candidate.spans.literal >= 2 * STRONG_LITERAL
        weight = CLASS_DIFFERS_STRONG if strong else CLASS_DIFFERS
        candidate.add("class", weight, f"class {seen}, the record says {own}")


def _spaced(name: str) -> str:
    """Return `Value error` for `ValueError`: pydantic quotes an exception this way."""
    return name.removesuffix("Error") + " error"


def _place(candidate: Candidate, repo_of_package: dict[str, str]) -> None:
    template, frames = candidate.template, candidate.event.frames
    known = [(frame, frame.repo or repo_of_package.get(frame.package or "")) for frame in frames]
    repos = [repo for _, repo in known if repo]
    if not frames:
        return
    if known[-1][1] == template.repo:
        candidate.add("raised-in", RAISED_IN_REPO, f"raised in {template.repo}")
    elif template.repo in repos:
        candidate.add("frame", FRAME_IN_REPO, f"a frame in {template.repo}")
    elif repos and not template.builtin:
        candidate.add("frame", OTHER_REPO, f"no frame in {template.repo}")
    raising = _raising(frames)
    for site in template.sites:
        if same_file(raising.file, site.file):
            candidate.add("file", FILE_EQUAL, f"raised in {site.file}")
            if site.function and raising.function:
                _function(candidate, raising.function, site.function)
            return


def _function(candidate: Candidate, seen: str, own: str) -> None:
    if seen.rpartition(".")[2] == own.rpartition(".")[2]:
        candidate.add("function", FUNCTION_EQUAL, f"in function {seen}")
    else:
        candidate.add("function", FUNCTION_DIFFERS, f"in function {seen}, the record says {own}")


def _circumstances(candidate: Candidate) -> None:
    if candidate.template.alias:
        candidate.add("alias", ALIAS, "the wording of another release")
    if candidate.plain and not _is_whole(candidate):
        candidate.add("plain-line", PLAIN_LINE, "nothing but its wording makes this line an error")


def _raising(frames: list[Frame]) -> Frame:
    """Return the raising frame: the last one in Python source (compiled frames below it have no file to compare)."""
    for frame in reversed(frames):
        if not frame.file.endswith((".pyx", ".pxi", ".pxd")):
            return frame
    return frames[-1]


def same_file(seen: str, own: str) -> bool:
    """Say whether a frame's path ends like the record's path: all of the shorter one, at least two components."""
    left, right = [part for part in seen.replace("\\", "/").split("/") if part], own.split("/")
    for skip in range(min(len(right) - 1, 3)):  # `src/`, `python/`, `Lib/` are not installed
        tail = right[skip:]
        if len(tail) >= 2 and left[-len(tail) :] == tail:
            return True
    return len(left) >= 2 and len(left) <= len(right) and right[-len(left) :] == left
