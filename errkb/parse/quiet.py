"""Pastes in which nothing says that it is an error: warnings that report a failure, and bare sentences."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Line
from errkb.parse.build import make_event
from errkb.parse.continuation import message_spans
from errkb.parse.lazy import Lazy
from errkb.parse.quoting import FENCE
from errkb.parse.shapes import indentation

__all__ = ["MOST_WARNINGS", "QUIET_HINTS", "bare_message", "promote", "warning_lines"]

QUIET_HINTS = ("WARN", "arning: ")
"""What leads to warnings in a long log in which nothing else was found."""

_HAPPENED = Lazy(
    r"(?i)\b(?:exceed(?:ed|s)|insufficient|was killed|were killed|died|crashed|failed|failure"
    r"|too (?:old|many|large|long|few|small|low)|cannot|can't|could not|couldn't|unable to|refused|lost|dropped|aborted"
    r"|terminated|timed out|corrupt\w*|not found|does not exist|denied|unreachable|disconnected|incompatible"
    r"|mismatch\w*)\b"
)
_POSSIBLE = Lazy(
    r"(?i)\b(?:may|might|could|would|will|should|can|deprecat\w*|consider|if|unless|in the future|retry\w*|retrying)\b"
)
_COMPLAINT = Lazy(
    r"(?i)\b(?:cannot|can't|can ?not|could(?: not|n't)|unable|fail\w*|invalid|no such|missing|must (?:be|have|not)"
    r"|not (?:found|supported|allowed|available|exist\w*|installed|defined|permitted|implemented|recognized|a valid)"
    r"|expected|unexpected|refused|denied|timed? ?out|timeout|exceed\w*|too (?:many|large|long|small|few|old)|unknown"
    r"|unsupported|mismatch\w*|do(?:es)?(?: not|n't)|did(?: not|n't)|is(?: not|n't)|required|out of memory|illegal"
    r"|conflict\w*|corrupt\w*|killed|crash\w*|abort\w*|undefined|unresolved|(?:larger|longer|greater|less|smaller) than"
    r"|should have|no available|unavailable|insufficient)\b"
    r"|\b(?:error|exception)(?=[:.,!]|$| (?:occurred|in|while|when|at|from|during|code)\b)"
)
_COUNT = Lazy(r"(?i)\b(?:0|no) (?:errors?|fail)|\b(?:fail\w*|errors?|exceptions?) ?[:=] ?(?:0|none|no|null|false)\b")
_DEPRECATION = Lazy(r"(?:Deprecat|Future|Removed|Pending|Resource|Import|Syntax|Bytes)\w*Warning$|.*Deprecat")
_MOST_LINES = 6
MOST_WARNINGS = 50


def promote(events: Sequence[ErrorEvent]) -> bool:
    """Make a Python warning the cause where it is all there is and says that something did not work."""
    promoted = False
    for event in events:
        name = (event.cls or "").rpartition(".")[2]
        if name.endswith("Warning") and not _DEPRECATION.match(name) and _reports_failure(event.message):
            event.role = "cause"
            promoted = True
    return promoted


def warning_lines(lines: Sequence[Line], end: int) -> list[ErrorEvent]:
    """Return events for log lines at level WARNING that report a failure (`Worker exceeded 95% memory budget.`).

    Of the lines of one process those before index `end` are looked at.
    """
    events: list[ErrorEvent] = []
    for index in range(end):
        line = lines[index]
        if line.level == "WARNING" and line.logger != "npm" and _reports_failure(line.text):
            spans, behind = message_spans(lines, index, indentation(line.text))
            events.append(make_event(line, lines[behind - 1], spans, inferred=True))
            if len(events) >= MOST_WARNINGS:
                break
    return events


def bare_message(lines: Sequence[Line]) -> Block | None:
    """Return a short paste that is nothing but a complaint, as an inferred event."""
    own = [line for line in lines if line.text.strip() and line.text != FENCE]
    if not own or len(own) > _MOST_LINES or any(line.level or line.time or line.logger or line.stream for line in own):
        return None
    first = own[0].text[:2000]
    if not _COMPLAINT.search(first) or _COUNT.search(first):
        return None
    spans, _ = message_spans(own, 0, indentation(own[0].text))
    return Block([make_event(own[0], spans[-1].line, spans, inferred=True)], len(lines))


def _reports_failure(message: str) -> bool:
    """Say whether the first sentence says that something happened, not that it could."""
    first = message[:400].partition(". ")[0]
    return _HAPPENED.search(first) is not None and not _POSSIBLE.search(first)
