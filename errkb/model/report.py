"""`Explanation`, the whole answer to a paste, and what it is made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from errkb.model.event import Banner, ErrorEvent
from errkb.model.match import Match, RecordDict
from errkb.model.text import Text

__all__ = ["Entry", "Explanation", "SourceInfo", "Status", "TraceStep"]

Status = Literal["matched", "wrapper_only", "unknown_error", "no_error"]


@dataclass(slots=True, frozen=True)
class TraceStep:
    """One line of `--trace`: what a stage did and why."""

    stage: str
    subject: str
    detail: str


@dataclass(slots=True)
class Explanation:
    """What errkb knows about a text.

    `matches` holds confident answers only, the root cause's best first, then the wrappers'; everything weaker is in
    `nearest`. `advice` are sentences that say what would help when the answer is incomplete.
    """

    text: Text
    status: Status
    dataset_version: str
    events: list[ErrorEvent] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    nearest: list[Match] = field(default_factory=list)
    banners: list[Banner] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)
    trace: list[TraceStep] = field(default_factory=list)

    def event(self, identifier: str) -> ErrorEvent:
        """Return the event a match speaks of."""
        return next(event for event in self.events if event.id == identifier)


@dataclass(slots=True)
class Entry:
    """A record with everything that stands beside it."""

    record: RecordDict
    evidence: RecordDict | None = None
    verified: RecordDict | None = None
    source: str = "shipped"


@dataclass(slots=True, frozen=True)
class SourceInfo:
    """One source of the knowledge base and its current segment (null counts while it is not built)."""

    name: str
    kind: Literal["shipped", "folder", "prebuilt"]
    path: Path
    records: int | None = None
    dataset_version: str | None = None
    segment: str | None = None
    bytes: int | None = None
