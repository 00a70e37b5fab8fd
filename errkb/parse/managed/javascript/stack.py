"""Errors of JavaScript with their stacks, as engines and Node's inspector print them.

The inspector nests: behind the last frame come the own properties in braces, among them `[cause]` and the `[errors]`
of an `AggregateError`, each an error of the same shape. Braces are followed at line ends and line starts only, which
is where the inspector breaks lines; braces inside values never count.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line, Link
from errkb.parse.build import Span, make_event
from errkb.parse.chain import name, report
from errkb.parse.codes import system_code
from errkb.parse.lazy import Lazy
from errkb.parse.managed.javascript.frames import is_frame, read_frame
from errkb.parse.managed.javascript.header import Header, errorlike, find_header, property_code
from errkb.parse.shapes import indentation, is_marker, next_text
from errkb.parse.stacked import MOST_FRAMES, frames_below, message_above, own

__all__ = ["JavaScriptParser"]

_SKIPPED = Lazy(r"\.\.\. (?P<count>\d{1,4}) lines matching cause stack trace \.\.\.$")
_BETWEEN = Lazy(r"(?:From previous event:|-{3,5} ?async|Emitted '\w{1,80}' event (?:on|at)|\.\.\. \d+ more items?)")
_EMITTED = "Emitted '"
_KEY = Lazy(r"[ \t]*(?P<key>\[\w{1,80}\]|[\w$]{1,80}|'[^'\n]{1,80}'|\[Symbol\([^)\n]{1,80}\)\]): ")
_TEXT_CAUSE = Lazy(r"[ \t]*\[cause\]: (?P<quote>['\"`])(?P<text>.{1,1500}?)(?P=quote),?$")
_CAUSED_BY = Lazy(r"[ \t]*[Cc]aused by:? ")
_REASON = Lazy(r".*The promise rejected with the reason \"(?P<reason>.*)\"\.?$")
_PLACE = Lazy(r"(?:file://)?(?P<file>(?:/|[A-Za-z]:\\|\.{0,2}/)[^\n:]{1,400}):(?P<line>\d{1,9})$")
_LABEL = Lazy(r"\[?(?:[Ee]rror|ERROR)\]?[: ] *")
_NO_ERRORS = frozenset({"Trace"})
"""`console.trace` prints a stack and no error."""
_NOISE = frozenset({"Warning", "DeprecationWarning", "ExperimentalWarning", "MaxListenersExceededWarning"})
_WORDS_OF_LEAD = 2
_MOST_BLANK = 1
_DEEPEST = 40


class _Error:
    """One error and what hangs on it."""

    __slots__ = ("children", "code", "emitted", "first", "frames", "group", "header", "last", "skipped", "spans")

    def __init__(self, first: int, header: Header, spans: list[Span]) -> None:
        self.first = self.last = first
        self.header = header
        self.spans = spans
        self.code = header.code
        self.frames: list[Frame] = []
        """As printed: the raising one first."""
        self.skipped: list[tuple[int, int]] = []
        """Where frames are left out that the cause has too, and how many."""
        self.children: list[tuple[_Error, Link]] = []
        self.emitted = False
        self.group = False


_ALONE = ("[", "ncaught ", "(node:", "nhandled ", "nvariant Violation")
"""One of these stands on every line that is an error of JavaScript without a stack."""


class JavaScriptParser:
    """Reads errors with a stack, and those without that only JavaScript prints (`Uncaught (in promise) …`)."""

    name = "javascript"
    hints: tuple[str, ...] = ("    at ", "\tat ", "[cause]: ", "Invariant Violation: ")
    nearby: tuple[str, ...] = (
        "rror",
        "xception",
        "ejection",
        "ailed",
        "annot",
        "Warning",
        "Trace",
        "at ",
        "@",
        "ERROR",
    )

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of an error with all its causes."""
        text = lines[at].text
        if not text.strip() or is_marker(text):
            return None
        if is_frame(text):
            return _headless(lines, at)
        if not (any(map(text.__contains__, _ALONE)) or frames_below(lines, at)):
            return None
        root, index = _begin(lines, at, 0)
        if root is None:
            return None
        behind = _Reader(lines, root).read(index)
        if root.header.cls in _NO_ERRORS:
            return Block(next=behind)
        block = Block(_events(lines, root), behind)
        _place_of_syntax_error(lines, at, block.events[-1])
        _report_lead(lines[at], root.header, block)
        return block


