"""Errors of the .NET compilers, MSBuild and NuGet: `Program.cs(12,5): error CS0103: … [/src/App.csproj]`."""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import Frame, Line
from errkb.parse.build import Span, make_event
from errkb.parse.lazy import Lazy

__all__ = ["DotnetBuildParser"]

_KINDS = "CS|NU|MSB|NETSDK|FS|BC|CA|SA|RZ|BLAZOR|WMC|XA|APT|IL|AD"
_ERROR = Lazy(
    r"[ \t]*(?:\d{1,4}>)?(?:(?P<file>[^\n:(]{1,400}|[A-Za-z]:[^\n:(]{1,400})(?:\((?P<line>\d{1,7})(?:,\d{1,7}){0,3}\))?"
    rf" ?: (?:\w+ )?)?error (?P<code>(?:{_KINDS})\d{{3,5}}): (?P<message>.*?)"
    r"(?: \[(?P<project>[^\]\n]{1,400}proj(?:::[^\]\n]{1,100})?)\])?$"
)
_TOOLS = frozenset({"CSC", "MSBUILD", "VBC", "FSC", "NuGet"})


class DotnetBuildParser:
    """Reads one diagnostic; the project at its end is no part of the message."""

    name = "dotnet-build"
    hints: tuple[str, ...] = tuple(f"error {kind}" for kind in _KINDS.split("|"))
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the block of one diagnostic."""
        line = lines[at]
        match = _ERROR.match(line.text[:4000].rstrip()) if "error " in line.text else None
        if match is None:
            return None
        file = (match["file"] or "").strip()
        frames = [Frame(file, int(match["line"]) if match["line"] else None)] if file and file not in _TOOLS else []
        span = Span(line, *match.span("message"))
        event = make_event(line, line, [span], code=match["code"], language="csharp", frames=frames)
        return Block([event], at + 1)
