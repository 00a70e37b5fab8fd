"""Raw lines -> lines, carriers taken off.

Positions stay exact: `Line.start` (or `Line.pieces`) says where the text of a line stands in the input. One line of
the input gives several lines where line ends were escaped or lost; they share its number. What is known about a text
as a whole (which carriers can stand in it, whether it holds colour codes) is known for a window at a time; the
indentation that all lines share is that of the first window.
"""

from __future__ import annotations

from errkb.model.event import Line, Piece
from errkb.model.text import Text
from errkb.normalize import has_controls, strip_controls
from errkb.parse.carriers import CarrierReader, Taken
from errkb.parse.lazy import Lazy
from errkb.parse.prefix import Prefix
from errkb.parse.quoting import FENCE, MARKS, Quoting
from errkb.parse.rejoin import Joins, Part
from errkb.parse.repair import Repairs
from errkb.parse.segment import Segment, joined
from errkb.parse.structured import unwrap
from errkb.parse.unfold import unfold
from errkb.parse.window import Window, Windows

__all__ = ["LineReader", "lines_of", "split_lines"]

_NOT_INDENTED = Lazy(r"(?m)^[^ \t\r\n]")
_INDENTATION = Lazy(r"(?m)^[ \t]*(?=[^ \t\r\n])")
_REPEATED = Lazy(r" \[repeated (?P<times>\d{1,6})x across cluster\](?: \(Ray dedup.{0,300}\))?(?:\x1b\[[\d;]*m)?$")
"""What Ray puts behind a line that other workers printed too."""
_STRUCTURED = frozenset('{" \t')


def lines_of(text: Text) -> list[Line]:
    """Return all lines of a text in order. A Markdown fence stays as a line with the text ` ``` `."""
    windows, reader = Windows(), LineReader()
    lines: list[Line] = []
    for window in [*windows.feed(text.value), windows.close()]:
        reader.enter(window)
        lines += reader.read(0, len(window.text), window.number)
    return lines


