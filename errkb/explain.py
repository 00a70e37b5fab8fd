"""Match + record -> `Explanation`: the answer as data, with a status and what would help."""

from __future__ import annotations

from collections.abc import Callable

from errkb.match import Ranking
from errkb.model.event import ErrorEvent, ParseResult
from errkb.model.report import Entry, Explanation, Status
from errkb.model.text import Text

__all__ = ["explain"]

WORTH_SHOWING = 0.05
"""A nearest record that is the answer less often than one time in twenty misleads more than it helps."""
LONGEST_NAME = 160
"""Characters of a message that name an error in a sentence."""


def explain(
    text: Text, parsed: ParseResult, ranking: Ranking, lookup: Callable[[str], Entry], dataset_version: str
) -> Explanation:
    """Return the answer to a text. `lookup` gives the record of an id."""
    nearest = [match for match in ranking.nearest if match.score >= WORTH_SHOWING]
    for match in (*ranking.matches, *nearest):
        entry = lookup(match.record_id)
        match.record, match.verified, match.private = entry.shown, entry.verified, entry.private
        if entry.is_index_only:
            match.kind = "index"
        match.tied = [lookup(identifier).shown for identifier in match.tie]
    status = _status(ranking)
    return Explanation(
        text=text,
        status=status,
        dataset_version=dataset_version,
        events=ranking.events,
        matches=ranking.matches,
        nearest=nearest,
        banners=parsed.banners,
        advice=_advice(status, ranking, text.value),
        trace=ranking.trace,
    )


def _status(ranking: Ranking) -> Status:
    roles = {event.role for event in ranking.events}
    if any(not match.wrapper for match in ranking.matches):
        return "matched"
    if ranking.matches:
        return "wrapper_only"
    if "cause" in roles:
        return "unknown_error"
    return "wrapper_only" if "wrapper" in roles else "no_error"


def _advice(status: Status, ranking: Ranking, text: str) -> list[str]:
    causes = [event for event in ranking.events if event.role == "cause" and not _answered(event, ranking)]
    if status == "wrapper_only":
        wrapper = _first_wrapper(ranking)
        before = [event for event in causes if event.line_start <= wrapper.line_start or event.id == wrapper.caused_by]
        if before:
            return [f"errkb has no record of the cause, {_named(before[0], text)}; what it knows only reports it."]
        return [
            f"{_named(wrapper, text)} only reports that something else failed: its cause is not in this text.",
            "Paste the lines before it, from the first `Traceback` or `ERROR` of the process that failed.",
        ]
    if status == "unknown_error":
        advice = [f"errkb has no record that fits {_named(event, text)}." for event in causes[:1]]
        if causes and _is_last_line_only(causes[0], ranking):
            advice.append("The stack frames would help: paste the whole traceback, not only its last line.")
        if causes and causes[0].message.rstrip().endswith(("...", "…", "[...]")):
            advice.append("The message is cut off: paste it whole.")
        return advice
    if status == "no_error":
        return ["No error was found in this text. Paste the lines around the failure, or the last lines before it."]
    return []


def _answered(event: ErrorEvent, ranking: Ranking) -> bool:
    return any(match.event == event.id for match in ranking.matches)


def _first_wrapper(ranking: Ranking) -> ErrorEvent:
    events = {event.id: event for event in ranking.events}
    if ranking.matches:
        return events[ranking.matches[0].event]
    return next(event for event in ranking.events if event.role == "wrapper")


def _named(event: ErrorEvent, text: str) -> str:
    """Return the class and the beginning of the message, and the line that the message stands on."""
    first = event.message.strip().split("\n", 1)[0]
    first = first if len(first) <= LONGEST_NAME else first[:LONGEST_NAME].rstrip() + "…"
    name = f"{event.cls}: {first}" if event.cls and first else event.cls or first or "the error"
    line = text.count("\n", 0, event.pieces[0].start) + 1 if event.pieces else event.line_start
    return f"`{name}` (line {line})"


def _is_last_line_only(event: ErrorEvent, ranking: Ranking) -> bool:
    """Say whether the paste seems to be just the last line of a traceback."""
    return event.cls is not None and not event.frames and len(ranking.events) == 1 and event.line_start == 1
