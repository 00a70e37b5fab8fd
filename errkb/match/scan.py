"""Candidates: every template that may explain an event, by text, by code, by class and place.

Events come from the reader; lines that no event covers are scanned too, since known messages are printed at any log
level (`distributed.nanny - WARNING - Worker exceeded 95% memory budget.`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from errkb.index import Index, Template, fold
from errkb.match.evidence import Candidate
from errkb.match.fold import Folded
from errkb.match.verify import MIN_CUT_LITERAL, Spans, verify, verify_cut
from errkb.model.event import ErrorEvent, Line, ParseResult, Piece

__all__ = ["event_candidates", "line_events"]

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+|E[A-Z0-9]{3,}")
_CUT_MARK = re.compile(r"\s*(?:\[?\.\.\.\]?|…|\[…\])\s*$")
MAX_MATCHED_MESSAGE = 64 * 1024
"""Characters of one message that templates are compared with; what a program prints as its message is shorter."""
MIN_UNMARKED_CUT = 40
"""Literal characters a message must show to count as cut short where nothing says that it is."""
MAX_CODE_TEXT = 2_000
"""Characters of a message in which error codes are looked for."""
MAX_LINE_HITS = 20
"""Lines on which one template is looked at outside events; more of the same are repeats."""
WINDOW_BEFORE, WINDOW_AFTER = 4, 12
"""Lines around an anchor in which a template of several lines is looked for."""


def event_candidates(index: Index, event: ErrorEvent, folded: Folded) -> Iterator[Candidate]:
    """Yield every template of the index that the event's message, code or place admits."""
    seen: set[int] = set()
    for number, candidate in _by_text(index, event, folded):
        seen.add(number)
        yield candidate
    for code in codes_of(event):
        for number in index.by_code(code):
            if number not in seen and not index.templates[number].alias:
                seen.add(number)
                yield Candidate(index.templates[number], event, "code", message_length=len(folded.text))
    for number in _by_place(index, event):
        if number not in seen and not index.templates[number].alias:
            yield Candidate(index.templates[number], event, "frame", message_length=len(folded.text))


def _by_place(index: Index, event: ErrorEvent) -> list[int]:
    """Return the templates that class and place may explain: those without text of their own, and, where the paste
    ends before the message, all of the function it ends in."""
    if not event.frames:
        return []
    if event.cls:
        return [number for number in index.by_class(event.cls) if not index.templates[number].anchor]
    function = event.frames[-1].function
    return index.by_function(function) if function and not event.message.strip() else []


def codes_of(event: ErrorEvent) -> list[str]:
    """Return what may be an error code in an event: its own, and every word of its message that looks like one."""
    words = _CODE.findall(event.message[:MAX_CODE_TEXT])
    return list(dict.fromkeys([event.code, *words] if event.code else words))


def line_events(
    index: Index, parsed: ParseResult, text_value: str, first_id: int
) -> tuple[list[ErrorEvent], list[Candidate]]:
    """Return events and candidates for known messages on lines that no event covers."""
    covered = [(event.line_start, event.line_end, event.stream) for event in parsed.events]
    lines = [line for line in parsed.lines if line.text and not line.text.isspace()]
    if covered:
        lines = _uncovered(lines, covered)
    scan = _LineScan(lines)
    events: list[ErrorEvent] = []
    candidates: list[Candidate] = []
    by_line: dict[int, ErrorEvent] = {}
    for number in index.scan(scan.text):
        template = index.templates[number]
        hits = list(scan.hits(template))
        if not hits:
            continue
        first, last, folded_text, spans = hits[0]
        event = by_line.get(first)
        if event is None or event.line_end < lines[last].number:
            event = _line_event(f"e{first_id + len(events)}", lines[first : last + 1], text_value)
            by_line[first] = event
            events.append(event)
        event.occurrences = max(event.occurrences, len(hits))
        before = folded_text[max(0, spans.start - 80) : spans.start]
        length = len(folded_text)
        candidates.append(
            Candidate(template, event, "pattern", spans, message_length=length, plain=True, before=before)
        )
    return events, candidates


