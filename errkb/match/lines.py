"""Lines that no event of the reader covers: known messages are printed at any log level, in any form.

`distributed.nanny - WARNING - Worker exceeded 95% memory budget.` is no error to a reader, and `NetworkXUnfeasible: …`
shows that it is one only to who knows the class.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, islice
from operator import itemgetter

from errkb.index import Index, Parts, Template, fold
from errkb.match.candidate import Candidate
from errkb.match.scan import candidate_at
from errkb.match.verify import Spans, verify
from errkb.model.event import ErrorEvent, Line, ParseResult, Piece
from errkb.parse.segment import of_line

__all__ = ["line_candidates", "named_events"]

_NAMED = re.compile(r"((?:\w{1,60}\.){0,8}(\w{3,80})): (?=\S)")
_HUMP = re.compile(r"[a-z0-9][A-Z]|_")
"""What a class has and an ordinary word before a colon has not."""
MAX_LINE_HITS = 20
"""Lines on which one template is looked at outside events; more of the same are repeats."""
WINDOW_BEFORE, WINDOW_AFTER = 4, 12
"""Lines around an anchor in which a template of several lines is looked for."""
MOST_CASES = 8
"""Templates of one class that are looked at for the way it is written."""


def named_events(indexes: Sequence[Index], parsed: ParseResult, text_value: str) -> list[ErrorEvent]:
    """Return an event for each uncovered line that begins with the class of a record and a colon.

    The class has to look like one, so that no `Warning:` or `Session:` of a healthy log is taken for an error.
    """
    made: list[ErrorEvent] = []
    for line in _uncovered(parsed, parsed.events):
        found = _NAMED.match(line.text)
        if found and _HUMP.search(found[2]) and any(_knows(index, found[2]) for index in indexes):
            identifier = f"e{len(parsed.events) + len(made) + 1}"
            event = _line_event(identifier, [line], text_value, found.end())
            event.cls = found[1]
            event.role = "noise" if found[2].endswith("Warning") else "cause"
            made.append(event)
    return made


def _knows(index: Index, name: str) -> bool:
    """Say whether templates of the index have this class, in this case."""
    own = (index.template(number).cls or "" for number in index.of_class(name)[:MOST_CASES])
    return any(cls.rpartition(".")[2] == name for cls in own)


def line_candidates(
    indexes: Sequence[Index], parsed: ParseResult, loose: Sequence[ErrorEvent], text_value: str
) -> Iterator[Candidate]:
    """Yield candidates for known messages on lines that no event covers, each with an event made for its lines.

    `loose` are events of one line that may be part of a message of several: programs put their prefix before each.
    """
    parts = {id(event) for event in loose}
    lines = _uncovered(parsed, [event for event in parsed.events if id(event) not in parts])
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
            candidate = candidate_at(template, event, spans, folded_text)
            candidate.plain = (lines[first].number, lines[first].stream) not in taken
            yield candidate


def _is_new(lines: Sequence[Line], taken: Collection[tuple[int, str | None]]) -> bool:
    """Say whether lines are of one stream and more than a line that is an event by itself."""
    if len(lines) == 1:
        return (lines[0].number, lines[0].stream) not in taken
    return all(line.stream == lines[0].stream for line in lines)


def _uncovered(parsed: ParseResult, events: Sequence[ErrorEvent]) -> list[Line]:
    """Return the lines with text that none of the events covers."""
    if len(events) == 1:
        stream, first, last = events[0].stream, events[0].line_start, events[0].line_end
        lines = [line for line in parsed.lines if not first <= line.number <= last or line.stream != stream]
    else:
        lines = parsed.lines
    lines = [line for line in lines if line.text and not line.text.isspace()]
    if len(events) < 2:
        return lines
    by_stream: dict[str | None, list[tuple[int, int]]] = {}
    for event in events:
        by_stream.setdefault(event.stream, []).append((event.line_start, event.line_end))
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


def _line_event(identifier: str, lines: Sequence[Line], text_value: str, low: int = 0) -> ErrorEvent:
    """Return an event of lines, from character `low` of the first one on."""
    message, pieces = "", list[Piece]()
    for line in lines:
        if message:
            message += "\n"
        if line.pieces is not None or text_value.startswith(line.text, line.start):
            pieces += of_line(line, low, len(line.text), len(message))
        message += line.text[low:]
        low = 0
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
