"""A line of progress on standard error, silent where nobody looks."""

from __future__ import annotations

import sys
import time

from errkb.normalize import printable

__all__ = ["Progress", "Speed"]

_EVERY = 0.1
"""Seconds between two updates."""
_WIDTH = 24
"""Characters of a bar."""


class Progress:
    """Counts what has been done; shows it on a terminal only."""

    def __init__(self, what: str, unit: str = "files") -> None:
        self._what = what
        self._unit = unit
        self._count = 0
        self._next = 0.0
        self._shows = sys.stderr is not None and sys.stderr.isatty()
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def note(self, subject: str, done: int) -> None:
        """Add what has been done for a subject."""
        self._count += done
        now = time.monotonic()
        if self._shows and now >= self._next:
            self._next = now + _EVERY
            self._shown = True
            sys.stderr.write(f"\r\x1b[K{self._what} {printable(subject)[:40]}: {self._count:,} {self._unit}")
            sys.stderr.flush()

    def show(self, text: str) -> None:
        """Show a line of one's own, which has nothing in it that a terminal obeys."""
        now = time.monotonic()
        if self._shows and now >= self._next:
            self._next = now + _EVERY
            self._shown = True
            sys.stderr.write(f"\r\x1b[K{self._what} {text}")
            sys.stderr.flush()

    def share(self, done: int, total: int) -> None:
        """Show how many records of how many are done, as a bar."""
        now = time.monotonic()
        if self._shows and now >= self._next:
            self._next = now + _EVERY
            self._shown = True
            bar = "█" * (_WIDTH * done // max(total, 1))
            sys.stderr.write(f"\r\x1b[K{self._what} {bar:░<{_WIDTH}} {done:,} of {total:,}")
            sys.stderr.flush()

    def end(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False


class Speed:
    """Shows how much has been read, how fast, and how long the rest takes; on a terminal only."""

    def __init__(self, what: str) -> None:
        self._line = Progress(what)
        self._begun = time.monotonic()

    def __enter__(self) -> Speed:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.end()

    def note(self, subject: str, done: int, total: int | None) -> None:
        """Say how many bytes have been read of how many, if that is known, and of which file now."""
        took = max(time.monotonic() - self._begun, 1e-6)
        rate = done / took
        left = f", {max(total - done, 0) / rate:,.0f} s left" if total and rate else ""
        share = f"{100 * done / total:3.0f} % " if total else ""
        self._line.show(f"{share}{done / 1e6:,.0f} MB, {rate / 1e6:,.0f} MB/s{left} {printable(subject)[-40:]}")