def _by_text(index: Index, event: ErrorEvent, folded: Folded) -> Iterator[tuple[int, Candidate]]:
    text = folded.text[:MAX_MATCHED_MESSAGE]
    numbers = index.scan(text)
    found: set[int] = set()
    for number in numbers:
        template = index.templates[number]
        spans = verify(template.parts, text)
        if spans is not None:
            found.add(number)
            yield (
                number,
                Candidate(
                    template,
                    event,
                    "pattern",
                    spans,
                    message_length=len(text),
                    before=text[max(0, spans.start - 80) : spans.start],
                ),
            )
    if event.cls:  # a template may begin with what the reader took for the class
        prefix = f"{event.cls}: "
        whole = prefix + text
        for number in index.scan(whole[: len(prefix) + 200]):
            template = index.templates[number]
            if number not in found and (spans := verify(template.parts, whole)) is not None:
                found.add(number)
                yield number, Candidate(template, event, "pattern", spans, len(whole), offset=len(prefix))
    bare = _CUT_MARK.sub("", text)
    marked = event.cut or bare != text
    if marked or not found:
        yield from _cut_short(index, event, bare, found, MIN_CUT_LITERAL if marked else MIN_UNMARKED_CUT)


def _cut_short(
    index: Index, event: ErrorEvent, text: str, found: set[int], least: int
) -> Iterator[tuple[int, Candidate]]:
    """Yield templates of which the message shows only the beginning."""
    for number in index.scan_heads(text):
        template = index.templates[number]
        if number in found:
            continue
        spans = verify_cut(template.parts, text)
        if spans is not None and spans.literal >= least and spans.start <= len(text) // 2:
            yield (
                number,
                Candidate(
                    template,
                    event,
                    "pattern",
                    spans,
                    len(text),
                    cut=True,
                    before=text[max(0, spans.start - 80) : spans.start],
                ),
            )


def _uncovered(lines: list[Line], covered: Sequence[tuple[int, int, str | None]]) -> list[Line]:
    by_stream: dict[str | None, list[tuple[int, int]]] = {}
    for start, end, stream in covered:
        by_stream.setdefault(stream, []).append((start, end))
    for spans in by_stream.values():
        spans.sort()
    starts = {stream: [start for start, _ in spans] for stream, spans in by_stream.items()}

    def is_covered(line: Line) -> bool:
        spans = by_stream.get(line.stream)
        if not spans:
            return False
        at = bisect_right(starts[line.stream], line.number) - 1
        return any(spans[n][1] >= line.number for n in range(at, max(at - 8, -1), -1))

    return [line for line in lines if not is_covered(line)]


class _LineScan:
    """All uncovered lines as one folded text, and where each line begins in it."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.folded = [fold(line.text).strip() for line in lines]
        self.starts: list[int] = []
        at = 0
        for text in self.folded:
            self.starts.append(at)
            at += len(text) + 1
        self.text = " ".join(self.folded)

    def hits(self, template: Template) -> Iterator[tuple[int, int, str, Spans]]:
        """Yield (first line, last line, folded text, spans) for each line on which the template stands."""
        at, count = 0, 0
        while count < MAX_LINE_HITS and (found := self.text.find(template.anchor, at)) >= 0:
            line = bisect_right(self.starts, found) - 1
            hit = self._hit(template, line, found)
            if hit is not None:
                yield hit
                count += 1
                at = self.starts[hit[1]] + len(self.folded[hit[1]]) + 1
            else:
                at = found + len(template.anchor)
                count += 1

    def _hit(self, template: Template, line: int, found: int) -> tuple[int, int, str, Spans] | None:
        text = self.folded[line]
        spans = verify(template.parts, text)
        if spans is not None:
            return line, line, text, spans
        if found + len(template.anchor) <= self.starts[line] + len(text) and "\n" not in template.message:
            return None
        first, last = max(0, line - WINDOW_BEFORE), min(len(self.lines), line + WINDOW_AFTER)
        window = " ".join(self.folded[first:last])
        head = verify(_without_tail(template.parts), window)
        if head is None:
            return None
        start = bisect_right(self.starts, self.starts[first] + head.start) - 1
        end = bisect_right(self.starts, self.starts[first] + max(head.start, head.end - 1)) - 1
        text = " ".join(self.folded[start : end + 1])
        spans = verify(template.parts, text)
        return None if spans is None else (start, end, text, spans)


def _without_tail(parts: list[str | None]) -> list[str | None]:
    """Return the template up to its last literal: a trailing value ends with that literal's line."""
    end = len(parts)
    while end and parts[end - 1] is None:
        end -= 1
    return parts[:end]


def _line_event(identifier: str, lines: list[Line], text_value: str) -> ErrorEvent:
    message, pieces = "", []
    for line in lines:
        if message:
            message += "\n"
        if text_value.startswith(line.text, line.start):
            pieces.append(Piece(len(message), line.start, len(line.text)))
        message += line.text
    first, last = lines[0], lines[-1]
    return ErrorEvent(
        id=identifier,
        message=message,
        start=first.start,
        end=last.end,
        line_start=first.number,
        line_end=last.number,
        pieces=pieces,
        stream=first.stream,
        processes=[first.process] if first.process else [],
        time=first.time,
        inferred=True,
    )
