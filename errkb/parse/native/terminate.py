"""C++ exceptions nobody caught: `terminate called after throwing an instance of 'X'`, `what():`, libc++'s one line.

The stack that PyTorch's C++ side appends (`Exception raised from f at file:12`, `frame #0: …`) gives the frames.
"""

from __future__ import annotations

from collections.abc import Sequence

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Line
from errkb.parse.build import Span, make_event, rest_of
from errkb.parse.continuation import message_spans
from errkb.parse.cppstack import attach_stack
from errkb.parse.lazy import Lazy

__all__ = ["TerminateParser"]

_THROWN = Lazy(
    r"[ \t]*terminate called (?:after throwing an instance of '(?P<cls>[^'\n]{1,400})'|recursively"
    r"|(?P<bare>without an active exception))"
)
_WHAT = Lazy(r"[ \t]*what\(\): +(?=\S)")
_LIBCPP = Lazy(
    r"[ \t]*libc\+\+abi(?:\.dylib)?: (?:terminat\w+|Terminating)[^\n]{0,40}? uncaught (?:foreign )?exception of type "
    r"(?P<cls>[^\n]{1,300}?)(?:: (?P<message>\S.*))?$"
)
_LIBCPP_BARE = Lazy(r"[ \t]*libc\+\+abi(?:\.dylib)?: (?P<message>(?:terminating|Pure virtual|Terminating).*)$")


class TerminateParser:
    """Reads uncaught C++ exceptions of either standard library."""

    name = "terminate"
    hints: tuple[str, ...] = ("terminate called", "what(): ", "libc++abi")
    nearby: tuple[str, ...] = ()

    def parse(self, lines: Sequence[Line], at: int) -> Block | None:
        """Return the exception with its message and frames."""
        text = lines[at].text
        if "terminate called" in text or "what():" in text:
            return _gnu(lines, at)
        return _libcpp(lines, at) if "libc++abi" in text else None


def _gnu(lines: Sequence[Line], at: int) -> Block | None:
    thrown = _THROWN.match(lines[at].text)
    index = at + 1 if thrown else at
    what = _WHAT.match(lines[index].text) if index < len(lines) else None
    spans: list[Span] = []
    behind = at + 1
    if what:
        spans, behind = message_spans(lines, index, what.end())
    elif thrown is None:
        return None
    elif thrown["bare"]:
        spans = [rest_of(lines[at], len(lines[at].text) - len(lines[at].text.lstrip()))]
    cls = thrown["cls"] if thrown else None
    event = make_event(lines[at], lines[behind - 1], spans, cls=cls, language="cpp", inferred=cls is None)
    return _with_stack(event, lines, behind)


def _libcpp(lines: Sequence[Line], at: int) -> Block | None:
    line = lines[at]
    match = _LIBCPP.match(line.text.rstrip())
    if match is None:
        bare = _LIBCPP_BARE.match(line.text.rstrip())
        if bare is None:
            return None
        return Block([make_event(line, line, [rest_of(line, bare.start("message"))], language="cpp")], at + 1)
    spans, behind = [rest_of(line, len(line.text))], at + 1
    if match["message"]:
        spans, behind = message_spans(lines, at, match.start("message"))
    event = make_event(line, lines[behind - 1], spans, cls=match["cls"], language="cpp")
    return _with_stack(event, lines, behind)


def _with_stack(event: ErrorEvent, lines: Sequence[Line], behind: int) -> Block:
    return Block([event], attach_stack(event, lines, behind))
