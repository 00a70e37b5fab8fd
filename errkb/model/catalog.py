"""What the knowledge base answers to everything but a paste, as data: searches, tables, figures, findings."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from errkb.model.report import SourceInfo

__all__ = ["BuildReport", "Finding", "HealthCheck", "KnowledgeBaseInfo", "NewRecord", "SearchHit", "Table"]


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


@dataclass(slots=True)
class NewRecord:
    """A skeleton that was written: its files, its template, what is left to write, and what to know about it."""

    path: Path
    evidence: Path
    template: str
    left: list[tuple[str, str]]
    """Field, and what belongs there."""
    notes: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    """What lint says about it now."""


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
