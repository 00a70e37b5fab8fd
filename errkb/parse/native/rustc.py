"""Diagnostics of rustc and clippy: `error[E0382]: …`, ` --> src/main.rs:3:5`, the source with its labels, notes.

The message is the first line (and what it is continued by); the block below belongs to the event, the source line that
is marked is the code of its frame. What cargo and rustc say about the number of errors only reports them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.lazy import Lazy
from errkb.parse.native.crates import rust_frame

__all__ = ["RustcParser"]

_HEAD = Lazy(r"[ \t]*error(?:\[(?P<code>E\d{4}|[a-z_]+(?:::[a-z_]+)*)\])?: (?P<message>\S.*)$")
_SHORT = Lazy(
    r"(?P<file>[^\s:][^:\n]{0,300}\.rs):(?P<line>\d+):\d+: error(?:\[(?P<code>E\d{4})\])?: (?P<message>\S.*)$"
)
_PLACE = Lazy(r"[ \t]*(?:-->|:::) (?P<file>[^:\n]{1,400}(?::\\[^:\n]{1,400})?):(?P<line>\d+):\d+$")
_BODY = Lazy(
    r"[ \t]*(?:\d+[ \t]*[|│+~-](?:[ \t]|$)|[|│][ \t]?|\.\.\.$|= (?:note|help)|(?:help|note)(?:: |$)|\d+[ \t]+[|│])"
)
_SOURCE = Lazy(r"[ \t]*(?P<line>\d+)[ \t]*[|│] ?(?P<code>.*)$")
_COUNT = Lazy(
    r"[ \t]*error: (?:aborting due to|could not (?:compile|document) |build failed|test failed, to rerun "
    r"|\d+ targets? failed)"
)
_MOST_MESSAGE = 12
_MOST_LINES = 400


class RustcParser:
    """Reads what the Rust compiler prints for people."""

    name = "rustc"
    hints: tuple[str, ...] = ()
    nearby: tuple[str, ...] = ("error",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return one diagnostic."""
        text = lines[at].text.rstrip()
        if "error" not in text[:400]:
            return None
        if _COUNT.match(text):
            return _count(lines, at)
        match = _HEAD.match(text)
        if match is None:
            return _short(lines[at], at, _SHORT.match(text))
        place_at = _place_below(lines, at)
        if place_at is None and (match["code"] or "")[:1] != "E":
            return None
        return _diagnostic(lines, at, match, place_at)


def _short(line: Line, at: int, match: re.Match[str] | None) -> Block | None:
    """`--error-format=short`: everything on one line."""
    if match is None:
        return None
    frame = rust_frame(match["file"], int(match["line"][:9]))
    span = Span(line, *match.span("message"))
    return Block([make_event(line, line, [span], code=match["code"], language="rust", frames=[frame])], at + 1)


def _count(lines: Sequence[Line], at: int) -> Block:
    """`error: could not compile …` and `aborting due to 2 previous errors`: the diagnostics above are the errors."""
    line = lines[at]
    event = make_event(line, line, [rest_of(line, line.text.index("error: ") + 7)], language="rust")
    event.role = "wrapper"
    return Block([event], at + 1)


def _place_below(lines: Sequence[Line], at: int) -> int | None:
    for index in range(at + 1, min(at + _MOST_MESSAGE, len(lines))):
        text = lines[index].text.rstrip()
        if _PLACE.match(text):
            return index
        if not text or not text[0].isspace():
            return None
    return None


def _diagnostic(lines: Sequence[Line], at: int, match: re.Match[str], place_at: int | None) -> Block:
    head = lines[at]
    spans = [rest_of(head, match.start("message"))]
    frames: list[Frame] = []
    behind = at + 1
    if place_at is not None:
        spans += [rest_of(line, len(line.text) - len(line.text.lstrip())) for line in lines[at + 1 : place_at]]
        place = _PLACE.match(lines[place_at].text.rstrip())
        if place:
            frames.append(rust_frame(place["file"], int(place["line"][:9])))
        behind = _body_end(lines, place_at + 1, frames)
    event = make_event(head, lines[behind - 1], spans, code=match["code"], language="rust", frames=frames)
    return Block([event], behind)


def _body_end(lines: Sequence[Line], at: int, frames: list[Frame]) -> int:
    """Return the index behind the source, labels and notes; the marked source line goes to the frame."""
    index = at
    while index < len(lines) and index - at < _MOST_LINES:
        text = lines[index].text.rstrip()
        source = _SOURCE.match(text)
        if source and frames and frames[-1].code is None and int(source["line"][:9]) == frames[-1].line:
            frames[-1].code = source["code"].strip()
        elif not (source or _BODY.match(text) or _PLACE.match(text)):
            break
        index += 1
    return index