class LineReader:
    """Reads stretches of windows; remembers the quoting that goes on from line to line."""

    def __init__(self) -> None:
        self._quoting = Quoting()
        self._prefix = Prefix()
        self._below = ""
        self._indentation: int | None = None
        self._lines: list[Line] = []

    def enter(self, window: Window) -> None:
        """Go on in another window."""
        self._window = window
        self._entered = False

    def read(self, low: int, high: int, number: int) -> list[Line]:
        """Return the lines between two offsets of the window; `number` is that of the first."""
        if not self._entered:
            self._look_around(self._window.text)
        self._lines = []
        at = self._window.start + low
        text = self._window.text[low:high]
        raws = split_lines(text, self._window.end)
        joins = Joins.of(raws, text, self._take)
        for index, (raw, self._below) in enumerate(zip(raws, [*raws[1:], ""], strict=False)):
            if index in joins.taken:
                pass
            elif index in joins.parts:
                self._add_joined(number, at, raws, joins.parts[index])
            elif "\r" in raw:
                part_at = at
                for part in raw.removesuffix("\r").split("\r"):  # a lone CR redraws a line
                    self._add(number, part_at, part)
                    part_at += len(part) + 1
            else:
                self._add(number, at, raw)
            at += len(raw) + 1
            number += 1
        return self._lines

    def _add_joined(self, number: int, start: int, raws: list[str], parts: list[Part]) -> None:
        """Append what several raw lines say that were one."""
        first, last = parts[0][0], parts[-1][0]
        starts = [start]
        for raw in raws[first:last]:
            starts.append(starts[-1] + len(raw) + 1)
        segment = joined(_segment(raws[index][low:high], starts[index - first] + low) for index, low, high in parts)
        end = starts[-1] + len(raws[last])
        self._add_segment(Line("", number, start, start, end), self._cleaned(segment))
        self._lines[-1].wrapped = last - first

    def forget(self) -> None:
        """Begin anew: what comes next does not follow what was read."""
        self._quoting = Quoting()

    def _look_around(self, text: str) -> None:
        self._entered = True
        self._take = CarrierReader(text).take
        self._controls = has_controls(text)
        repairs = Repairs(text)
        self._repairs = repairs if repairs.any else None
        self._special = "\\n" in text or 'File "' in text or '": "' in text or '":"' in text or "level=" in text
        if self._indentation is None:
            self._indentation = _common_indentation(text) if self._window.start == 0 else 0

    def _add(self, number: int, start: int, raw: str) -> None:
        """Append the lines that one raw line is made of."""
        if not raw or raw.isspace():
            self._lines.append(Line("", number, start, start, start + len(raw)))
            return
        if "[repeated " in raw and (match := _REPEATED.search(raw)):
            self._add(number, start, raw[: match.start()])
            self._lines[-1].repeated = int(match["times"])
            return
        damaged = self._repairs is not None and self._repairs.needed(raw)
        if self._indentation or damaged or (self._controls and has_controls(raw)):
            self._add_segment(Line("", number, start, start, start + len(raw)), self._cleaned(_segment(raw, start)))
            return
        low, high = 0, len(raw)
        quoted = self._quoting.left or raw[-1] in MARKS
        if quoted or raw[0] in MARKS:
            low, high = self._quoting.trim(raw, 0)
        taken = self._take(raw[low:high] if low else raw) if high > low else None
        if taken:
            low += taken.at
            if low < high and (quoted or raw[low] in MARKS):
                low, high = self._quoting.trim(raw, low, high)
        mark: str | None = None
        if high > low and (self._prefix.left or "raceback" in raw):
            size, mark = self._learned(raw[low:high])
            low += size
        rest = raw[low:high] if high >= low else FENCE
        line = Line(rest, number, start, start + low, start + len(raw), stream=mark)
        if self._special and _is_special(rest):
            self._add_special(line, Segment(rest, [Piece(0, start + low, len(rest))]), taken)
            return
        if taken:
            _note(line, taken)
        self._lines.append(line)

    def _add_segment(self, raw_line: Line, segment: Segment) -> None:
        """The general way, for text that is not one run of the input."""
        low, high = self._quoting.trim(segment.text, 0)
        if high < low:
            self._add_special(raw_line, Segment(FENCE, []), None)
            return
        segment = segment.cut(low, high)
        taken = self._take(segment.text)
        if taken:
            low, high = self._quoting.trim(segment.text, taken.at)
            segment = segment.cut(low, max(low, high))
        if self._prefix.left or "raceback" in segment.text:
            size, raw_line.stream = self._learned(segment.text)
            segment = segment.cut(size, len(segment.text))
        self._add_special(raw_line, segment, taken)

    def _learned(self, text: str) -> tuple[int, str | None]:
        """Return how long the prefix is that only the traceback behind it tells, and what it is if always the same."""
        if "raceback" in text:
            self._prefix.learn(text, self._below)
        size = self._prefix.cut(text) if self._prefix.left else 0
        return size, self._prefix.mark if size else None

    def _add_special(self, raw_line: Line, segment: Segment, taken: Taken | None) -> None:
        """Append the lines inside a structured or collapsed one."""
        unwrapped = unwrap(segment)
        if unwrapped is None:
            self._lines.extend(_virtual(raw_line, part, taken) for part in unfold(segment) or (segment,))
            return
        for part in unwrapped.lines:
            inner = self._take(part.text)
            line = _virtual(raw_line, part.cut(inner.at, len(part.text)) if inner else part, taken)
            if inner:
                _note(line, inner)
            if part is unwrapped.lines[0]:
                line.level = line.level or unwrapped.level
                line.time = line.time or unwrapped.time
            self._lines.append(line)

    def _cleaned(self, segment: Segment) -> Segment:
        if self._controls:
            segment = _without_controls(segment)
        if self._repairs:
            segment = self._repairs.undo(segment)
        if not self._indentation:
            return segment
        own = len(segment.text) - len(segment.text.lstrip(" \t"))
        return segment.cut(min(own, self._indentation), len(segment.text))


def _segment(raw: str, start: int) -> Segment:
    return Segment(raw, [Piece(0, start, len(raw))])


def _without_controls(segment: Segment) -> Segment:
    clean = strip_controls(segment.text)
    ends = [*(at for at, _ in clean.runs[1:]), len(clean.value)]
    runs = zip(clean.runs, ends, strict=True)
    return joined(segment.cut(source, source + end - at) for (at, source), end in runs)


def split_lines(text: str, end: str) -> list[str]:
    """Return the raw lines of a stretch of text."""
    raws = text.split(end)
    if not raws[-1]:
        raws.pop()
    return raws


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
    line.stream = f"{taken.stream}/{line.stream}" if taken.stream and line.stream else taken.stream or line.stream
    line.process = taken.process or line.process
    line.level = taken.level or line.level
    line.logger = taken.logger or line.logger
    line.time = taken.time or line.time


def _virtual(raw_line: Line, segment: Segment, taken: Taken | None) -> Line:
    line = Line(segment.text, raw_line.number, raw_line.at, raw_line.at, raw_line.end, stream=raw_line.stream)
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
