"""Input in blocks of any size -> windows: stretches of whole lines.

Where a window ends depends on the text alone, never on how it came in. Everything that is decided for a window at a
time (which carriers can stand in it, how often a label is repeated, which lines hold a hint) is therefore the same
whether a log is read at once or byte by byte. The price: an event shows only when its window is full.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["WINDOW", "Window", "Windows"]

WINDOW = 1 << 18
"""Characters of a window at most. A longer line is read in parts of this length, each like a line of its own."""


class Window:
    """A stretch of the input: its characters, where it starts, and the number of the line it starts on.

    `end` is the character that ends lines in it. `whole` says that the input is this window and nothing else.
    """

    __slots__ = ("end", "number", "start", "text", "whole")

    def __init__(self, text: str, start: int, number: int, end: str, *, whole: bool) -> None:
        self.text = text
        self.start = start
        self.number = number
        self.end = end
        self.whole = whole


class Windows:
    """Puts blocks together and cuts them into windows."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._held = 0
        self._start = 0
        self._number = 1
        self._line_feeds = False
        """Line feeds have been seen: a carriage return does not end a line any more."""

    def feed(self, block: str) -> Iterator[Window]:
        """Take the next characters of the input and yield the windows that are full."""
        self._parts.append(block)
        self._held += len(block)
        if self._held <= WINDOW:
            return
        text = "".join(self._parts)
        at = 0
        while len(text) - at > WINDOW:
            cut = _cut(text, at)
            yield self._window(text[at:cut], whole=False)
            at = cut
        self._parts = [text[at:]]
        self._held = len(text) - at

    def close(self) -> Window:
        """Return what is left."""
        text = "".join(self._parts)
        self._parts, self._held = [], 0
        return self._window(text, whole=self._start == 0)

    def _window(self, text: str, *, whole: bool) -> Window:
        self._line_feeds = self._line_feeds or "\n" in text
        end = "\n" if self._line_feeds or "\r" not in text else "\r"
        window = Window(text, self._start, self._number, end, whole=whole)
        self._start += len(text)
        self._number += text.count(end)
        return window


def _cut(text: str, at: int) -> int:
    """Return where the window that starts at `at` ends: behind its last line end, if there is any in it."""
    stop = at + WINDOW
    cut = text.rfind("\n", at, stop) + 1
    if cut <= at:
        cut = text.rfind("\r", at, stop - 1) + 1  # the last character may be half a line end
    return cut if cut > at else stop + text.startswith("\r\n", stop - 1)
