"""Exception groups: a tree of tracebacks drawn with `|`, `+-+---- 1 ----` and `+-----`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from errkb.model.event import ErrorEvent, Line
from errkb.parse.chain import name, read_chain
from errkb.parse.lazy import Lazy
from errkb.parse.segment import cut
from errkb.parse.traceback import is_header

__all__ = ["is_group", "read_group"]

ReadOne = Callable[[Sequence[Line], int], tuple[list[ErrorEvent], int]]

_HEADER = "Exception Group Traceback (most recent call last)"
_MEMBER = Lazy(r"[ \t]*\+(?:-\+)?-{8,} (?:\d+|\.\.\.) -{8,}$")
_END = Lazy(r"[ \t]*\+-{16,}$")
_MARGIN = Lazy(r"[ \t]*(?:[|+](?: |$))")
_DEEPEST = 10
"""Python itself prints ten levels (traceback.TracebackException, max_group_depth)."""


class _Node:
    """One level of the tree: its own lines, margin taken off, and its members."""

    __slots__ = ("lines", "margin", "members")

    def __init__(self, margin: int) -> None:
        self.margin = margin
        self.lines: list[Line] = []
        self.members: list[_Node] = []


def is_group(text: str) -> bool:
    """Say whether a line is the header of an exception group."""
    return _HEADER in text


def read_group(lines: Sequence[Line], at: int, read_one: ReadOne) -> tuple[list[ErrorEvent], int]:
    """Return the events of the tree, members first and the group itself last, and the index behind it."""
    root, behind = _tree(lines, at)
    return _events(root, read_one)[0], behind


def _tree(lines: Sequence[Line], at: int) -> tuple[_Node, int]:
    root = _Node(_column(lines[at].text))
    open_nodes = [root]
    root.lines.append(_trimmed(lines[at], root.margin + 2))
    index = at + 1
    while index < len(lines):
        text = lines[index].text.rstrip()
        if _END.match(text):
            index += 1
            if len(open_nodes) > 1:
                open_nodes.pop()
            continue
        if _MEMBER.match(text):
            _open_member(open_nodes, text)
        elif _MARGIN.match(text):
            while len(open_nodes) > 1 and _column(text) < open_nodes[-1].margin:
                open_nodes.pop()
            open_nodes[-1].lines.append(_trimmed(lines[index], open_nodes[-1].margin + 2))
        else:
            break
        index += 1
    return root, index


def _open_member(open_nodes: list[_Node], text: str) -> None:
    """A separator opens a member: `+-+----` the first of a group, `+----` a further one."""
    column = _column(text)
    margin = column + 2 if text.lstrip().startswith("+-+") else column
    while len(open_nodes) > 1 and open_nodes[-1].margin >= margin:
        open_nodes.pop()
    member = _Node(margin)
    open_nodes[-1].members.append(member)
    if len(open_nodes) <= _DEEPEST:
        open_nodes.append(member)


def _events(node: _Node, read_one: ReadOne) -> tuple[list[ErrorEvent], ErrorEvent | None]:
    """Return all events of a node and its own one."""
    events: list[ErrorEvent] = []
    first: ErrorEvent | None = None
    for member in node.members:
        inner, itself = _events(member, read_one)
        events += inner
        first = first or itself
    own = read_chain(node.lines, 0, read_one, is_header).events if node.lines else []
    if not own:
        return events, first
    if first:
        own[-1].caused_by, own[-1].link, own[-1].role = name(first), "group", "wrapper"
    return events + own, own[-1]


def _column(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))


def _trimmed(line: Line, width: int) -> Line:
    """Return the line without the margin on its left."""
    width = min(width, len(line.text))
    pieces = cut(line.pieces, width, len(line.text)) if line.pieces is not None else None
    return replace(
        line, text=line.text[width:], start=line.start + width if pieces is None else line.start, pieces=pieces
    )
