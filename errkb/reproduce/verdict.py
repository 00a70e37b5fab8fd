"""What the output of a script proves about a record, judged by the answer a user would get for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from errkb.model.match import Match
from errkb.model.report import Explanation
from errkb.normalize import printable
from errkb.reproduce.sandbox import Run

__all__ = ["Explain", "fixed_fault", "lead", "trigger_fault"]

Explain = Callable[[str], Explanation]

SHOWN = 240
"""Characters of a script's output in a reason: its end, where the error stands."""


def trigger_fault(run: Run, answer: Explanation, identifier: str, captures: Mapping[str, str]) -> str | None:
    """Return why the trigger's output does not prove the record, `None` if it does: first, confident, same values."""
    if run.stopped:
        return f"trigger: {run.stopped}"
    best = lead(answer, identifier)
    if best is None:
        first = answer.matches[0] if answer.matches else None
        what = f"leads to {_name(first)} first" if first else "leads to no record"
        return f"trigger: its output {what}; it ends: {_end(run.output)}"
    found = {capture.name: capture.value for capture in best.captures}
    if best.record_id != identifier:  # a tie: the same wording, maybe with other names for the same places
        found = dict(captures) if _holds(found, captures) else {}
    wrong = {name: found.get(name) for name, value in captures.items() if found.get(name) != value}
    if wrong:
        return f"trigger: captures differ: {', '.join(f'{name} = {value!r}' for name, value in wrong.items())}"
    return None


def fixed_fault(run: Run, answer: Explanation, identifier: str) -> str | None:
    """Return why the fix is not proved, `None` if it is: status 0, and nothing printed that fits the record."""
    if run.stopped:
        return f"fixed: {run.stopped}"
    if run.status:
        return f"fixed: exit status {run.status}; its output ends: {_end(run.output)}"
    weaker = [match for match in answer.nearest if match.level == "likely"]
    if any(match.record_id == identifier for match in [*answer.matches, *weaker]):
        return f"fixed: the error is still printed: {_end(run.output)}"
    return None


def lead(answer: Explanation, identifier: str) -> Match | None:
    """Return the match of the record if it is the first answer to its error, `None` if it is not.

    Only what caused that error (an answer names the root cause first) and, for a wrapper, causes may stand before it.
    Records that the evidence cannot tell apart share a place.
    """
    for number, match in enumerate(answer.matches):
        if match.record_id == identifier or identifier in match.tie:
            before = answer.matches[:number]
            causes = _causes(answer, match.event)
            own = match.wrapper and not any(other.wrapper for other in before)
            return match if own or all(other.event in causes for other in before) else None
    return None


def _causes(answer: Explanation, event: str) -> set[str]:
    """Return the events that led to an event, by way of `caused_by`."""
    caused_by = {one.id: one.caused_by for one in answer.events}
    found: set[str] = set()
    cause = caused_by.get(event)
    while cause is not None and cause not in found:
        found.add(cause)
        cause = caused_by.get(cause)
    return found


def _holds(found: Mapping[str, str], captures: Mapping[str, str]) -> bool:
    return set(captures.values()) <= set(found.values())


def _name(match: Match) -> str:
    return f"{match.record.get('repo')}/{match.record.get('slug')}"


def _end(output: str) -> str:
    return repr(printable(output.strip()[-SHOWN:]))
