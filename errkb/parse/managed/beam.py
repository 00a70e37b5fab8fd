"""Elixir and Erlang: `** (RuntimeError) text` with its stack, exits that carry another error, crashes in the shell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Frame, Line
from errkb.parse.build import make_event, rest_of
from errkb.parse.chain import name
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation
from errkb.parse.stacked import MOST_FRAMES, own

__all__ = ["BeamParser"]

_HEADER = Lazy(r"(?P<indent>[ \t]*)\*\* \((?P<cls>[A-Za-z][\w.]{0,120}(?: from #PID<[\d.]{1,40}>)?)\) ?(?P<message>.*)")
_FRAME = Lazy(
    r"(?:\((?P<package>[\w-]{1,80})(?: [\w.+-]{1,40})?\) )?"
    r"(?P<file>[\w./@-]{1,300}\.(?:exs?|erl|eex|heex|leex)):(?P<line>\d{1,7}): "
    r"(?P<function>\S.*)$"
)
_BARE = Lazy(
    r"(?:\((?P<package>[\w-]{1,80})(?: [\w.+-]{1,40})?\) )?"
    r"(?P<function>:?[\w.]{1,100}\.[^\s(]{1,80}(?:/\d{1,3}|\(.*\)))$"
)
_PLAIN_PLACE = Lazy(r"(?P<file>[\w./@-]{1,300}\.exs?):(?P<line>\d{1,7}): (?P<message>.*)")
_SHELL = Lazy(r"(?:\*\* )?(?:escript: )?exception (?P<cls>error|exit|throw): (?P<message>\S.*)")
_SHELL_FRAME = Lazy(
    r"(?:in function +|in call from +|called as +|\*\* +)(?P<function>[\w:@]+/\d+)"
    r"(?: \((?P<file>[^,)\n]+), line (?P<line>\d+)\))?"
)
_AFTER = Lazy(r"(?:Last message|State:|Function:|Args:|Queue:|Client #PID|Initial Call|Ancestors)\b")
_MOST_MESSAGE = 60
_CORE = {
    "elixir": "elixir-lang/elixir",
    "stdlib": "erlang/otp",
    "kernel": "erlang/otp",
    "erts": "erlang/otp",
    "mix": "elixir-lang/elixir",
    "ex_unit": "elixir-lang/elixir",
    "logger": "elixir-lang/elixir",
    "iex": "elixir-lang/elixir",
    "ecto": "elixir-ecto/ecto",
    "ecto_sql": "elixir-ecto/ecto_sql",
    "postgrex": "elixir-ecto/postgrex",
    "phoenix": "phoenixframework/phoenix",
    "plug": "elixir-plug/plug",
    "phoenix_live_view": "phoenixframework/phoenix_live_view",
    "cowboy": "ninenines/cowboy",
    "db_connection": "elixir-ecto/db_connection",
    "ssl": "erlang/otp",
    "compiler": "erlang/otp",
}


class BeamParser:
    """Reads an error with the errors it carries: those indented deeper are its causes."""

    name = "beam"
    hints: tuple[str, ...] = ("** (", "exception error: ", "exception exit: ", "exception throw: ")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of an error."""
        if _HEADER.match(lines[at].text[:2000]):
            return _read(lines, at)
        match = _SHELL.match(lines[at].text[:2000].strip())
        return _shell(lines, at, match) if match else None


def _read(lines: Sequence[Line], at: int) -> Block:
    chain: list[tuple[int, ErrorEvent]] = []
    frames: dict[int, list[Frame]] = {}
    index = at
    while index < len(lines) and own(lines[at], lines[index]):
        text = lines[index].text
        header = _HEADER.match(text[:2000])
        if header and (not chain or len(header["indent"]) > chain[-1][0]):
            index, event = _begin(lines, index, header)
            chain.append((len(header["indent"]), event))
            frames[id(event)] = []
            continue
        frame = _frame(text.strip()) if chain and text[:1].isspace() else None
        if frame is None:
            break
        depth = indentation(text)
        owner = next((event for level, event in reversed(chain) if depth > level), chain[0][1])
        if len(frames[id(owner)]) < MOST_FRAMES:
            frames[id(owner)].append(frame)
        for _, event in chain:
            event.end, event.line_end = max(event.end, lines[index].end), max(event.line_end, lines[index].number)
        index += 1
    closed = [event for _, event in chain]
    for outer, inner in pairwise(closed):
        outer.role = "wrapper"
        outer.caused_by, outer.link = name(inner), "direct"
    for event in closed:
        event.frames = [*frames[id(event)][::-1], *event.frames]
    while index < len(lines) and _AFTER.match(lines[index].text.strip()) and own(lines[at], lines[index]):
        index += 1
    return Block(closed[::-1], max(index, at + 1))


def _begin(lines: Sequence[Line], at: int, header: re.Match[str]) -> tuple[int, ErrorEvent]:
    """Read the message: all down to the first frame, or a further error, or the end of what is indented or blank."""
    cls = header["cls"].partition(" from ")[0]
    low = header.start("message")
    place = (
        _PLAIN_PLACE.match(lines[at].text, low) if cls in ("CompileError", "SyntaxError", "TokenMissingError") else None
    )
    spans = [rest_of(lines[at], place.start("message") if place else low)]
    index = end = at + 1
    kept = 1
    base = len(header["indent"]) + 4
    while index < min(at + _MOST_MESSAGE, len(lines)):
        text = lines[index].text
        if _HEADER.match(text[:2000]) or (text[:1].isspace() and _frame(text.strip())):
            end, kept = index, len(spans)
            break
        if text.strip() and (not text[:1].isspace() or not own(lines[at], lines[index])):
            break
        indent = indentation(text)
        spans.append(rest_of(lines[index], base if indent >= base else min(len(header["indent"]), indent)))
        index += 1
        if text.strip() and not _AFTER.match(text.strip()):
            end, kept = index, len(spans)
    event = make_event(lines[at], lines[end - 1], spans[:kept], cls=cls, language="elixir")
    if place:
        event.frames = [Frame(place["file"], int(place["line"]))]
    return end, event


def _frame(text: str) -> Frame | None:
    match = _FRAME.match(text[:1500])
    if match is None:
        match = _BARE.match(text[:1500])
        if match is None:
            return None
        return Frame("<unknown>", None, match["function"], match["package"], _CORE.get(match["package"] or ""))
    package = match["package"]
    return Frame(match["file"], int(match["line"]), match["function"], package, _CORE.get(package or ""))


def _shell(lines: Sequence[Line], at: int, match: re.Match[str]) -> Block:
    line = lines[at]
    low = line.text.index(match["message"])
    frames: list[Frame] = []
    index = at + 1
    while index < len(lines) and (found := _SHELL_FRAME.match(lines[index].text.strip()[:1000])):
        file = found["file"]
        frames.append(Frame(file or "<unknown>", int(found["line"]) if file else None, found["function"]))
        index += 1
    event = make_event(
        line, lines[index - 1], [rest_of(line, low)], cls=match["cls"], language="erlang", frames=frames[::-1]
    )
    return Block([event], index)
