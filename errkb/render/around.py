"""What stands around an answer: wrappers, other errors, ties, and what is said when there is no answer.

A candidate that is not certain is listed under a heading that says so, with what speaks for it, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator

from errkb.model.event import ErrorEvent
from errkb.model.match import Match, RecordDict
from errkb.model.report import Explanation
from errkb.render.answer import headline
from errkb.render.blocks import Items, Note, Prose, Section
from errkb.render.prose import count, cut, one_line

__all__ = ["answers", "around", "nearest", "unanswered", "verdict"]

MOST = 5
"""Events listed at most in one section; the JSON holds all of them."""

_STATUS = {
    "matched": "",
    "wrapper_only": "The cause is missing.",
    "unknown_error": "No record fits.",
    "no_error": "Nothing to explain.",
}


def answers(explanation: Explanation, *, everything: bool, limit: int) -> tuple[list[Match], int]:
    """Return the answers to show, best first, and how many are left out.

    Those are the best answers to each error that is a cause of its own, or all that there are.
    """
    matches = explanation.matches
    if everything or not matches:
        return matches, 0
    best: dict[str, Match] = {}
    for match in matches:
        if match is matches[0] or not _reports(explanation, match):
            best.setdefault(match.event, match)
    shown = list(best.values())
    return shown[:limit], len(shown[limit:])


def around(explanation: Explanation, shown: Match, left_out: int = 0) -> Iterator[Section]:
    """Yield what else is known about the text whose first answer is shown."""
    if left_out:
        verb = "has" if left_out == 1 else "have"
        note = Note(f"{count(left_out, 'more error')} in this text {verb} an answer: add --all, or raise --limit.")
        yield Section("More answers", (note,))
    yield from _alternatives(explanation, shown)
    wrappers = [event for event in explanation.events if event.id != shown.event and _is_wrapper(explanation, event)]
    if lines := _wrapper_lines(explanation, wrappers):
        title = "Also reported" if explanation.status == "wrapper_only" else "Reported by"
        yield Section(title, (Items(lines),))
    answered = {match.event for match in explanation.matches}
    causes = [event for event in explanation.events if event.role == "cause" and event.id not in answered]
    if unknown := [line for event in causes if (line := describe(event))]:
        yield Section("Also in this text, without a record", (Items(_few(unknown)),))
    if explanation.advice and explanation.status == "matched":
        yield advice(explanation)


def verdict(explanation: Explanation) -> str:
    """Return the status in a few words (empty when there is an answer); the advice says the rest."""
    return _STATUS[explanation.status]


def advice(explanation: Explanation) -> Section:
    """Return what would help."""
    return Section("What would help", (Items(tuple(explanation.advice)),))


def nearest(explanation: Explanation) -> Section:
    """Return the candidates that are not answers, marked as such."""
    lines = []
    for match in explanation.nearest:
        head = " · ".join([*headline(match.record), f"{match.score:.2f}"])
        why = max(match.evidence, key=lambda item: item.weight, default=None)
        reason = f"{why.detail} · " if why else ""
        template = cut(one_line(match.record.get("errorMessage") or ""), 160)
        lines.append(f"{head}\n{template}\n{reason}errkb show {match.record_id}")
    return Section("Nearest, not certain", (Note("None of these is claimed to be the answer."), Items(tuple(lines))))


def unanswered(explanation: Explanation) -> list[str]:
    """Return the errors of a text without an answer, a line each; one alone is named by the advice already."""
    lines = [line for event in explanation.events if event.role != "noise" and (line := describe(event))]
    return list(_few(lines)) if len(lines) > 1 or not explanation.advice else []


def describe(event: ErrorEvent) -> str:
    """Return class and message of an event in one line."""
    message = one_line(event.message[:1000])
    return cut(f"{event.cls}: {message}" if event.cls and message else event.cls or message, 160)


def _is_wrapper(explanation: Explanation, event: ErrorEvent) -> bool:
    matches = [match for match in explanation.matches if match.event == event.id]
    return event.role == "wrapper" or any(match.wrapper for match in matches)


def _reports(explanation: Explanation, match: Match) -> bool:
    return match.wrapper or explanation.event(match.event).role == "wrapper"


def _wrapper_lines(explanation: Explanation, wrappers: list[ErrorEvent]) -> tuple[str, ...]:
    lines = []
    for event in wrappers:
        match = next((match for match in explanation.matches if match.event == event.id), None)
        known = f"\na wrapper of {match.record.get('repo')} · errkb show {match.record_id}" if match else ""
        if text := describe(event):
            lines.append(text + known)
    return _few(lines)


def _few(lines: list[str]) -> tuple[str, ...]:
    unique = list(dict.fromkeys(lines))
    return (*unique[:MOST], *([f"… and {len(unique) - MOST} more"] if len(unique) > MOST else []))


def _alternatives(explanation: Explanation, shown: Match) -> Iterator[Section]:
    if shown.tied:
        lines = [_reference(record["id"], record) for record in shown.tied]
        yield Section("Fits equally well", (Items(_few(lines)), Prose(_decides(explanation, shown))))
    also = [
        match
        for match in explanation.matches
        if match is not shown and match.event == shown.event and match.record_id not in shown.tie
    ]
    if also:
        yield Section("Fits too, less well", (Items(_few([_reference(m.record_id, m.record) for m in also])),))


def _reference(identifier: str, record: RecordDict) -> str:
    head = " · ".join(headline(record))
    message = cut(one_line(record.get("errorMessage") or ""), 120)
    return "\n".join(part for part in (head, message, f"errkb show {identifier}") if part)


def _decides(explanation: Explanation, shown: Match) -> str:
    """Name what is missing in the text and would tell the records apart."""
    event = explanation.event(shown.event)
    records = [shown.record, *shown.tied]
    wanted = []
    if event.cls is None and len({record.get("errorClass") for record in records}) > 1:
        wanted.append("the class in front of the message")
    places = list(dict.fromkeys(place for record in records if (place := record.get("filePath"))))
    if len(places) > 1:
        wanted.append(f"the stack frame that raises it ({' or '.join(places[:3])})")
    if len({record.get("repo") for record in records}) > 1:
        wanted.append("the name of the package that prints it")
    return f"What would decide: {'; '.join(wanted) or 'the whole traceback'}."
