"""What the knowledge base answers, as data: `Explanation` and the smaller reports."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from errkb.model.event import Banner, ErrorEvent
from errkb.model.match import Match, RecordDict
from errkb.model.text import Text

__all__ = [
    "BuildReport",
    "Entry",
    "Explanation",
    "Finding",
    "HealthCheck",
    "KnowledgeBaseInfo",
    "SearchHit",
    "SourceInfo",
    "Status",
    "Table",
    "TraceStep",
]

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
class SearchHit:
    """One record that fits search words, best first; `score` is between 0 and 1."""

    id: str
    repo: str
    slug: str
    message: str
    cls: str | None
    code: str | None
    score: float


@dataclass(slots=True)
class Table:
    """The answer to a query; `truncated` says that there were more rows than asked for."""

    columns: list[str]
    rows: list[tuple[Any, ...]]
    truncated: bool = False


@dataclass(slots=True, frozen=True)
class Finding:
    """One fault in the dataset: where it is, which rule it breaks, what to do."""

    rule: str
    message: str
    file: Path | None = None
    pointer: str = ""
    """JSON pointer to the value at fault (RFC 6901)."""
    line: int | None = None
    severity: Literal["error", "warning"] = "error"
    hint: str | None = None


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


@dataclass(slots=True)
class BuildReport:
    """What a build did: the segments in use afterwards and the records left out."""

    home: Path
    sources: list[SourceInfo] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    rebuilt: list[str] = field(default_factory=list)
    removed: int = 0
    """Old segments deleted."""


@dataclass(slots=True)
class KnowledgeBaseInfo:
    """Figures about the knowledge base."""

    version: str
    home: Path
    dataset_version: str
    records: int
    repos: dict[str, int]
    sources: list[SourceInfo]
    cache_bytes: int


@dataclass(slots=True, frozen=True)
class HealthCheck:
    """One line of `errkb doctor`."""

    name: str
    ok: bool
    detail: str
    hint: str | None = None
