"""Prefixes no carrier knows, told by the traceback they stand before.

Where the header of a traceback does not begin its line and the next line begins with the same characters, these are a
prefix, whatever they mean. Digits may differ (clocks, counters). A line that announces a traceback (`worker failed:
Traceback (most recent call last):`) is none: the frames below it do not repeat it.
"""

from __future__ import annotations

__all__ = ["Prefix"]

_HEADER = "Traceback (most recent call last)"
_LONGEST = 200
_REACH = 400
"""Lines without it after which a prefix is forgotten."""
_MOST = 64
_DIGITS = str.maketrans("123456789", "000000000")


class Prefix:
    """What was learned from the last headers."""

    def __init__(self) -> None:
        self.left = 0
        """Lines for which a prefix is still looked for; 0 where none is known."""
        self.mark: str | None = None
        """The prefix of the last line if it is the same on every line: it tells processes apart."""
        self._shapes: dict[str, bool] = {}
        """Whether each is the same on every line."""

    def learn(self, text: str, below: str) -> None:
        """Look at a line with a header (carriers taken off), and at the raw line below it."""
        size = text.find(_HEADER)
        if not 0 < size <= _LONGEST or not text[:size].strip(" \t|+"):
            return
        prefix = text[:size]
        if '"' in prefix:
            return  # a value in a structured record
        if prefix in below:
            self._keep(prefix, same=True)
        elif (shape := prefix.translate(_DIGITS)) in below.translate(_DIGITS):
            self._keep(shape, same=False)

    def cut(self, text: str) -> int:
        """Return how long the prefix at the beginning of a line is."""
        self.left -= 1
        self.mark = None
        for shape, same in self._shapes.items():
            size = len(shape)
            begin = text[:size] if same else text[:size].translate(_DIGITS)
            if begin == shape or begin == shape.rstrip():  # a blank line has lost its last blanks
                self.left = _REACH
                self.mark = shape.strip() if same else None
                return len(begin)
        if not self.left:
            self._shapes.clear()
        return 0

    def _keep(self, shape: str, *, same: bool) -> None:
        self._shapes[shape] = same
        self.left = _REACH
        if len(self._shapes) > _MOST:
            del self._shapes[next(iter(self._shapes))]
