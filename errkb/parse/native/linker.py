"""Linkers: GNU ld, gold, lld, Apple's ld, MSVC's link; `collect2` and the compiler driver report that they failed.

Lines of the linker are read together with that report, which is a wrapper caused by the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.chain import name
from errkb.parse.lazy import Lazy
from errkb.parse.native.compiler import language_of
from errkb.parse.shapes import indentation

__all__ = ["LinkerParser"]

_NOTE = r"(?:= note: +)?"
_LD = r"(?:[\w./+-]{0,200}(?<![\w])(?:ld(?:\.\w+|64\.lld)?|rust-lld|lld(?:-link)?|wasm-ld|link)(?:\.exe)?: )"
_PLACE = r"(?:(?P<file>[^\s:()][^:()\n]{0,300})(?::\([^)\n]{1,100}\)|:(?P<line>\d{1,7}))?: ){0,2}?"
_SAYING = (
    r"(?P<message>(?:undefined reference to |multiple definition of |cannot find |unrecognized option |unknown option|"
    r"undefined symbol: |duplicate symbol[: ]|unable to find library |library not found for |framework not found |"
    r"symbol\(s\) not found for |relocation R_|final link failed|file not recognized|cannot open output file |"
    r"hidden symbol |could not parse object|undefined version|input file .{1,200} is the same as output|"
    r"section `?.{1,80} will not fit|region `?.{1,80} overflowed|BFD \(|error adding symbols|Undefined "
    r"symbols for architecture "
    r"|library '[^'\n]{1,100}' not found|file too short|file format not recognized|DWARF error).*)$"
)
_LINE = Lazy(rf"[ \t]*{_NOTE}(?P<ld>{_LD}|LINK : )?(?:fatal )?(?:error: )?{_PLACE}(?:fatal )?(?:error: )?{_SAYING}")
_MSVC = Lazy(
    r"[ \t]*(?:\d+>)?(?P<file>(?:[A-Za-z]:)?[^\s:][^:\n]{0,300}?|LINK) ?: (?:fatal )?error (?P<code>LNK\d{4}) "
    r"?: (?P<message>\S.*?)(?: \[[^\[\]\n]{1,300}proj\])?$"
)
_IN = Lazy(rf"[ \t]*{_NOTE}{_LD}?[^\n]{{1,400}}: in function [`'‘](?P<name>[^'’\n]{{1,400}})['’]:$")
_FAILED = Lazy(
    r"[ \t]*(?:collect2(?:\.exe)?: (?:fatal )?error: (?P<message>ld (?:returned|terminated) .*)"
    r"|[\w./+-]{1,60}: error: (?P<message2>linker command failed with exit code .*))$"
)
_MORE = Lazy(
    r"[ \t]*(?:>>> |[^\n]{1,400}: (?:in function |warning: |first defined here|skipping incompatible |note: )"
    r"|referenced by )"
)
_WORDS = (
    *("undefined ", "multiple definition", "cannot find -l", "cannot find ", "unable to find lib", "not found for"),
    *(
        "relocation R_",
        "LNK",
        "linker command failed",
        "ld returned",
        "duplicate symbol",
        "ld terminated",
        "nrecognized",
    ),
    *("error adding symbols", "overflowed", "will not fit", "Undefined symbols", "' not found", "final link failed"),
)
_COUNTS = ("symbol(s) not found for ", "final link failed")
"""What only counts the lines above."""
_REACH = 400


class LinkerParser:
    """Reads what a linker says, together with the report that it failed."""

    name = "linker"
    hints: tuple[str, ...] = ("undefined reference to ", "cannot find -l", "multiple definition of ", "ndefined symbol")
    nearby: tuple[str, ...] = (
        "not found for -l",
        "relocation R_",
        "duplicate symbol",
        "ndefined ",
        "cannot find ",
        "unable to find lib",
        "LNK",
        "linker command failed",
        "ld returned",
        "ld terminated",
        "nrecognized",
        "error adding symbols",
        "overflowed",
        "will not fit",
        "' not found",
        "final link failed",
        "not found for",
    )

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of all its lines."""
        text = lines[at].text[:1000]
        if not any(word in text for word in _WORDS):
            return None
        found = _read(lines, at, None)
        failed = _FAILED.match(text.rstrip()) if found is None else None
        if failed:
            return Block([_failed(lines[at], failed)], at + 1)
        return _all(lines, at) if found else None


def _all(lines: Sequence[Line], at: int) -> Block:
    block = Block(next=at + 1)
    function: str | None = _function(lines[at - 1].text) if at else None
    index = at
    while index < len(lines) and index - at < _REACH:
        text = lines[index].text.rstrip()
        read = _read(lines, index, function)
        if read:
            event, block.next = read
            block.events.append(event)
            index = block.next
            continue
        failed = _FAILED.match(text)
        if failed:
            event = _failed(lines[index], failed)
            event.caused_by, event.link = name(block.events[0]), "quoted"
            block.events.append(event)
            block.next = index + 1
            break
        function = _function(text)
        if not (function or _MORE.match(text) or (text and text[0].isspace())):
            break
        index += 1
    return block


def _read(lines: Sequence[Line], at: int, function: str | None) -> tuple[ErrorEvent, int] | None:
    line = lines[at]
    text = line.text[:2000].rstrip()
    match = _MSVC.match(text) or _LINE.match(text)
    if match is None or _is_plain(match, text):
        return None
    said = match.groupdict()
    behind = at + 1
    while behind < len(lines) and behind - at < 40 and _belongs(lines[behind].text, line.text):
        behind += 1
    file = said.get("file")
    frames: list[Frame] = []
    if file and file != "LINK":
        frames = [Frame(file, int(said.get("line") or 0) or None, None if said.get("ld") else function)]
    spans = [Span(line, *match.span("message"))]
    if match["message"].startswith("Undefined symbols for"):
        spans += [rest_of(below, 0) for below in lines[at + 1 : behind]]
    language = language_of(file) if file else None
    event = make_event(line, lines[behind - 1], spans, code=said.get("code"), language=language or "cpp", frames=frames)
    if said.get("code") == "LNK1120" or match["message"].startswith(_COUNTS):
        event.role = "wrapper"
    return event, behind


def _is_plain(match: re.Match[str], text: str) -> bool:
    """Say whether nothing but the wording speaks for a linker (`cannot find the file`)."""
    message = match["message"]
    if message.startswith(
        ("cannot find ", "unrecognized option", "unknown option", "library '", "file ", "hidden symbol")
    ):
        return not (re.match(r"[ \t]*(?:= note: +)?\S*\b(?:ld|lld)\b", text) or message.startswith("cannot find -l"))
    return False


def _belongs(text: str, head: str) -> bool:
    """Say whether a line goes on with the one above: `>>> referenced by`, deeper lines of Apple's linker."""
    if text.lstrip().startswith(">>> "):
        return True
    return head.startswith("Undefined symbols for") and indentation(text) > 0


def _function(text: str) -> str | None:
    match = _IN.match(text.rstrip()) if "in function" in text else None
    return match["name"] if match else None


def _failed(line: Line, match: re.Match[str]) -> ErrorEvent:
    group = "message" if match["message"] else "message2"
    event = make_event(line, line, [Span(line, *match.span(group))], language="cpp")
    event.role = "wrapper"
    return event
