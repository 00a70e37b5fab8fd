"""What matching asks of an event again and again, worked out once."""

from __future__ import annotations

import re
from collections.abc import Mapping

from errkb.match.fold import Folded
from errkb.model.event import ErrorEvent, Frame

__all__ = ["Seen"]

_CODE = re.compile(r"(?<![A-Za-z])(?:[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+|E[A-Z0-9]{3,})")
_GUESS = re.compile(r"\. Did you (?:mean|forget)\b[^\n]*\?\s*$")
LONGEST_GUESS = 200
MAX_CODE_TEXT = 2_000
"""Characters of a message in which error codes are looked for."""


class Seen:
    """An event, its message folded, its codes, and where its frames are from.

    `length` counts the folded characters that the program wrote. `codes` is what may be an error code: the event's
    own, and every word of the message that looks like one. `repos` has the repository of each frame; `raising` is the
    last frame in Python source, since compiled frames below it have no file to compare.
    """

    __slots__ = ("codes", "event", "folded", "length", "raising", "repos")

    def __init__(self, event: ErrorEvent, repo_of_package: Mapping[str, str]) -> None:
        self.event = event
        self.folded = Folded(event.message)
        self.length = _length(event, self.folded.text)
        self.codes = _codes(event)
        frames = event.frames
        self.repos = [frame.repo or repo_of_package.get(frame.package or "") for frame in frames]
        self.raising = _raising(frames) if frames else None


def _codes(event: ErrorEvent) -> list[str]:
    text = event.message[:MAX_CODE_TEXT]
    words = _CODE.findall(text) if "-" in text or "_" in text or "E" in text else []
    return list(dict.fromkeys([event.code, *words] if event.code else words))


def _length(event: ErrorEvent, text: str) -> int:
    """Return how much of a folded message its program wrote: the interpreter adds guesses at misspelt names."""
    found = _GUESS.search(text, max(0, len(text) - LONGEST_GUESS)) if event.cls else None
    return found.start() if found else len(text)


def _raising(frames: list[Frame]) -> Frame:
    for frame in reversed(frames):
        if not frame.file.endswith((".pyx", ".pxi", ".pxd")):
            return frame
    return frames[-1]
