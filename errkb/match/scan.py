"""Candidates: every template that may explain an event, by text, by code, by class and place.

Events come from the reader; lines that no event covers are scanned too, since known messages are printed at any log
level (`distributed.nanny - WARNING - Worker exceeded 95% memory budget.`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import accumulate, islice
from operator import itemgetter

from errkb.index import Index, Parts, Template, fold
from errkb.match.candidate import Candidate, quotes
from errkb.match.seen import Seen
from errkb.match.verify import MIN_CUT_LITERAL, Spans, verify, verify_cut, verify_regex
from errkb.model.event import ErrorEvent, Line, ParseResult, Piece
from errkb.parse.segment import of_line

__all__ = ["event_candidates", "further_candidates", "line_candidates"]

_CUT_MARK = re.compile(r"\s*(?:\[?\.\.\.\]?|…|\[…\])\s*$")
MAX_MATCHED_MESSAGE = 64 * 1024
"""Characters of one message that templates are compared with; what a program prints as its message is shorter."""
MIN_UNMARKED_CUT = 40
"""Literal characters a message must show to count as cut short where nothing says that it is."""
SEEN_BEFORE, SEEN_AFTER = 80, 8
"""Characters around a template that tell whether the message begins and ends with it."""
SENTENCE_ENDS = (".", "!", "?", ")", "]", "'", '"', "`")
MAX_CUT_TEXT = 1_000
"""Characters of a message in which the beginning of a template is looked for; a message cut short is short."""
MAX_LINE_HITS = 20
"""Lines on which one template is looked at outside events; more of the same are repeats."""
WINDOW_BEFORE, WINDOW_AFTER = 4, 12
"""Lines around an anchor in which a template of several lines is looked for."""


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
            yield Candidate(index.template(number), event, "frame", message_length=length)


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


def line_candidates(
    indexes: Sequence[Index], parsed: ParseResult, loose: Sequence[ErrorEvent], text_value: str
) -> Iterator[Candidate]:
    """Yield candidates for known messages on lines that no event covers, each with an event made for its lines.

    `loose` are events of one line that may be part of a message of several: programs put their prefix before each.
    """
    parts = {id(event) for event in loose}
    covered = [(e.line_start, e.line_end, e.stream) for e in parsed.events if id(e) not in parts]
    lines = [line for line in parsed.lines if line.text and not line.text.isspace()]
    if covered:
        lines = _uncovered(lines, covered)
    if not lines:
        return
    taken = {(event.line_start, event.stream) for event in loose}
    scan = _LineScan(lines)
    events: dict[tuple[int, int], ErrorEvent] = {}
    for index in indexes:
        for number, anchored in scan.anchors(index).items():
            template = index.template(number)
            hits = [hit for hit in scan.hits(template, anchored) if _is_new(lines[hit[0] : hit[1] + 1], taken)]
            if not hits:
                continue
            first, last, folded_text, spans = hits[0]
            event = events.get((first, last))
            if event is None:
                identifier = f"e{len(parsed.events) + len(events) + 1}"
                event = events[first, last] = _line_event(identifier, lines[first : last + 1], text_value)
            event.occurrences = max(event.occurrences, len(hits))
            candidate = _candidate(template, event, spans, folded_text)
            candidate.plain = (lines[first].number, lines[first].stream) not in taken
            yield candidate


def _is_new(lines: Sequence[Line], taken: Collection[tuple[int, str | None]]) -> bool:
    """Say whether lines are of one stream and more than a line that is an event by itself."""
    if len(lines) == 1:
        return (lines[0].number, lines[0].stream) not in taken
    return all(line.stream == lines[0].stream for line in lines)


def _by_text(index: Index, seen: Seen, scan: Callable[[str], list[int]]) -> Iterator[Candidate]:
    """Yield the templates whose text stands in the message, or in the class and the message together: a template may
    begin with what the reader took for the class."""
    event, text = seen.event, seen.folded.text[:MAX_MATCHED_MESSAGE]
    prefix = f"{event.cls}: " if event.cls else ""
    whole = prefix + text
    for number in scan(whole):
        if number in index.regexes:
            if (spans := verify_regex(index, number, text)) is not None:
                yield _candidate(index.template(number), event, spans, text, length=seen.length)
            continue
        parts = index.parts(number)
        spans = verify(parts, text)
        if spans is not None:
            yield _candidate(index.template(number), event, spans, text, length=seen.length)
        elif prefix and (spans := verify(parts, whole)) is not None:
            yield _candidate(index.template(number), event, spans, whole, offset=len(prefix))


def _candidate(
    template: Template, event: ErrorEvent, spans: Spans, text: str, *, offset: int = 0, length: int | None = None
) -> Candidate:
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
        if spans is not None and spans.literal >= least and _begins(text, spans.start):
            candidate = _candidate(index.template(number), event, spans, text)
            candidate.cut, candidate.whole_sentence = True, text.endswith(SENTENCE_ENDS)
            yield candidate


def _begins(text: str, at: int) -> bool:
    """Say whether a message, or one that it quotes, can begin here: one that is cut off is not looked for elsewhere."""
    return at == 0 or (at <= len(text) // 2 and quotes(text[:at]))


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
        self.text = " ".join(self.folded)
        self.starts = _starts(self.folded)

    def anchors(self, index: Index) -> dict[int, dict[int, bool]]:
        """Return the templates whose anchor stands in the text: on which lines, and if it crosses line ends."""
        encoded = [text.encode("utf-8", "surrogatepass") for text in self.folded]
        starts = self.starts if self.text.isascii() else _starts(encoded)
        found: dict[int, dict[int, bool]] = {}
        for number, start, end in sorted(index.find(b" ".join(encoded)), key=itemgetter(1)):
            line = bisect_right(starts, start) - 1
            found.setdefault(number, {}).setdefault(line, end > starts[line] + len(encoded[line]))
        return found

    def hits(self, template: Template, lines: dict[int, bool]) -> Iterator[tuple[int, int, str, Spans]]:
        """Yield (first line, last line, folded text, spans) for each line on which the template stands."""
        behind = 0
        for line, goes_on in islice(lines.items(), MAX_LINE_HITS):
            if line >= behind and (hit := self._hit(template, line, several=goes_on or template.multiline)):
                yield hit
                behind = hit[1] + 1

    def _hit(self, template: Template, line: int, *, several: bool) -> tuple[int, int, str, Spans] | None:
        text = self.folded[line]
        spans = verify(template.parts, text)
        if spans is not None:
            return line, line, text, spans
        if not several:
            return None
        first, last = max(0, line - WINDOW_BEFORE), min(len(self.lines), line + WINDOW_AFTER)
        head = verify(_without_tail(template.parts), " ".join(self.folded[first:last]))
        if head is None:
            return None
        at = self.starts[first]
        start = bisect_right(self.starts, at + head.start) - 1
        end = bisect_right(self.starts, at + max(head.start, head.end - 1)) - 1
        text = " ".join(self.folded[start : end + 1])
        spans = verify(template.parts, text)
        return None if spans is None else (start, end, text, spans)


def _starts(texts: Sequence[str] | Sequence[bytes]) -> list[int]:
    """Return where each text begins when they are joined with one blank between them."""
    return list(accumulate((len(text) + 1 for text in texts[:-1]), initial=0))


def _without_tail(parts: Parts) -> Parts:
    """Return the template up to its last literal: a trailing value ends with that literal's line."""
    end = len(parts)
    while end and parts[end - 1] is None:
        end -= 1
    return parts[:end]


def _line_event(identifier: str, lines: list[Line], text_value: str) -> ErrorEvent:
    message, pieces = "", list[Piece]()
    for line in lines:
        if message:
            message += "\n"
        if line.pieces is not None or text_value.startswith(line.text, line.start):
            pieces += of_line(line, 0, len(line.text), len(message))
        message += line.text
    first, last = lines[0], lines[-1]
    return ErrorEvent(
        id=identifier,
        message=message,
        start=first.start,
        end=last.end,
        line_start=first.number,
        line_end=last.number + last.wrapped,
        pieces=pieces,
        stream=first.stream,
        processes=[first.process] if first.process else [],
        time=first.time,
        inferred=True,
    )
