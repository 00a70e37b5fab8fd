"""Tracebacks as IPython and Jupyter print them, in their old and new layouts."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.chain import read_chain
from errkb.parse.continuation import message_spans
from errkb.parse.frames import make_frame
from errkb.parse.lazy import Lazy
from errkb.parse.raising import find_raise
from errkb.parse.shapes import HEADER, chain_link, class_line, indentation, is_marker, starts_something

__all__ = ["NotebookParser"]

_HEADER = Lazy(r"[ \t]*(?P<cls>[A-Za-z_]\w*(?:\.\w+)*) {2,}Traceback \(most recent call last\)")
_CALL = r"(?P<function><cell line: \d+>|<?[\w.<>]+>?)(?:\(.*)?"
_NEW = Lazy(
    r"[ \t]*(?:File )?(?P<file>(?:[~/.]|[A-Za-z]:\\|[\w.-]+[/\\])[^\n:]{0,500}\.(?:pyx?|pxi)|<[\w .]{1,80}>):"
    rf"(?P<line>\d+)(?:, in {_CALL}|\(.*\))?$"
)
_CELL = Lazy(
    r"[ \t]*(?:Cell |Input )?In ?\[(?P<cell>\d+)\]"
    r"(?:, line (?P<line>\d+)|, in (?P<function><cell line: \d+>|[\w.<>]+)(?:\(.*\))?)"
)
_LINKED = Lazy(  # Google Colab turns paths into links
    rf"[ \t]*\[(?P<file>[^\]\n]{{1,500}})\]\(https?://[^)\n]{{1,200}}\) in {_CALL}$"
)
_OLD = Lazy(
    rf"(?P<file>(?:[~/.]|[A-Za-z]:\\|[\w.-]+[/\\])[^\n]{{0,500}}?\.(?:pyx?|pxi)|<ipython-input-[\w-]+>) in {_CALL}$"
)
_SOURCE = Lazy(r"[ \t]*(?:(?P<arrow>-{1,}> ?)(?P<at>\d+)|\d+)(?: |$)(?P<code>.*)")
_RULE = Lazy(r"[ \t]*-{20,}$")
_HIDDEN = Lazy(r"[ \t]*\d+ frames[ \t]*$")
_MOST_LINES = 5000


class NotebookParser:
    """Reads IPython tracebacks."""

    name = "notebook"
    hints: tuple[str, ...] = ("raceback (most", "<ipython-input-", "Cell In", "Input In")
    nearby: tuple[str, ...] = (".py", "In [", "In[", ">:")

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of a whole chain of tracebacks."""
        return read_chain(lines, at, _read, _starts) if _starts(lines[at].text) else None


def _starts(text: str) -> bool:
    if HEADER in text:
        return _HEADER.match(text) is not None
    return _read_frame(text) is not None


def _read(lines: Sequence[Line], at: int) -> tuple[list[ErrorEvent], int]:
    reader = _Reader(lines, at)
    reader.read()
    event = reader.event()
    return ([event] if event else []), reader.behind


class _Reader:
    """Goes down the lines of one traceback."""

    def __init__(self, lines: Sequence[Line], at: int) -> None:
        self.lines = lines
        self.at = at
        header = _HEADER.match(lines[at].text)
        self.announced: str | None = header["cls"] if header else None
        self.index = at + 1 if header else at
        self.behind = self.index
        self.frames: list[Frame] = []
        self.source: list[Line] = []
        self.cls: str | None = None
        self.spans: list[Span] = []

    def read(self) -> None:
        """Read frames with their source, then the class line."""
        end = min(len(self.lines), self.at + _MOST_LINES)
        while self.index < end:
            line = self.lines[self.index]
            text = line.text.rstrip()
            if text and not (self._frame(text) or self._source(line)):
                self._last_line(line)
                return
            self.index += 1
            if text:
                self.behind = self.index

    def event(self) -> ErrorEvent | None:
        """Return the event, or `None` where nothing but a header is left."""
        if not (self.cls or self.announced or self.source):
            return None  # a place alone, as compilers and search tools print it
        cls = self.cls
        if cls is None and not self.spans:
            cls = self.announced  # the end is cut off
        event = make_event(
            self.lines[self.at],
            self.lines[self.behind - 1],
            self.spans,
            cls=cls,
            language="python",
            frames=self.frames,
        )
        if not self.spans and (statement := find_raise(self.source)):
            event.raise_code = statement.code
        return event

    def _frame(self, text: str) -> bool:
        frame = _read_frame(text)
        if frame is None:
            return False
        self.frames.append(frame)
        self.source = []
        return True

    def _source(self, line: Line) -> bool:
        text = line.text
        if is_marker(text) or _RULE.match(text) or _HIDDEN.match(text):
            return True
        match = _SOURCE.match(text)
        if match is None or not self.frames:
            # below the call of a cell, source lines of a SyntaxError have no numbers
            return bool(self.frames) and indentation(text) > 3 and not starts_something(text)
        if match["arrow"]:
            frame = self.frames[-1]
            frame.line = frame.line or int(match["at"][:9])
            frame.code = match["code"].strip()
            self.source.append(line)
        return True

    def _last_line(self, line: Line) -> None:
        """Take the class line with its message; the class may be lost."""
        if chain_link(line.text) or (starts_something(line.text) and not class_line(line.text, loose=False)):
            return
        found = class_line(line.text, loose=True)
        if found:
            self.cls = found.cls
            self.spans, self.behind = message_spans(self.lines, self.index, found.column)
        elif self.frames and self.announced:
            self.spans, self.behind = message_spans(self.lines, self.index, indentation(line.text))


def _read_frame(text: str) -> Frame | None:
    text = text.rstrip()
    if " in " not in text and "In" not in text and ":" not in text:
        return None
    match = _NEW.match(text) or _OLD.match(text) or (_LINKED.match(text) if "](http" in text else None)
    if match:
        line = match.groupdict().get("line")
        return make_frame(match["file"], int(line[:9]) if line else None, match["function"])
    match = _CELL.match(text)
    if match:
        line = match["line"]
        return Frame(f"Cell In[{match['cell']}]", int(line[:9]) if line else None, match["function"])
    return None
