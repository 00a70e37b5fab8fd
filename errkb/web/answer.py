"""An explanation -> the data of the page that answers a paste. What is said, in which order, is `errkb.render`'s."""

from __future__ import annotations

from dataclasses import dataclass

from errkb.model.match import Match
from errkb.model.report import Explanation
from errkb.render import around
from errkb.render.answer import lead
from errkb.render.language import guess_language
from errkb.web.catalog import Catalog, Related, Summary, title_of
from errkb.web.page import Example, Link
from errkb.web.paths import error_path, repo_path

__all__ = ["Answer", "AnswerPage", "answer_page", "best"]

SHOWN = 3
LONGEST_MESSAGE = 8_000
LONGEST_VALUE = 300
"""Characters of a value that is marked within its message."""

Pieces = list[tuple[str, bool]]


@dataclass(slots=True, frozen=True)
class Answer:
    """One record that answers, with the reader's own values."""

    path: str
    repo: Link
    severity: str
    label: str
    title: str
    confidence: str
    notes: tuple[str, ...]
    pieces: Pieces
    """The message, with what is the reader's own marked."""
    values: tuple[tuple[str, str], ...]
    meaning: str
    fixes: tuple[str, ...]
    example_fix: Example | None
    tied: tuple[Summary, ...]


@dataclass(slots=True, frozen=True)
class AnswerPage:
    """All that is answered to a paste."""

    heading: str
    advice: tuple[str, ...]
    answers: tuple[Answer, ...]
    nearest: tuple[Related, ...]
    text: str


def answer_page(explanation: Explanation, catalog: Catalog, text: str) -> AnswerPage:
    """Return the data of the page; `text` is what the reader has sent."""
    shown, _ = around.answers(explanation, everything=False, limit=SHOWN)
    one = "This is the error" if len(shown) == 1 else "These are the errors"
    return AnswerPage(
        heading=one if shown else around.verdict(explanation).rstrip("."),
        advice=tuple(explanation.advice),
        answers=tuple(_answer(explanation, match, catalog) for match in shown),
        nearest=() if shown else tuple(_nearest(explanation, catalog)),
        text=text,
    )


def best(explanation: Explanation, catalog: Catalog) -> Related | None:
    """Return the first answer as a line of a list, none if nothing is certain."""
    if not explanation.matches:
        return None
    match = explanation.matches[0]
    summary = catalog.get(match.record_id)
    values = "; ".join(f"{capture.name} = {capture.value[:80]}" for capture in match.captures[:4])
    return Related(summary, values) if summary else None


def _answer(explanation: Explanation, match: Match, catalog: Catalog) -> Answer:
    record, top = match.record, lead(explanation, match)
    code = record["exampleFix"]
    return Answer(
        path=error_path(record["repo"], record["slug"]),
        repo=Link(record["repo"], repo_path(record["repo"])),
        severity=record["severity"],
        label=record["errorClass"] or record["errorCode"] or "",
        title=title_of(record),
        confidence=top.confidence,
        notes=top.notes,
        pieces=_pieces(top.message[:LONGEST_MESSAGE], [value for _, value in top.values]),
        values=top.values,
        meaning=" ".join(top.meaning),
        fixes=top.fixes,
        example_fix=Example(code, guess_language(code, record["filePath"] or ""), "Example fix") if code else None,
        tied=tuple(found for found in map(catalog.get, match.tie) if found),
    )


def _nearest(explanation: Explanation, catalog: Catalog) -> list[Related]:
    lines = []
    for match in explanation.nearest:
        summary = catalog.get(match.record_id)
        why = max(match.evidence, key=lambda item: item.weight, default=None)
        if summary:
            lines.append(Related(summary, why.detail if why else ""))
    return lines


def _pieces(message: str, values: list[str]) -> Pieces:
    """Mark the values in the order in which they stand in the message."""
    pieces: Pieces = []
    at = 0
    for value in values:
        start = message.find(value, at) if 0 < len(value) <= LONGEST_VALUE else -1
        if start >= 0:
            pieces += [(message[at:start], False), (value, True)]
            at = start + len(value)
    return [*pieces, (message[at:], False)]