def _begin(lines: Sequence[Line], at: int, column: int) -> tuple[_Error | None, int]:
    """Return the error whose first line is `at`, and the index of what follows its message."""
    line = lines[at]
    header = find_header(line.text, column)
    if header and header.bracketed:
        return _Error(at, header, [Span(line, header.low, header.high)]), at + 1
    low = header.low if header else column + indentation(line.text[column:])
    found = message_above(lines, at, low, is_frame)
    if found is None:
        if header is None or not header.sure:
            return None, at
        return _Error(at, header, [Span(line, low, len(line.text.rstrip()))]), at + 1
    spans, index = found
    if header is None:
        if indentation(line.text) > column or any(_no_message(span.text) for span in spans[1:]):
            return None, at  # source code that Node prints above an error, or another line of the console
        header = Header(None, system_code(line.text[low:]), low, len(line.text), low)
    error = _Error(at, header, spans)
    error.last = index - 1
    return error, index


def _no_message(text: str) -> bool:
    return not text or is_marker(text) or find_header(text) is not None


def _headless(lines: Sequence[Line], at: int) -> Block:
    """Read frames whose first line is cut off, or names a class that nothing marks as an error."""
    above = lines[at - 1] if at and lines[at - 1].text.strip() else None
    header = find_header(above.text) if above and own(above, lines[at]) else None
    if header and above:
        root = _Error(at - 1, header, [Span(above, header.low, len(above.text.rstrip()))])
    else:
        root = _Error(at, Header(None, None, 0, 0, 0), [])
    behind = max(_Reader(lines, root).read(at), at + 1)
    if header and header.cls in _NO_ERRORS:
        return Block(next=behind)
    return Block(_events(lines, root) if header or len(root.frames) > 1 or root.children else [], behind)


class _Reader:
    """Goes down the lines below the first message."""

    def __init__(self, lines: Sequence[Line], root: _Error) -> None:
        self.lines = lines
        self.head = lines[root.first]
        self.current = root
        self.open: list[_Error | None] = [root] if root.header.opens else []
        """The errors whose properties are being read; `None` for any other bracket."""
        self.count = 0

    def read(self, index: int) -> int:
        """Read to the end of the error; return the index of the line behind it."""
        behind = index
        while index < len(self.lines) and self.count < MOST_FRAMES:
            line = self.lines[index]
            text = line.text
            if not text.strip():
                below = next_text(self.lines, index, _MOST_BLANK) if self.open else None
                if below is None:
                    break
                index = below
                continue
            if not own(self.head, line):
                break
            taken = self._frame(index) or self._inside(index)
            if not taken:
                break
            index = behind = taken
        return behind

    def _frame(self, index: int) -> int:
        """Read a frame, or a line that stands among frames. Return the index behind it, 0 where it is neither."""
        text = self.lines[index].text
        frame = read_frame(text)
        current = self.current
        if frame is None:
            skipped = _SKIPPED.match(text.strip())
            if skipped:
                current.skipped.append((len(current.frames), int(skipped["count"])))
                return index + 1
            if _BETWEEN.match(text.strip()):
                current.emitted = text.lstrip().startswith(_EMITTED)
                return index + 1
            return 0
        self.count += 1
        current.last = index
        if not current.emitted:
            current.frames.append(frame)
        if text.rstrip().endswith(" {"):
            current.emitted = False
            self.open.append(current)
        return index + 1

    def _inside(self, index: int) -> int:
        """Read a property, a bracket or another error. Return the index behind it, 0 where it is none of these."""
        text = self.lines[index].text
        stripped = text.strip()
        if not self.open:
            return self._caused_by(index, text)
        if stripped[0] in "}]":
            self._close(index, stripped)
            return index + 1
        if stripped == "[errors]: [":
            self._top().group = True
            self.open.append(None)
            return index + 1
        key = _KEY.match(text)
        if key and errorlike(key["key"]):
            key = None
        top = self._top()
        behind = self._child(index, key.end() if key else 0, "group" if not key and top.group else "direct")
        if behind:
            return behind
        top.last = index
        if self.open[-1] is top:
            top.code = top.code or property_code(text)
        if stripped.endswith(("{", "[")):
            self.open.append(None)
        return index + 1

    def _top(self) -> _Error:
        return next((entry for entry in reversed(self.open) if entry is not None), self.current)

    def _close(self, index: int, stripped: str) -> None:
        closed = self.open.pop()
        (closed or self._top()).last = index
        if stripped.endswith((" {", " [")):
            self.open.append(None)
        if self.open:
            self.current = self._top()

    def _caused_by(self, index: int, text: str) -> int:
        """`Caused by: Error: …` below a stack, as some libraries join them."""
        match = _CAUSED_BY.match(text)
        return self._child(index, match.end(), "direct") if match else 0

    def _child(self, index: int, column: int, link: Link) -> int:
        """Read the first lines of an error inside another one."""
        parent = self._top()
        text = self.lines[index].text
        quoted = _TEXT_CAUSE.match(text)
        if quoted:
            low, high = quoted.span("text")
            child = _Error(index, Header(None, None, low, high, low), [Span(self.lines[index], low, high)])
            parent.children.append((child, link))
            return index + 1
        if len(self.open) > _DEEPEST or not ("rror" in text or "xception" in text or column):
            return 0
        header = find_header(text, column)
        if header is None or header.lead > column + indentation(text[column:]):
            return 0
        begun, behind = _begin(self.lines, index, column)
        if begun is None:
            return 0
        parent.children.append((begun, link))
        if not header.bracketed or header.opens:
            self.current = begun
        if header.opens:
            self.open.append(begun)
        return behind


