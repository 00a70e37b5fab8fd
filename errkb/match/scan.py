"""Candidates: every template that may explain an event, by text, by code, by class and place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from errkb.index import Index, Template, fold
from errkb.match.candidate import Candidate, quotes
from errkb.match.seen import Seen
from errkb.match.verify import MIN_CUT_LITERAL, Spans, verify, verify_cut, verify_regex
from errkb.model.event import ErrorEvent

__all__ = ["candidate_at", "event_candidates", "further_candidates"]

_CUT_MARK = re.compile(r"\s*(?:\[?\.\.\.\]?|…|\[…\])\s*$")
MAX_MATCHED_MESSAGE = 64 * 1024
"""Characters of one message that templates are compared with; what a program prints as its message is shorter."""
MIN_UNMARKED_CUT = 40
"""Literal characters a message must show to count as cut short where nothing says that it is."""
SEEN_BEFORE, SEEN_AFTER = 80, 8
"""Characters around a template that tell whether the message begins and ends with it."""
SENTENCE_ENDS = (".", "!", "?", ")", "]", "'", '"', "`")
NO_MESSAGE = ("", "None", "()")
"""What is printed for an exception that was raised without a message."""
MOST_OF_CLASS = 8
"""Wordings that one record may have; a class with more of them is not looked through."""
MIN_FIRST_LINES = 16
"""The same for a message that ends where a line of the template does: people copy the first line."""
MOST_FIRST_LINES = 8
MAX_CUT_TEXT = 1_000
"""Characters of a message in which the beginning of a template is looked for; a message cut short is short."""


def event_candidates(index: Index, seen: Seen) -> Iterator[Candidate]:
    """Yield every template of the index that the event's message, code or place admits, weak texts left out."""
    event, length = seen.event, seen.length
    found: set[int] = set()
    for candidate in _by_text(index, seen, index.scan):
        found.add(candidate.template.number)
        yield candidate
    for code in seen.codes:
        for number in index.by_code(code):
            if number not in found:
                found.add(number)
                yield Candidate(index.template(number), event, "code", message_length=length)
    for number in _by_place(index, event):
        if number not in found:
            found.add(number)
            yield Candidate(index.template(number), event, "frame", message_length=length)
    only = _by_class_alone(index, event)
    if only is not None and only.number not in found:
        yield Candidate(only, event, "frame", message_length=length, only=True)


def further_candidates(index: Index, seen: Seen, known: Collection[int]) -> Iterator[Candidate]:
    """Yield what is looked for when nothing else explains an event: texts that say little, and messages cut short.

    `known` are the templates that are candidates already.
    """
    found = set(known)
    for candidate in _by_text(index, seen, lambda text: [*index.scan_weak(text), *index.loose]):
        found.add(candidate.template.number)
        yield candidate
    text = seen.folded.text[:MAX_MATCHED_MESSAGE]
    bare = _CUT_MARK.sub("", text)
    marked = seen.event.cut or bare != text
    if marked or not found:
        yield from _cut_short(index, seen.event, bare, found, MIN_CUT_LITERAL if marked else MIN_UNMARKED_CUT)


def _by_place(index: Index, event: ErrorEvent) -> Sequence[int]:
    """Return the templates that class and place may explain: those without text of their own, and, where the paste
    ends before the message, all of the function it ends in."""
    if not event.frames:
        return []
    if event.cls:
        return index.by_class(event.cls)
    function = event.frames[-1].function
    return index.by_function(function) if function and not event.message.strip() else []


def _by_class_alone(index: Index, event: ErrorEvent) -> Template | None:
    """Return the template that an exception without a message can only be: no other record has its class."""
    if not event.cls or event.message.strip() not in NO_MESSAGE:
        return None
    own = [index.template(number) for number in index.of_class(event.cls)[:MOST_OF_CLASS]]
    if len({template.id for template in own}) != 1 or own[0].builtin:
        return None
    known, seen = (own[0].cls or "").split("."), event.cls.split(".")
    other_module = len(known) > 1 < len(seen) and known[0] != seen[0]
    return None if known[-1] != seen[-1] or other_module else own[0]


def _by_text(index: Index, seen: Seen, scan: Callable[[str], list[int]]) -> Iterator[Candidate]:
    """Yield the templates whose text stands in the message, or in the class and the message together: a template may
    begin with what the reader took for the class."""
    event, text = seen.event, seen.folded.text[:MAX_MATCHED_MESSAGE]
    prefix = f"{event.cls}: " if event.cls else ""
    whole = prefix + text
    for number in scan(whole):
        if number in index.regexes:
            if (spans := verify_regex(index, number, text)) is not None:
                yield candidate_at(index.template(number), event, spans, text, length=seen.length)
            continue
        parts = index.parts(number)
        spans = verify(parts, text)
        if spans is not None:
            yield candidate_at(index.template(number), event, spans, text, length=seen.length)
        elif prefix and (spans := verify(parts, whole)) is not None:
            yield candidate_at(index.template(number), event, spans, whole, offset=len(prefix))


def candidate_at(
    template: Template, event: ErrorEvent, spans: Spans, text: str, *, offset: int = 0, length: int | None = None
) -> Candidate:
    """Return the candidate for a template that stands in a text, `offset` characters of which are not the message's."""
    return Candidate(
        template,
        event,
        "pattern",
        spans,
        message_length=len(text) if length is None else length,
        offset=offset,
        before=text[max(0, spans.start - SEEN_BEFORE) : spans.start] if not offset else "",
        value=text[slice(*spans.groups[0])] if template.parts[0] is None else "",
        after=text[spans.end : spans.end + SEEN_AFTER],
    )


def _cut_short(index: Index, event: ErrorEvent, text: str, seen: Collection[int], least: int) -> Iterator[Candidate]:
    """Yield templates of which the message shows only the beginning."""
    for number in index.scan_heads(text[:MAX_CUT_TEXT]):
        if number in seen:
            continue
        spans = verify_cut(index.parts(number), text)
        if spans is None or not _begins(text, spans.start):
            continue
        first_lines = _are_first_lines(index.raw_parts(number), text)
        if spans.literal >= (min(least, MIN_FIRST_LINES) if first_lines else least):
            candidate = candidate_at(index.template(number), event, spans, text)
            candidate.cut, candidate.first_lines = True, first_lines
            candidate.whole_sentence = text.endswith(SENTENCE_ENDS)
            yield candidate


def _are_first_lines(parts: Sequence[bytes | None], text: str) -> bool:
    """Say whether a text ends where one of the first lines of a template does: that much of a message is copied."""
    above: list[str | None] = []
    for part in parts:
        if part is None:
            above.append(None)
            continue
        lines = part.decode("utf-8", "surrogatepass").split("\n")
        for count in range(1, min(len(lines), MOST_FIRST_LINES)):
            head = fold("\n".join(lines[:count])).rstrip()
            head = head if above else head.lstrip()
            spans = verify([*above, head] if head else above, text)
            if spans is not None and spans.end == len(text):
                return True
        above.append(fold("\n".join(lines)))
    return False


def _begins(text: str, at: int) -> bool:
    """Say whether a message, or one that it quotes, can begin here: one that is cut off is not looked for elsewhere."""
    return at == 0 or (at <= len(text) // 2 and quotes(text[:at]))
