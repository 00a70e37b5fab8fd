"""`ErrorEvent` and `Frame`: what the reader finds in a text.

Positions are character offsets into the decoded text (ends exclusive) and 1-based lines; the JSON of `errkb parse`
and `errkb explain` turns them into byte offsets (`errkb.render.contract`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Banner", "ErrorEvent", "Frame", "Line", "Link", "ParseResult", "Piece", "Role"]

Role = Literal["cause", "wrapper", "noise"]
"""`cause`: the error itself; `wrapper`: it only reports another one; `noise`: harmless or a mere consequence."""

Link = Literal["direct", "context", "group", "quoted"]
"""How an event hangs on the one it was caused by: `raise … from`, "during handling", member of an exception group,
quoted in the message."""


@dataclass(slots=True)
class Frame:
    """One stack frame; `package` is the top-level import or distribution name, `repo` the `owner/name` it is from."""

    file: str
    line: int | None = None
    function: str | None = None
    package: str | None = None
    repo: str | None = None
    code: str | None = None
    """The source line printed under the frame, if any (not part of the JSON)."""


@dataclass(slots=True, frozen=True)
class Piece:
    """A run of message characters and its place in the text: message[at:at+length] == text[start:start+length]."""

    at: int
    start: int
    length: int


@dataclass(slots=True)
class ErrorEvent:
    """One error in a text, put together from all its lines.

    `frames` run from the outermost call to the raising one, whatever the order in the text. `message` is the text after
    the class with carriers (log prefixes, quoting) taken off each line, lines joined by a newline; `pieces` say where
    each part of it stands in the text. `raise_code` holds the source lines of a raise statement whose printed message
    is missing. `inferred` is true for a line that only looks like an error (no class, no traceback).
    """

    id: str
    message: str
    start: int
    end: int
    line_start: int
    line_end: int
    cls: str | None = None
    code: str | None = None
    language: str | None = None
    role: Role = "cause"
    caused_by: str | None = None
    link: Link | None = None
    frames: list[Frame] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    stream: str | None = None
    processes: list[str] = field(default_factory=list)
    occurrences: int = 1
    time: str | None = None
    raise_code: str | None = None
    inferred: bool = False
    cut: bool = False
    """The message runs up to the very end of the text, so it may be cut off."""

    def text_position(self, at: int) -> int:
        """Return the character offset in the text of character `at` of the message."""
        for piece in reversed(self.pieces):
            if at >= piece.at:
                return piece.start + min(at - piece.at, piece.length)
        return self.start


@dataclass(slots=True, frozen=True)
class Banner:
    """A version the text names by itself: `vLLM API server version 0.10.2`."""

    package: str
    version: str
    line: int


@dataclass(slots=True)
class Line:
    """One line of a stream, carriers taken off.

    `text` is what is left after the carriers (log prefix, rank mark, quoting, colour codes); `start` is the character
    offset of its first character in the input, `at` the one where the raw line begins, `end` where it ends (without
    the line end). `level` is the log level a carrier named, in upper case; `stream` tells interleaved processes apart.
    """

    text: str
    number: int
    at: int
    start: int
    end: int
    stream: str | None = None
    process: str | None = None
    level: str | None = None
    logger: str | None = None
    time: str | None = None
    repeated: int = 0
    """How often other processes printed the line too, where the log says so."""
    wrapped: int = 0
    """Lines of the input below it on which it goes on: a terminal or a container runtime cut it."""
    pieces: list[Piece] | None = None
    """Where the characters of `text` stand in the input, if they are not one run from `start`."""


@dataclass(slots=True)
class ParseResult:
    """All events of a text in the order of their lines, the banners, and the lines themselves.

    Carriers are taken off the lines, except off those of a long log that are far from anything of interest.
    """

    events: list[ErrorEvent] = field(default_factory=list)
    banners: list[Banner] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
