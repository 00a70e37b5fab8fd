"""The error chains that `main` of a Rust program prints (anyhow, eyre, color-eyre): `Error: a`, `Caused by:`, `0: b`.

A chain is one event a link; the deepest one is the cause.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, make_event, rest_of, trimmed
from errkb.parse.chain import name
from errkb.parse.continuation import same_record
from errkb.parse.lazy import Lazy
from errkb.parse.native.crates import rust_frame
from errkb.parse.native.rust_backtrace import BACKTRACE, NUMBERED, read_backtrace
from errkb.parse.native.rust_panic import LOCATION, OS
from errkb.parse.shapes import indentation, next_text

__all__ = ["ChainParser"]

_OS_PLAIN = Lazy(r"\(os error (?P<code>\d+)\)$")
_REACH = 40
"""Lines of one message."""


class ChainParser:
    """Reads `Error: a` with `Caused by:` below, as `main` prints a `Result`."""

    name = "rust error"
    hints: tuple[str, ...] = ()
    nearby: tuple[str, ...] = ("Error:",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the chain, one event a link."""
        text = lines[at].text
        if not text.startswith("Error: ") and text.rstrip() != "Error:":
            return None
        links, behind = _numbered(lines, at + 1) if text.rstrip() == "Error:" else _links(lines, at)
        if not links:
            return None
        frames, behind = _location(lines, behind)
        events = [_link(lines, link, behind if link is links[-1] else None) for link in links]
        events[-1].frames = frames
        for outer, inner in pairwise(events):
            outer.role, outer.caused_by, outer.link = "wrapper", name(inner), "direct"
        return Block(events, behind)


_Link = tuple[int, list[Span]]
"""The index of the first line of a link, and its message."""


def _links(lines: Sequence[Line], at: int) -> tuple[list[_Link], int]:
    """`Error: a`, a blank line, `Caused by:` and the causes, numbered or a single one."""
    first: list[Span] = [rest_of(lines[at], 7)]
    index = at + 1
    while index < len(lines) and index - at < _REACH and lines[index].text.rstrip() != "Caused by:":
        if not same_record(lines[at], lines[index], framed=False) or lines[index].text.startswith("Error: "):
            break
        first.append(rest_of(lines[index], 0))
        index += 1
    if index >= len(lines) or lines[index].text.rstrip() != "Caused by:":
        debug = OS.match(lines[at].text, 7)
        return ([(at, first[:1])], at + 1) if debug else ([], at)
    causes, behind = _numbered(lines, index + 1)
    return ([(at, trimmed(first)), *causes], behind) if causes else ([], at)


def _numbered(lines: Sequence[Line], at: int) -> tuple[list[_Link], int]:
    """Return the causes below `Caused by:`; further lines of one are indented deeper than its number."""
    links: list[_Link] = []
    base = indentation(lines[at].text) if at < len(lines) else 0
    index = at
    while base and index < len(lines) and index - at < 10 * _REACH:
        line = lines[index]
        number = NUMBERED.match(line.text)
        if number and number["function"] and indentation(line.text) <= base:
            links.append((index, [rest_of(line, number.start("function"))]))
        elif line.text.strip() and indentation(line.text) >= base:
            if links:
                links[-1][1].append(rest_of(line, indentation(line.text)))
            else:
                links.append((index, [rest_of(line, base)]))
        else:
            break
        index += 1
    return links, index


def _location(lines: Sequence[Line], at: int) -> tuple[list[Frame], int]:
    """Return the frames below a chain: `Location:` of eyre, `Stack backtrace:` of anyhow."""
    place: Frame | None = None
    index = next_text(lines, at, 1)
    if index is not None and index + 1 < len(lines) and lines[index].text.strip() == "Location:":
        match = LOCATION.match(lines[index + 1].text.rstrip())
        if match:
            place, at = rust_frame(match["file"], int(match["line"][:9])), index + 2
    index = next_text(lines, at, 1)
    if index is None or not BACKTRACE.match(lines[index].text.rstrip()):
        return ([place] if place else []), at
    return read_backtrace(lines, index, place)


def _link(lines: Sequence[Line], link: _Link, behind: int | None) -> ErrorEvent:
    first, spans = link
    last = lines[behind - 1] if behind else spans[-1].line
    event = make_event(lines[first], last, spans, language="rust")
    os = OS.match(event.message) or _OS_PLAIN.search(event.message[-40:])
    event.code = f"os error {os['code']}" if os else None
    return event
