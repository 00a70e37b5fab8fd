"""`Islands`: the stretches of a log worth reading, put one after the other and cut into windows.

Where a window ends depends on those stretches alone, never on the blocks the log came in: what is decided for a window
at a time is the same for every size of block. Each stretch keeps the lines around it, for samples.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from errkb.parse.window import WINDOW, Window
from errkb.triage.samples import AROUND

__all__ = ["Island", "Islands", "Page"]

_LONGEST = 2_000
"""Bytes kept of such a line."""


@dataclass(slots=True)
class Island:
    """A stretch of whole lines: its place in its window, the number of its first line, and the lines around it."""

    low: int
    high: int
    number: int
    before: list[bytes]
    after: list[bytes]


@dataclass(slots=True)
class Page:
    """A window and the islands in it."""

    window: Window
    islands: list[Island]

    _split: tuple[int, list[str]] = field(default=(-1, []), repr=False)
    """The island that was asked for last, and its lines: a dense log asks for the same ones again and again."""

    def lines(self, first: int, last: int) -> list[str]:
        """Return those lines from number `first` to `last` that are here."""
        found: list[str] = []
        for at in range(max(0, self._island_of(first)), len(self.islands)):
            number = self.islands[at].number
            if number > last:
                break
            found += self._lines_of(at)[max(0, first - number) : max(0, last + 1 - number)]
        return found

    def around(self, first: int, last: int) -> tuple[list[str], list[str]]:
        """Return up to `AROUND` lines before line `first` and after line `last`."""
        at = self._island_of(last)
        if at < 0:
            return [], []
        island, text = self.islands[at], self._lines_of(at)
        begin, end = max(0, first - island.number), last + 1 - island.number
        if end > len(text):
            return [], []
        before, after = text[max(0, begin - AROUND) : begin], text[end : end + AROUND]
        if len(before) < AROUND:
            before = [*_decoded(island.before), *before][-AROUND:]
        if len(after) < AROUND:
            after = [*after, *_decoded(island.after)][:AROUND]
        return before, after

    def _island_of(self, line: int) -> int:
        """Return the last island that does not begin after a line, -1 if there is none."""
        return bisect_right(self.islands, line, key=lambda island: island.number) - 1

    def _lines_of(self, at: int) -> list[str]:
        if self._split[0] != at:
            island = self.islands[at]
            text = self.window.text[island.low : island.high]
            self._split = (at, text.removesuffix("\n").split("\n"))
        return self._split[1]


@dataclass(slots=True)
class Islands:
    """Takes the stretches of block after block and gives pages as they are full."""

    _held: list[tuple[list[str], int, list[bytes], list[bytes]]] = field(default_factory=list)
    _characters: int = 0
    _next: int = 0
    """The line behind the last island."""
    _start: int = 1
    _tail: list[bytes] = field(default_factory=list)
    """The last lines of the block before."""

    def add(self, data: bytes, core: int, stretches: list[tuple[int, int, int]]) -> Iterator[Page]:
        """Take the stretches of a block, (low, high, number of the first line) each; yield the pages that are full."""
        self._fill(data, core)
        for low, high, number in stretches:
            text = data[low:high].decode("utf-8", "replace")
            after = _below(data, high, core)
            if number == self._next and self._held:
                parts, first, before, _ = self._held[-1]
                parts.append(text)
                self._held[-1] = (parts, first, before, after)
            else:
                self._held.append(([text], number, self._above(data, low), after))
            self._characters += len(text)
            self._next = number + text.count("\n")
            while self._characters > WINDOW:
                yield self._page(WINDOW)
        self._tail = self._above(data, core)

    def close(self) -> Iterator[Page]:
        """Yield what is left."""
        while self._held:
            yield self._page(WINDOW)

    @property
    def first(self) -> int | None:
        """Return the first line that waits for its page."""
        return self._held[0][1] if self._held else None

    def _page(self, size: int) -> Page:
        """Take as many whole lines as fit."""
        islands: list[Island] = []
        texts: list[str] = []
        at = 0
        while self._held and at < size:
            parts, number, before, after = self._held[0]
            text = "".join(parts)
            left = size - at
            if len(text) > left:
                end = text.rfind("\n", 0, left) + 1
                if not end and islands:
                    break
                cut, rest = (text[:end], text[end:]) if end else (text[:left], text[left:])
                follows = number + cut.count("\n")
                self._held[0] = ([rest], follows, [line.encode("utf-8", "replace") for line in _last(cut)], after)
                text, after = cut, [line.encode("utf-8", "replace") for line in rest.split("\n", AROUND)[:AROUND]]
            else:
                del self._held[0]
            islands.append(Island(at, at + len(text), number, before, after))
            texts.append(text)
            at += len(text)
        self._characters -= at
        window = Window("".join(texts), self._start, islands[0].number, "\n", whole=False)
        self._start += at
        return Page(window, islands)

    def _fill(self, data: bytes, core: int) -> None:
        """Complete the lines after an island that the last block ended with or near."""
        if self._held:
            parts, number, before, after = self._held[-1]
            if len(after) < AROUND:
                more = _below(data, 0, core)[: AROUND - len(after)]
                self._held[-1] = (parts, number, before, [*after, *more])

    def _above(self, data: bytes, low: int) -> list[bytes]:
        return [*self._tail, *_above_in(data, low)][-AROUND:]


def _above_in(data: bytes, low: int) -> list[bytes]:
    """Return the last lines before the one that begins at `low`."""
    found: list[bytes] = []
    while low > 0 and len(found) < AROUND:
        begin = data.rfind(b"\n", 0, low - 1) + 1
        found.append(data[begin : min(low - 1, begin + _LONGEST)])
        low = begin
    return found[::-1]


def _below(data: bytes, high: int, end: int) -> list[bytes]:
    """Return the first lines from the one on that begins at `high`."""
    found: list[bytes] = []
    while high < end and len(found) < AROUND:
        feed = data.find(b"\n", high, end)
        feed = end if feed < 0 else feed
        found.append(data[high : min(feed, high + _LONGEST)])
        high = feed + 1
    return found


def _decoded(lines: list[bytes]) -> list[str]:
    """Return lines as text."""
    return [line.decode("utf-8", "replace").rstrip("\r") for line in lines]


def _last(text: str) -> list[str]:
    return text.removesuffix("\n").rsplit("\n", AROUND)[-AROUND:]
