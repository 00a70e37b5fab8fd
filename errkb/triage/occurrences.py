"""From what was read to occurrences: the events of the reader, and known texts on lines that are no event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from errkb.index import Index
from errkb.match import Judged, Matcher
from errkb.model.event import ErrorEvent, Line
from errkb.triage.ledger import Row
from errkb.triage.samples import context_of

__all__ = ["LONGEST_TEXT", "LONGEST_VALUE", "Answer", "Judge", "row_of"]

_KEPT = 8192
"""Events whose answers are kept: the same error again is not matched again."""
LONGEST_VALUE = 200
LONGEST_TEXT = 500
"""Characters kept of an occurrence."""


class Answer(NamedTuple):
    """A record that explains an event: its id, those it is tied with, and the values of its placeholders."""

    id: str
    tie: tuple[str, ...]
    captures: tuple[tuple[str, str], ...]
    wrapper: bool
    located: bool


class Judge:
    """Matches events; each wording is matched once, with the class and the frame it comes with."""

    def __init__(self, indexes: Sequence[Index]) -> None:
        self._matcher = Matcher(indexes)
        self._answers: dict[tuple[object, ...], list[Answer]] = {}

    def event(self, event: ErrorEvent) -> list[Answer]:
        """Return the confident answers to an event."""
        frames = event.frames
        raising = frames[-1] if frames else None
        place = (raising.file, raising.function, raising.package) if raising else None
        packages = tuple(dict.fromkeys(frame.package for frame in frames))
        key = (event.cls, event.code, event.message, event.cut, place, packages)
        known = self._answers.get(key)
        if known is None:
            if len(self._answers) >= _KEPT:
                self._answers.clear()
            known = self._answers[key] = list(map(_answer, self._matcher.event(event)))
        return known

    def line(self, lines: Sequence[Line], sighted: Iterable[tuple[Index, int]]) -> tuple[ErrorEvent, list[Answer]]:
        """Return the answers to known texts on lines that no event covers, and an event made for them."""
        first, last = lines[0], lines[-1]
        event = ErrorEvent(
            id="line",
            message="\n".join(line.text for line in lines),
            start=first.start,
            end=last.end,
            line_start=first.number,
            line_end=last.number,
            stream=first.stream,
            processes=[first.process] if first.process else [],
            time=first.time,
            inferred=True,
        )
        return event, list(map(_answer, self._matcher.line(event, sighted)))


def _answer(judged: Judged) -> Answer:
    _, match = judged
    captures = tuple((capture.name, capture.value[:LONGEST_VALUE]) for capture in match.captures)
    return Answer(match.record_id, tuple(match.tie), captures, match.wrapper, match.kind == "located")


def row_of(
    event: ErrorEvent,
    answer: Answer | None,
    key: str,
    *,
    line: int,
    process: str | None,
    time: str | None,
    reports: bool = False,
) -> Row:
    """Return the occurrence of an event under the key of what it is; `reports`: its line only reports another error."""
    message = event.message.split("\n", 1)[0]
    text = f"{event.cls}: {message}" if event.cls and message else event.cls or message
    return Row(
        line=line,
        key=key,
        process=process,
        time=time,
        text=text[:LONGEST_TEXT],
        cls=event.cls,
        captures=answer.captures if answer else (),
        wrapper=reports or event.role == "wrapper" or (answer is not None and answer.wrapper),
        repeated=event.occurrences,
        context=context_of(event.message.split("\n"), (), ()),
        tie=answer.tie if answer else (),
        located=answer is not None and answer.located,
        minor=event.role == "noise",
        ends=bool(event.frames) or not event.inferred,
    )
