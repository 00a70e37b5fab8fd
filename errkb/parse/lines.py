"""Text -> lines, carriers taken off.

Positions stay exact: `Line.start` (or `Line.pieces`) says where the text of a line stands in the input. One line of
the input gives several lines where line ends were escaped or lost; they share its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from errkb.model.event import Line, Piece
from errkb.model.text import Text
from errkb.normalize import has_controls, strip_controls
from errkb.parse.carriers import CarrierReader, Taken
from errkb.parse.interest import interesting
from errkb.parse.lazy import Lazy
from errkb.parse.quoting import FENCE, MARKS, Quoting
from errkb.parse.segment import Segment
from errkb.parse.structured import unwrap
from errkb.parse.unfold import unfold

__all__ = ["read_lines"]

_NOT_INDENTED = Lazy(r"(?m)^[^ \t\r\n]")
_INDENTATION = Lazy(r"(?m)^[ \t]*(?=[^ \t\r\n])")
_STRUCTURED = frozenset('{" \t')


def read_lines(text: Text, hints: Sequence[str] = ()) -> tuple[list[Line], bytearray]:
    """Return the lines of a text in order, and a 1 for each that was read closely.

    A Markdown fence stays as a line with the text ` ``` `. In long logs, lines far from anything of interest keep their
    carriers (`errkb.parse.interest`).
    """
    value = text.value
    reader = _Reader(value)
    lines = reader.lines
    end = "\n" if "\n" in value or "\r" not in value else "\r"
    raws = value.split(end)
    if not raws[-1]:
        raws.pop()
    starts = [0, *accumulate(len(raw) + 1 for raw in raws)]
    starts.pop()
    closely = bytearray()
    for number, (start, raw, close) in enumerate(zip(starts, raws, interesting(value, starts, hints), strict=True), 1):
        if not close:
            lines.append(Line(raw, number, start, start, start + len(raw)))
            closely.append(0)
            continue
        if "\r" in raw:
            at = start
            for part in raw.removesuffix("\r").split("\r"):  # a lone CR redraws a line
                reader.add(number, at, part)
                at += len(part) + 1
        else:
            reader.add(number, start, raw)
        closely.extend(b"\1" * (len(lines) - len(closely)))
    return lines, closely


class _Reader:
    """What is known about the whole text, and the quoting that goes on from line to line."""

    def __init__(self, value: str) -> None:
        self.take = CarrierReader(value).take
        self.quoting = Quoting()
        self.controls = has_controls(value)
        self.indentation = _common_indentation(value)
        self.special = "\\n" in value or 'File "' in value or '": "' in value or '":"' in value or "level=" in value
        self.lines: list[Line] = []

    def add(self, number: int, start: int, raw: str) -> None:
        """Append the lines that one raw line is made of."""
        if not raw or raw.isspace():
            self.lines.append(Line("", number, start, start, start + len(raw)))
            return
        if self.indentation or (self.controls and has_controls(raw)):
            self._add_segment(Line("", number, start, start, start + len(raw)), self._cleaned(raw, start))
            return
        low, high = 0, len(raw)
        quoted = self.quoting.left or raw[-1] in MARKS
        if quoted or raw[0] in MARKS:
            low, high = self.quoting.trim(raw, 0)
        taken = self.take(raw[low:high] if low else raw) if high > low else None
        if taken:
            low += taken.at
            if low < high and (quoted or raw[low] in MARKS):
                low, high = self.quoting.trim(raw, low, high)
        rest = raw[low:high] if high >= low else FENCE
        line = Line(rest, number, start, start + low, start + len(raw))
        if self.special and _is_special(rest):
            self._special(line, Segment(rest, [Piece(0, start + low, len(rest))]), taken)
            return
        if taken:
            _note(line, taken)
        self.lines.append(line)

    def _add_segment(self, raw_line: Line, segment: Segment) -> None:
        """The general way, for text that is not one run of the input."""
        low, high = self.quoting.trim(segment.text, 0)
        if high < low:
            self._special(raw_line, Segment(FENCE, []), None)
            return
        segment = segment.cut(low, high)
        taken = self.take(segment.text)
        if taken:
            low, high = self.quoting.trim(segment.text, taken.at)
            segment = segment.cut(low, max(low, high))
        self._special(raw_line, segment, taken)

    def _special(self, raw_line: Line, segment: Segment, taken: Taken | None) -> None:
        """Append the lines inside a structured or collapsed one."""
        unwrapped = unwrap(segment)
        if unwrapped is None:
            self.lines.extend(_virtual(raw_line, part, taken) for part in unfold(segment) or (segment,))
            return
        parts, level = unwrapped
        for part in parts:
            inner = self.take(part.text)
            line = _virtual(raw_line, part.cut(inner.at, len(part.text)) if inner else part, taken)
            if inner:
                _note(line, inner)
            if part is parts[0] and level and not line.level:
                line.level = level
            self.lines.append(line)

    def _cleaned(self, raw: str, start: int) -> Segment:
        clean = strip_controls(raw)
        ends = [*(at for at, _ in clean.runs[1:]), len(clean.value)]
        runs = zip(clean.runs, ends, strict=True)
        pieces = [Piece(at, start + source, end - at) for (at, source), end in runs if end > at]
        segment = Segment(clean.value, pieces)
        return segment.cut(self.indentation, len(segment.text)) if self.indentation else segment


def _is_special(rest: str) -> bool:
    if not rest:
        return False
    if rest[0] in _STRUCTURED:
        return rest[0] == "{" or '": "' in rest or _may_be_folded(rest)
    return (rest[0].islower() and "level=" in rest) or _may_be_folded(rest)


def _may_be_folded(rest: str) -> bool:
    if "\\n" in rest:
        return True
    return 'File "' in rest and (rest.count(", line ") > 1 or ": " in rest[rest.find(", in ") :])


def _note(line: Line, taken: Taken) -> None:
    """Write what the carriers said into the line; inner ones win."""
    line.stream = taken.stream or line.stream
    line.process = taken.process or line.process
    line.level = taken.level or line.level
    line.logger = taken.logger or line.logger
    line.time = taken.time or line.time


def _virtual(raw_line: Line, segment: Segment, taken: Taken | None) -> Line:
    line = Line(segment.text, raw_line.number, raw_line.at, raw_line.at, raw_line.end)
    if taken:
        _note(line, taken)
    pieces = segment.pieces
    if pieces:
        line.start, line.end = pieces[0].start, pieces[-1].start + pieces[-1].length
    if len(pieces) != 1 or pieces[0].at or pieces[0].length != len(segment.text):
        line.pieces = pieces
    return line


def _common_indentation(value: str) -> int:
    """Return how far all lines are indented, as in a Markdown code block; almost always the first line says 0."""
    if _NOT_INDENTED.search(value):
        return 0
    return min((len(match[0]) for match in _INDENTATION.finditer(value)), default=0)
