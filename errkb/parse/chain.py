"""Tracebacks that hang together: `raise … from`, "during handling", and the line a logger printed above them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from errkb.hookspecs import Block
from errkb.model.event import ErrorEvent, Line, Link
from errkb.parse.roles import chain_roles
from errkb.parse.shapes import chain_link, next_text

__all__ = ["Reader", "link_up", "read_chain", "report"]

Reader = Callable[[Sequence[Line], int], tuple[list[ErrorEvent], int]]
"""Reads one traceback: the events found, the exception itself last, and the index of the line behind it."""


def read_chain(lines: Sequence[Line], at: int, read: Reader, starts: Callable[[str], bool]) -> Block:
    """Read a traceback and those that follow it behind a separator; `starts` says what one begins with."""
    block = Block(next=at + 1)
    chain: list[ErrorEvent] = []
    links: list[Link] = []
    index: int | None = at
    link: Link | None = None
    while index is not None:
        events, block.next = read(lines, index)
        if events:
            block.events += events
            if chain and link:
                links.append(link)
            if not chain or link:
                chain.append(events[-1])
        index = next_text(lines, block.next)
        link = chain_link(lines[index].text) if index is not None else None
        if index is None or link is None:
            break
        block.next = index + 1
        index = next_text(lines, block.next)
        if index is None or not starts(lines[index].text):
            break
    link_up(chain, links)
    return block


def link_up(chain: Sequence[ErrorEvent], links: Sequence[Link]) -> None:
    """Tie each exception to the one before it and say which of them is the cause."""
    for number, (earlier, later) in enumerate(pairwise(chain)):
        later.caused_by, later.link = name(earlier), links[number]
    chain_roles(chain)


def name(event: ErrorEvent) -> str:
    """Return an id that is unique within a block; the reader gives the final ones."""
    if not event.id:
        event.id = f"#{id(event)}"
    return event.id


def report(event: ErrorEvent, block: Block) -> None:
    """Put the line a program wrote above a traceback in front of its events.

    Where the traceback is complete, the line only reports it. Where it is cut off before its last line, the line says
    what can be known of the error, and the frames are its own.
    """
    last = block.events[-1] if block.events else None
    if last is None:
        return
    if last.cls is None and not last.message and len(block.events) == 1:
        last.message, last.pieces, last.inferred = event.message, event.pieces, True
        last.start, last.line_start, last.role = event.start, event.line_start, event.role
        last.time = last.time or event.time
        return
    for part in block.events:
        part.time = part.time or event.time
    event.role = "wrapper"
    event.caused_by, event.link = name(last), "quoted"
    block.events.insert(0, event)