def _events(lines: Sequence[Line], error: _Error) -> list[ErrorEvent]:
    """Return the events of an error, what it was caused by first and itself last."""
    events: list[ErrorEvent] = []
    direct: list[tuple[ErrorEvent, Link]] = []
    for child, link in error.children:
        events += _events(lines, child)
        direct.append((events[-1], link))
        if link == "direct":
            _complete(error, child)
    header = error.header
    event = make_event(
        lines[error.first],
        lines[_end(error)],
        error.spans,
        cls=header.cls,
        code=error.code,
        language="javascript",
        frames=list(reversed(error.frames)),
    )
    if header.cls in _NOISE:
        event.role = "noise"
    if direct:
        event.role = "wrapper"
        event.caused_by, event.link = name(direct[0][0]), direct[0][1]
    else:
        events += _reason(event, lines[error.first])
    return [*events, event]


def _end(error: _Error) -> int:
    return max(error.last, *(_end(child) for child, _ in error.children), error.first)


def _complete(error: _Error, cause: _Error) -> None:
    """Put back the frames Node leaves out because the cause shows them too: those behind the same frame there."""
    for at, count in reversed(error.skipped):
        above = error.frames[at - 1] if 0 < at <= len(error.frames) else None
        if above in cause.frames:
            first = cause.frames.index(above) + 1
            error.frames[at:at] = cause.frames[first : first + count]


def _reason(event: ErrorEvent, line: Line) -> list[ErrorEvent]:
    """Return what a promise was rejected with, where it was no error: `… with the reason "text".`"""
    match = _REASON.match(line.text) if event.cls == "UnhandledPromiseRejection" else None
    if match is None or match["reason"].startswith(("#<", "undefined", "null")):
        return []
    reason = make_event(line, line, [Span(line, *match.span("reason"))], language="javascript")
    event.role = "wrapper"
    event.caused_by, event.link = name(reason), "quoted"
    return [reason]


def _place_of_syntax_error(lines: Sequence[Line], at: int, event: ErrorEvent) -> None:
    """Add the place Node prints above a syntax error (`file:3`, the source line, a caret): no frame names it."""
    if event.cls != "SyntaxError":
        return
    index = at - 1
    if index >= 0 and not lines[index].text.strip():
        index -= 1
    if index < 2 or not is_marker(lines[index].text):
        return
    place = _PLACE.match(lines[index - 2].text.strip())
    if place:
        frame = read_frame(f"at {place['file']}:{place['line']}:1")
        if frame:
            frame.code = lines[index - 1].text.strip()
            event.frames.append(frame)


def _report_lead(line: Line, header: Header, block: Block) -> None:
    """Keep what a program wrote in front of the error on the same line: `Failed to load user: TypeError: …`."""
    low = indentation(line.text)
    label = _LABEL.match(line.text, low)
    low = min(label.end(), header.lead) if label else low
    lead = line.text[low : header.lead].rstrip(" :-").rstrip()
    words = [word for word in lead.split() if word.isalpha() and len(word) > 1]
    if header.cls is None or len(words) < _WORDS_OF_LEAD or lead.startswith(("(node:", "Uncaught", "Unhandled")):
        return
    report(make_event(line, line, [Span(line, low, low + len(lead))], language="javascript", inferred=True), block)
