"""Cargo: `error: …` with `Caused by:` paragraphs, versions that cannot be selected, build scripts, the linker.

Every `Caused by:` is an event of its own and the deepest one the cause. A command that failed only reports what its
output below says, which is read by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from errkb.hookspecs import Block
from errkb.model.event import Line
from errkb.parse.build import Span, make_event, rest_of, trimmed
from errkb.parse.chain import name
from errkb.parse.continuation import same_record
from errkb.parse.lazy import Lazy
from errkb.parse.shapes import indentation, starts_something

__all__ = ["CargoParser"]

_ERROR = Lazy(r"[ \t]*error: (?P<message>\S.*)$")
_OWN = Lazy(
    r"failed to (?:select a version|get `|load (?:source|manifest)|parse (?:manifest|lock file)|run custom build)"
    r"|no matching package |linker `|could not find `Cargo\.toml`|the lock file |no such command: `|toolchain '"
    r"|package `[^`\n]{1,200}` (?:cannot be|depends on|contains no)|no (?:bin|example) target named"
)
"""Beginnings that are cargo's without a chain below them."""
_LINKING = "linking with `"
_CAUSED = "Caused by:"
_COMMAND = "process didn't exit successfully: "
_EXPLAINS = (
    *("required by ", "versions that meet", "candidate versions", "location searched", "if you are looking for"),
    *("perhaps ", "the package `", "all possible versions", "previously selected", "failed to select a version for `"),
    *("package `", "Only one package", "As a reminder", "help: ", "note: ", "searched ", "prerelease ", "did you mean"),
)
"""What goes on with an explanation without being indented."""
_LINKER = Lazy(r"[ \t]*= note: (?!.*\" \"|some arguments are omitted)")
_REACH = 60


class CargoParser:
    """Reads the errors of cargo."""

    name = "cargo"
    hints: tuple[str, ...] = ()
    nearby: tuple[str, ...] = ("error: ",)

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the error and its causes."""
        match = _ERROR.match(lines[at].text.rstrip()) if "error: " in lines[at].text[:80] else None
        if match is None:
            return None
        if match["message"].startswith(_LINKING):
            return _linking(lines, at, match.start("message"))
        links, behind = _chain(lines, at, match.start("message"))
        if len(links) == 1 and not _OWN.match(match["message"]):
            return None
        events = [make_event(spans[0].line, spans[-1].line, spans, language="rust") for spans in links]
        for outer, inner in pairwise(events):
            outer.role, outer.caused_by, outer.link = "wrapper", name(inner), "direct"
        if events[-1].message.startswith(_COMMAND):
            events[-1].role = "wrapper"
        return Block(events, behind)


def _chain(lines: Sequence[Line], at: int, column: int) -> tuple[list[list[Span]], int]:
    """Return the messages of a chain, each behind a line `Caused by:`, and the index of the line behind it."""
    links: list[list[Span]] = [[rest_of(lines[at], column)]]
    base = indentation(lines[at].text)
    behind = at + 1
    for index in range(at + 1, min(at + _REACH, len(lines))):
        line = lines[index]
        text = line.text.strip()
        if not same_record(lines[at], line, framed=False) or text.startswith(("--- std", "error: ", "warning: ")):
            break
        indented = indentation(line.text) > base
        if text == _CAUSED:
            links.append([])
        elif not text:
            if not _goes_on(lines, index, base):
                break
            links[-1].append(Span(line, 0, 0))
        elif not indented and (len(links) > 1 or starts_something(text) or not text.startswith(_EXPLAINS)):
            break
        else:
            links[-1].append(rest_of(line, indentation(line.text)))
            behind = index + 1
    return [link for link in map(trimmed, links) if link], behind


def _goes_on(lines: Sequence[Line], at: int, base: int) -> bool:
    """Say whether the text goes on behind one or two blank lines."""
    for line in lines[at + 1 : at + 3]:
        text = line.text.strip()
        if text:
            return text == _CAUSED or indentation(line.text) > base or text.startswith(_EXPLAINS)
    return False


def _linking(lines: Sequence[Line], at: int, column: int) -> Block:
    """``linking with `cc` failed``: the linker's words are in the last note, behind the command."""
    event = make_event(lines[at], lines[at], [rest_of(lines[at], column)], language="rust")
    event.role = "wrapper"
    for index in range(at + 1, min(at + _REACH, len(lines))):
        if _LINKER.match(lines[index].text):
            return Block([event], index)
        if not lines[index].text.strip():
            break
    return Block([event], at + 1)
