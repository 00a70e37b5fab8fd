"""Perl's `text at FILE line 12.` with Carp's frames, and Lua's messages with their traceback."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.lazy import Lazy

__all__ = ["LuaParser", "PerlParser"]

_FILE = r"(?P<file>[^\s:]{1,300}\.(?:pl|pm|t|cgi|PL)|-e|\(eval \d+\))"
_PERL = Lazy(
    rf"(?P<message>\S.*?) at {_FILE} line (?P<line>\d{{1,7}})(?:, (?:near \".*|at EOF"
    r"|<\w*> (?:line|chunk) \d+\.?))?\.?$"
)
_CALLED = Lazy(rf"\t(?P<function>[\w:]{{1,200}})\(.*\) called at {_FILE} line (?P<line>\d{{1,7}})$")
_TALK = Lazy(r"(?:Use of uninitialized|.{0,80}\bredefined\b|Useless use of|Name \"\S+\" used only once|Odd number of)")
_FOLLOWS = Lazy(r"(?:BEGIN failed--compilation aborted|Compilation failed in require|Execution of \S+ aborted due to)")

_LUA = Lazy(
    r"(?:lua[\w.-]*|luajit): "
    r"(?:(?P<file>[^\n:]{1,300}|\[string \"[^\"\n]{0,200}\"\]):(?P<line>\d{1,7}): )?(?P<message>\S.*)"
)
_LUA_TRACE = "stack traceback:"
_LUA_FRAME = Lazy(
    r"[ \t]+(?P<file>[^\n:]{1,300}|\[string \"[^\"\n]{0,200}\"\]):"
    r"(?:(?P<line>\d{1,7}):)? in (?P<function>.{1,200})$"
)
_MOST_LINES = 200


class PerlParser:
    """Reads what Perl prints where it dies; warnings are noise."""

    name = "perl"
    hints: tuple[str, ...] = (".pl line ", ".pm line ", " -e line ", ".cgi line ", ".t line ")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one message with the calls below it."""
        line = lines[at]
        match = _PERL.match(line.text[:4000].rstrip()) if " line " in line.text else None
        if match is None or line.text.startswith(("\t", "#")):
            return None
        frames: list[Frame] = []
        places = [(match["file"], int(match["line"]))]
        index = at + 1
        while index < min(at + _MOST_LINES, len(lines)) and (call := _CALLED.match(lines[index].text[:2000])):
            frames.append(Frame(*places[-1], call["function"]))
            places.append((call["file"], int(call["line"])))
            index += 1
        frames.append(Frame(*places[-1]))
        event = make_event(
            line,
            lines[index - 1],
            [Span(line, *match.span("message"))],
            language="perl",
            frames=frames[::-1],
            inferred=True,
        )
        if _TALK.match(match["message"]):
            event.role = "noise"
        elif _FOLLOWS.match(match["message"]):
            event.role = "wrapper"
        return Block([event], index)


class LuaParser:
    """Reads a message of the Lua interpreter with its traceback."""

    name = "lua"
    hints: tuple[str, ...] = ("lua: ", "luajit: ", "lua5.", _LUA_TRACE)
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one message."""
        match = _LUA.match(lines[at].text[:4000].rstrip())
        if match is None:
            return None
        index = at + 1
        spans = [Span(lines[at], match.start("message"), len(lines[at].text.rstrip()))]
        while index < min(at + _MOST_LINES, len(lines)) and lines[index].text.startswith("\t"):
            spans.append(Span(lines[index], 0, len(lines[index].text)))
            index += 1
        frames: list[Frame] = []
        if index < len(lines) and lines[index].text.strip() == _LUA_TRACE:
            index += 1
            while index < len(lines) and (found := _LUA_FRAME.match(lines[index].text[:1000].rstrip())):
                frames.append(Frame(found["file"], int(found["line"]) if found["line"] else None, found["function"]))
                index += 1
        elif not match["file"]:
            return None
        event = make_event(lines[at], lines[index - 1], spans, language="lua", frames=frames[::-1], inferred=True)
        return Block([event], index)
