"""`Explanation`, the whole answer to a paste, and what it is made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from errkb.model.event import Banner, ErrorEvent
from errkb.model.match import Match, RecordDict
from errkb.model.text import Text

__all__ = ["Entry", "Explanation", "SourceInfo", "Status", "SyncedFrom", "TraceStep"]

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
    """A record with everything that stands beside it.

    `private` says what only a record of one's own has: `owner`, `runbook`, `link`, `place` (file and line it is written
    at), and `unknown`, the fields that hold a stand-in because the contract wants them filled.
    """

    record: RecordDict
    evidence: RecordDict | None = None
    verified: RecordDict | None = None
    source: str = "shipped"
    private: RecordDict | None = None

    @property
    def is_index_only(self) -> bool:
        """Say whether only the index of a published dataset tells of it: what it is called, not what it means."""
        return self.record["filePath"] is None

    @property
    def shown(self) -> RecordDict:
        """Return the record as people see it: of a private one nothing that was made up to fill a field."""
        if self.private is None:
            return self.record
        hidden = dict.fromkeys(self.private["unknown"])
        link = self.private["link"]
        if link is None and "analyzedSha" not in hidden:
            link = self.record["githubUrl"]
        return self.record | hidden | {"githubUrl": link}


@dataclass(slots=True, frozen=True)
class SyncedFrom:
    """Where a synced source comes from, and which versions of it are here."""

    address: str
    version: str | None
    """The one in use."""
    versions: tuple[str, ...]
    checked: str
    """When the publisher was asked last; empty if never."""
    index_only: bool
    on_demand: bool
    pinned: bool
    signed: bool
    """A publisher's key is pinned."""


@dataclass(slots=True, frozen=True)
class SourceInfo:
    """One source of the knowledge base and its current segment (null counts while it is not built)."""

    name: str
    kind: Literal["shipped", "private", "folder", "harvest", "import", "sync", "prebuilt"]
    path: Path
    records: int | None = None
    dataset_version: str | None = None
    segment: str | None = None
    bytes: int | None = None
    disabled: bool = False
    """It is kept, but does not answer."""
    synced: SyncedFrom | None = None

    @property
    def origin(self) -> Literal["shipped", "private", "foreign"]:
        """Return whose records these are; only the shipped ones leave this machine without being named."""
        if self.kind == "private":
            return "private"
        return "shipped" if self.name == "shipped" else "foreign"
