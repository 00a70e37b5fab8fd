"""A stream cut into blocks of whole lines, each with the lines after it that a template of several lines may need.

A line longer than `MAX_LINE` is cut there: its pieces are blocks of their own under the line's number. A template of
several lines ends at most `MAX_LINE` bytes after its first line (`verify.stands_at`). So memory stays bounded whatever
is read, and what is found does not depend on the size of the blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from errkb.index.bulk.verify import MAX_LINE

__all__ = ["BLOCK", "Block", "cut"]

BLOCK = 8 << 20
"""Bytes of a block: many enough that what is done once for each costs little, few enough for any memory."""

Read = Callable[[int], bytes | None]
"""Returns at most so many bytes, at least one, or none at the end."""


@dataclass(slots=True, frozen=True)
class Block:
    """`data[:core]` are the lines of the block, the rest is what follows; `offset` is where it begins in the stream."""

    data: bytes
    core: int
    offset: int


def cut(
    read: Read,
    *,
    size: int = BLOCK,
    context: int = 0,
    offset: int = 0,
    stop: int | None = None,
    seek: Callable[[int], object] | None = None,
) -> Iterator[Block]:
    """Yield the blocks of a stream with at least `context` lines after each, where there are so many.

    `offset` is where the stream stands, at the beginning of a line; lines that begin at `stop` or later are no block's.
    The last line may be without a line end. A file that can `seek` is read again from where a block ends: that costs
    less than moving the rest of one block before the next.
    """
    keep_freed_memory()
    data, ended, inside = b"", False, False  # `inside` a line longer than MAX_LINE
    wanted = size = max(1, min(size, MAX_LINE))
    while stop is None or offset < stop:
        if not ended:
            more = read(wanted)
            ended = not more
            data = data + more if data and more else more or data
        newline = data.find(b"\n", 0, MAX_LINE + 1)
        if inside or (newline < 0 and len(data) > MAX_LINE):
            core = rest = _piece(data, newline, ended)
            inside = newline < 0
        else:
            end = 0 if stop is None else data.find(b"\n", max(0, stop - offset - 1)) + 1
            core = _core(data, end or len(data), context, ended)
            rest = len(data)
        if core:
            yield Block(data[:rest], core, offset)
            data, offset = data[core:], offset + core
            if seek and not ended:
                seek(offset)
                data = b""
        elif ended:
            return
        wanted = max(size - len(data), size // 8, 1) if core else max(len(data), size)


@cache
def keep_freed_memory() -> None:
    """Make glibc keep what is freed, once for the process: a block's memory is used again and again.

    It hands blocks of more than a threshold back to the system and takes pages for the next anew, which makes reading
    three times as costly (0.8 against 0.28 s for each GB); freeing a large one once raises the threshold to its size,
    at most 32 MiB. Elsewhere this does nothing.
    """
    large = bytes(31 << 20)
    del large


def _piece(data: bytes, newline: int, ended: bool) -> int:
    """Return where the next piece of a long line ends, 0 if more must be read."""
    if newline >= 0:
        return newline + 1
    if len(data) > MAX_LINE:
        return MAX_LINE
    return len(data) if ended else 0


def _core(data: bytes, end: int, context: int, ended: bool) -> int:
    """Return where the last line ends that has enough after it, 0 if more must be read."""
    if ended and end <= MAX_LINE:
        return end
    last = data.rfind(b"\n", 0, min(end, MAX_LINE + 1)) + 1  # so no line of a block is a long one
    if ended:
        return last
    by_lines = len(data)
    for _ in range(context + 1):
        by_lines = data.rfind(b"\n", 0, by_lines)
        if by_lines < 0:
            break
    by_bytes = data.rfind(b"\n", 0, max(0, len(data) - MAX_LINE - 1))
    return min(last, max(by_lines, by_bytes) + 1)
