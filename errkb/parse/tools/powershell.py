"""PowerShell: the block with `At line:1 char:1`, `CategoryInfo` and `FullyQualifiedErrorId`, and the concise view of 7.

The class is the exception that `CategoryInfo` names, the code the error's id.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.lazy import Lazy

__all__ = ["PowerShellParser"]

_PLACE = Lazy(r"[ \t]*(?:At|In) (?P<file>line|[A-Za-z]:\\[^\n]{1,400}?|/[^\n]{1,400}?):(?P<line>\d{1,7}) char:\d{1,6}$")
_HEAD = Lazy(r"[^\s+|][^\n]{0,300}? : (?=\S)")
_CATEGORY = Lazy(r"[ \t]*\+ CategoryInfo {1,12}: .*?(?:, (?P<cls>[\w.+]{1,200}))?$")
_ID = Lazy(r"[ \t]*\+ FullyQualifiedErrorId : (?P<code>\S{1,300})")
_CODE = Lazy(r"[ \t]*\+ {1,4}(?P<code>\S.*)$")
_CONCISE = Lazy(r"Line \|$")
_CONCISE_HEAD = Lazy(r"(?P<command>[\w.-]{1,200}): ?(?:(?P<file>\S[^\n]{0,300}):(?P<line>\d{1,7}))?$")
_NUMBERED = Lazy(r" {1,7}\d{1,7} \|")
_MARGIN = Lazy(r" {2,10}\| ?")
_ABOVE = 8
"""Lines of a wrapped message above the place."""
_REACH = 30


class PowerShellParser:
    """Reads one error record of PowerShell."""

    name = "powershell"
    hints: tuple[str, ...] = (" char:", "is not recognized as", "Line |")
    nearby: tuple[str, ...] = (" : ",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the record, asked at its first line or at its place."""
        text = lines[at].text.rstrip()
        if _CONCISE.match(text):
            return _concise(lines, at)
        if _PLACE.match(text):
            return _record(lines, _head_above(lines, at), at)
        head = _HEAD.match(text)
        place = _place_below(lines, at) if head else None
        return _record(lines, at, place) if place is not None else None


def _place_below(lines: Sequence[Line], at: int) -> int | None:
    for index in range(at + 1, min(at + _ABOVE, len(lines))):
        if _PLACE.match(lines[index].text.rstrip()):
            return index
    return None


def _head_above(lines: Sequence[Line], at: int) -> int:
    for index in range(at - 1, max(at - _ABOVE, -1), -1):
        text = lines[index].text
        if not text.strip() or text.lstrip().startswith("+ "):
            break
        if _HEAD.match(text):
            return index
    return at


def _record(lines: Sequence[Line], first: int, place_at: int) -> Block | None:
    place = _PLACE.match(lines[place_at].text.rstrip())
    cls, code, source = None, None, None
    behind = place_at + 1
    for index in range(place_at + 1, min(place_at + _REACH, len(lines))):
        text = lines[index].text.rstrip()
        category, named = _CATEGORY.match(text), _ID.match(text)
        if category:
            cls = category["cls"]
        elif named:
            code = named["code"].rstrip(",")
        elif text.lstrip().startswith("+"):
            source = source or _source(text)
        elif text and not (text[0].isspace() and cls is None):
            break
        else:
            continue
        behind = index + 1
    if place is None or (cls is None and code is None):
        return None
    spans = _message(lines, first, place_at)
    file = None if place["file"] == "line" else place["file"]
    frames = [Frame(file or "<line>", int(place["line"]), None, code=source)]
    event = make_event(lines[first], lines[behind - 1], spans, cls=cls, code=code, language="shell", frames=frames)
    return Block([event], behind)


def _message(lines: Sequence[Line], first: int, place_at: int) -> list[Span]:
    if first == place_at:
        return []
    head = _HEAD.match(lines[first].text)
    spans = [rest_of(lines[first], head.end() if head else 0)]
    return spans + [rest_of(line, 0) for line in lines[first + 1 : place_at]]


def _source(text: str) -> str | None:
    match: re.Match[str] | None = _CODE.match(text)
    return match["code"].strip() if match and match["code"].strip("~ ") else None


def _concise(lines: Sequence[Line], at: int) -> Block | None:
    """`Get-Item: C:\\a.ps1:3`, `Line |`, the source with its marker, and the message behind bars."""
    head = _CONCISE_HEAD.match(lines[at - 1].text.rstrip()) if at else None
    spans: list[Span] = []
    index = at + 1
    while index < len(lines) and index - at < _REACH:
        line = lines[index]
        margin = _MARGIN.match(line.text)
        if margin and line.text[margin.end() :].strip("~ "):
            spans.append(rest_of(line, margin.end()))
        elif not margin and not _NUMBERED.match(line.text):
            break
        index += 1
    if not spans:
        return None
    frames = []
    if head and head["file"]:
        frames = [Frame(head["file"], int(head["line"]))]
    first = lines[at - 1] if head else lines[at]
    return Block([make_event(first, lines[index - 1], spans, language="shell", frames=frames, inferred=True)], index)
