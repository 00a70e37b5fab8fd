"""Panics of Rust: `thread 'main' panicked at src/main.rs:3:5:`, the older form with the message quoted, color-eyre's.

A panic stays a cause beside the error it quotes (`called `Result::unwrap()` on an `Err` value: …`): people ask about
either.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.chain import name
from errkb.parse.continuation import same_record
from errkb.parse.lazy import Lazy
from errkb.parse.native.crates import rust_frame
from errkb.parse.native.rust_backtrace import BACKTRACE, NOTE, PLACE, read_backtrace
from errkb.parse.quoted import part
from errkb.parse.shapes import indentation

__all__ = ["LOCATION", "OS", "PanicParser"]

_PANIC = Lazy(r"[ \t]*(?:thread (?:'[^'\n]{0,100}'|\S{1,100}) (?:\(\d+\) )?)?panicked at (?P<quoted>')?(?P<rest>.*)$")
_NEW = Lazy(rf"{PLACE}:$")
_OLD_END = Lazy(rf"(?P<message>.*)', {PLACE}$")
_CRASHED = Lazy(r"[ \t]*The application panicked \(crashed\)\.?$")
_FIELD = Lazy(r"[ \t]*(?P<name>Message|Location): +(?=\S)")
LOCATION = Lazy(rf"[ \t]*(?:Location: +)?{PLACE}$")
_UNWRAPPED = Lazy(
    r"(?:called `Result::\w+\(\)` on an? `(?:Err|Ok)` value|[^\n]{1,300}?): (?P<inner>[A-Z]\w*(?:\(| \{ ).*)"
)
OS = Lazy(r"(?:\w+\()*Os \{ code: (?P<code>\d+), kind: \w+, message: \"(?P<message>[^\"\n]*)\"")
_REACH = 40
"""Lines within which the note or the backtrace below a message shows where it ends."""


class PanicParser:
    """Reads panics, of either form and of color-eyre, with the backtrace below."""

    name = "rust panic"
    hints: tuple[str, ...] = ("panicked at ", "The application panicked")
    nearby: tuple[str, ...] = ("panicked",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the panic and the error it quotes."""
        text = lines[at].text
        if "panicked" not in text[:300]:
            return None
        match = _PANIC.match(text.rstrip()) if "panicked at " in text else None
        if match:
            found = _old(lines, at, match.start("rest")) if match["quoted"] else _new(lines, at, match.start("rest"))
        elif _CRASHED.match(text.rstrip()):
            found = _crashed(lines, at)
        else:
            return None
        spans, place, behind = found
        frames, behind = read_backtrace(lines, behind, place)
        event = make_event(lines[at], lines[behind - 1], spans, cls="panic", language="rust", frames=frames)
        return Block([*_inner(event), event], behind)


def _new(lines: Sequence[Line], at: int, column: int) -> tuple[list[Span], Frame | None, int]:
    """`panicked at src/main.rs:3:5:` and the message on the lines below."""
    line = lines[at]
    match = _NEW.match(line.text.rstrip(), column)
    if match is None:  # the message on the same line, or cut off
        return [rest_of(line, column)], None, at + 1
    place = rust_frame(match["file"], int(match["line"][:9]))
    behind = _message_end(lines, at)
    base = indentation(line.text)
    return [rest_of(below, min(base, indentation(below.text))) for below in lines[at + 1 : behind]], place, behind


def _message_end(lines: Sequence[Line], at: int) -> int:
    """Return the index behind the message: where note or backtrace begin, else behind one line and what is indented."""
    base = indentation(lines[at].text)
    index = at + 1
    while index < len(lines) and index - at <= _REACH and same_record(lines[at], lines[index], framed=False):
        text = lines[index].text
        if NOTE.match(text) or BACKTRACE.match(text):
            return index
        if "panicked at " in text:
            break
        index += 1
    behind = at + 1
    while behind < index and (behind == at + 1 or indentation(lines[behind].text) > base):
        behind += 1
    return behind


def _old(lines: Sequence[Line], at: int, column: int) -> tuple[list[Span], Frame | None, int]:
    """`panicked at 'text', src/main.rs:3:5`; the text may go over several lines."""
    spans: list[Span] = []
    for index in range(at, min(at + _REACH, len(lines))):
        line = lines[index]
        end = _OLD_END.match(line.text.rstrip(), column)
        if end:
            spans.append(Span(line, *end.span("message")))
            return spans, rust_frame(end["file"], int(end["line"][:9])), index + 1
        spans.append(rest_of(line, column))
        column = 0
        if NOTE.match(line.text) or BACKTRACE.match(line.text):
            break
    return spans[:1], None, at + 1


def _crashed(lines: Sequence[Line], at: int) -> tuple[list[Span], Frame | None, int]:
    """The panic report of color-eyre: `Message:` and `Location:`."""
    spans: list[Span] = []
    for index in range(at + 1, min(at + _REACH, len(lines))):
        line = lines[index]
        field = _FIELD.match(line.text)
        if field and field["name"] == "Message":
            spans = [rest_of(line, field.end())]
        elif spans and (place := LOCATION.match(line.text.rstrip())):
            return spans, rust_frame(place["file"], int(place["line"][:9])), index + 1
        elif spans and line.text.strip():
            spans.append(rest_of(line, 0))
        elif not spans:
            break
    return spans[:1], None, at + 1 + bool(spans)


def _inner(event: ErrorEvent) -> list[ErrorEvent]:
    """Return the error that a panic quotes, tied to it."""
    match = _UNWRAPPED.match(event.message)
    os = OS.match(event.message, match.start("inner")) if match else None
    if match is None:
        return []
    if match["inner"] == "Any { .. }":
        event.role = "wrapper"  # the thread that was joined has panicked, and said why
        return []
    low, high = os.span("message") if os else match.span("inner")
    inner = part(event, low, high, None)
    inner.code = f"os error {os['code']}" if os else None
    event.caused_by, event.link = name(inner), "quoted"
    return [inner]
