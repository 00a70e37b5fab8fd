"""Panics and fatal errors of the Go runtime, with the stack of the goroutine that died.

A panic that was recovered and raised again is printed as a chain, the first one first: that one is the cause. Deferred
calls stand above the call of `panic` in the stack; they ran because of it and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.chain import name
from errkb.parse.lazy import Lazy
from errkb.parse.managed.go.frames import make_frame, read_call, read_place
from errkb.parse.shapes import indentation, next_text
from errkb.parse.stacked import MOST_FRAMES, own

__all__ = ["PanicParser"]

_PANIC = Lazy(
    r"[ \t]*(?:(?P<again>panic: )|http2?: panic serving [^\s:]{1,80}(?::\d+)?: |Observed a panic: |panic recovered: ?"
    r"|(?:\[PANIC\] |recovered from panic: |PANIC: ))"
)
_FATAL = Lazy(r"[ \t]*fatal error: (?=\S)")
_KNOWN_FATAL = Lazy(
    r"(?:all goroutines are asleep|concurrent map |stack overflow|out of memory|unexpected signal|sync: |runtime: "
    r"|found bad pointer|fault|acquirep|bad |no goroutines|checkdead|newproc|morestack|exitsyscall|unlock of)"
)
_RECOVERED = Lazy(r" \[recovered(?:, repanicked)?\]$")
_SIGNAL = Lazy(r"\[?(?:signal (?P<name>SIG[A-Z]{2,6})|signal 0x[\da-f]+)\b")
_GOROUTINE = Lazy(r"(?:goroutine \d+(?: gp=\S+ m=\S+(?: mp=\S+)?)? \[[^\]\n]{1,120}\]|runtime stack):$")
_GIN = Lazy(r"[ \t]*(?:\[Recovery\] |.{0,80}\[Recovery\] ).{0,80}panic recovered:$")
_GIN_PLACE = Lazy(r"(?P<file>[^\s:][^\n:]{0,400}\.(?:go|s)):(?P<line>\d{1,7}) \(0x[\da-f]+\)$")
_GIN_CALL = Lazy(r"[ \t]+(?P<function>[\w.()*·\[\]/-]{1,200}): ")
_ELIDED = Lazy(r"\.\.\.(?:additional|\d+) frames elided")
_MOST_MESSAGE = 60
_LOOK_AHEAD = 6


class _Panic:
    """One panic of a chain."""

    __slots__ = ("first", "last", "recovered", "spans")

    def __init__(self, first: int, spans: list[Span], *, recovered: bool) -> None:
        self.first = self.last = first
        self.spans = spans
        self.recovered = recovered


class PanicParser:
    """Reads `panic: …`, `fatal error: …` and what servers log of a panic they recovered from."""

    name = "go-panic"
    hints: tuple[str, ...] = ("panic: ", "panic serving", "panic recovered", "fatal error: ")
    nearby: tuple[str, ...] = ("goroutine ",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of a panic with its goroutines."""
        text = lines[at].text
        if _GIN.match(text[:400]):
            return _gin(lines, at)
        panic = _PANIC.match(text)
        if panic:
            return _crash(lines, at, panic.end(), "panic")
        fatal = _FATAL.match(text)
        if fatal and (_KNOWN_FATAL.match(text, fatal.end()) or _goroutine_below(lines, at)):
            return _crash(lines, at, fatal.end(), "fatal error")
        if _GOROUTINE.match(text.strip()):
            return Block(next=_stacks(lines, at, at)[1])  # a dump: nothing died
        return None


def _goroutine_below(lines: Sequence[Line], at: int) -> bool:
    return any(_GOROUTINE.match(line.text.strip()) for line in lines[at + 1 : at + 1 + _LOOK_AHEAD])


def _crash(lines: Sequence[Line], at: int, column: int, cls: str) -> Block:
    chain = [_begin(lines, at, column)]
    code: str | None = None
    index = at + 1
    while index < min(at + _MOST_MESSAGE, len(lines)):
        line = lines[index]
        text = line.text
        stripped = text.strip()
        again = _PANIC.match(text)
        signal = _SIGNAL.match(stripped)
        if again and again["again"] and text[0] == "\t":
            chain.append(_begin(lines, index, again.end()))
        elif signal:
            code = signal["name"]
            chain[-1].last = index
        elif (
            not stripped or _GOROUTINE.match(stripped) or not own(lines[at], line) or not _more(lines, chain[-1], index)
        ):
            break
        else:
            chain[-1].spans.append(Span(line, 0, len(text)))
            chain[-1].last = index
        index += 1
    frames, behind = _stacks(lines, at, index)
    chain[-1].last = max(chain[-1].last, behind - 1)
    events = _events(lines, chain, frames, cls)
    events[0].code = code
    return Block(_tied(events), max(behind, index))


def _begin(lines: Sequence[Line], at: int, column: int) -> _Panic:
    line = lines[at]
    text = line.text.rstrip()
    recovered = _RECOVERED.search(text, column)
    return _Panic(at, [Span(line, column, recovered.start() if recovered else len(text))], recovered=bool(recovered))


def _more(lines: Sequence[Line], panic: _Panic, index: int) -> bool:
    """Say whether a line goes on with the message: there is a goroutine below, so all before it does."""
    if panic.recovered or lines[index].level:
        return False
    for line in lines[index : min(index + _MOST_MESSAGE, len(lines))]:
        text = line.text.strip()
        if _GOROUTINE.match(text):
            return True
        if line.level or _PANIC.match(text) or text.startswith("exit status"):
            return False
    return False


def _stacks(lines: Sequence[Line], head: int, at: int) -> tuple[list[Frame], int]:
    """Return the frames of the first goroutine, innermost first, and the index behind all goroutines."""
    first: list[Frame] | None = None
    index = behind = at
    while (below := next_text(lines, index, 2)) is not None:
        line = lines[below]
        if not _GOROUTINE.match(line.text.strip()) or not own(lines[head], line):
            if line.text.startswith("exit status "):
                behind = below + 1
            break
        frames, index = _frames(lines, below + 1)
        behind = index
        runtime = line.text.strip() == "runtime stack:"
        if first is None and frames and not runtime:
            first = frames
    return first or [], behind


def _frames(lines: Sequence[Line], at: int) -> tuple[list[Frame], int]:
    frames: list[Frame] = []
    index = at
    while index < len(lines):
        text = lines[index].text
        call = read_call(text)
        if call is None:
            if _ELIDED.match(text.strip()):
                index += 1
                continue
            break
        place = read_place(lines[index + 1].text) if index + 1 < len(lines) else None
        if len(frames) < MOST_FRAMES and not text.startswith("created by "):
            frames.append(
                make_frame(place["file"], int(place["line"]), call["function"])
                if place
                else make_frame("<unknown>", None, call["function"])
            )
        index += 2 if place else 1
    return frames, index


def _events(lines: Sequence[Line], chain: list[_Panic], frames: list[Frame], cls: str) -> list[ErrorEvent]:
    """Return the events, the panic that ended the program last."""
    raised = next((number for number, frame in enumerate(frames) if frame.function == "panic"), -1)
    events: list[ErrorEvent] = []
    for panic in chain:
        again = panic is chain[-1] and len(chain) > 1 and raised >= 0
        shown = frames if again else frames[raised + 1 :]
        event = make_event(
            lines[panic.first], lines[panic.last], panic.spans, cls=cls, language="go", frames=list(reversed(shown))
        )
        events.append(event)
    return events


def _tied(events: list[ErrorEvent]) -> list[ErrorEvent]:
    """Tie each panic to the one it was raised again from; one that says the same again is no event of its own."""
    kept = events[:1]
    for event in events[1:]:
        if event.message == kept[-1].message:
            kept[-1].end, kept[-1].line_end = event.end, event.line_end
            continue
        event.caused_by, event.link = name(kept[-1]), "direct"
        event.role = "wrapper"
        kept.append(event)
    return kept


def _gin(lines: Sequence[Line], at: int) -> Block | None:
    """Read what gin logs of a panic: the request, the message, then places with the calls below them."""
    index = at + 1
    while index < min(at + _MOST_MESSAGE, len(lines)) and not _GIN_PLACE.match(lines[index].text.strip()):
        index += 1
    if index >= len(lines) or not _GIN_PLACE.match(lines[index].text.strip()):
        return None
    said = index - 1
    frames: list[Frame] = []
    while index < len(lines) and (place := _GIN_PLACE.match(lines[index].text.strip())):
        call = _GIN_CALL.match(lines[index + 1].text) if index + 1 < len(lines) else None
        frames.append(make_frame(place["file"], int(place["line"]), call["function"] if call else None))
        index += 2 if call else 1
    line = lines[said]
    span = Span(line, indentation(line.text), len(line.text.rstrip()))
    frames.reverse()
    return Block([make_event(lines[at], lines[index - 1], [span], cls="panic", language="go", frames=frames)], index)
