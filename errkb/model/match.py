"""`Match`: a record tied to an event, with the reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["Capture", "Evidence", "Kind", "Level", "LocalSource", "Match", "Method", "RecordDict"]

RecordDict = dict[str, Any]
"""A schema-v2 record as JSON data (keys of the contract)."""

Kind = Literal["documented", "located", "index"]
Level = Literal["confident", "likely", "nearest"]
Method = Literal["code", "pattern", "frame", "fuzzy"]


@dataclass(slots=True)
class Capture:
    """The reader's own value for one placeholder; positions are character offsets into the text."""

    name: str
    value: str
    start: int
    end: int


@dataclass(slots=True)
class Evidence:
    """One reason for or against a match; `weight` is added to the log-odds of the score."""

    kind: str
    weight: float
    detail: str


@dataclass(slots=True, frozen=True)
class LocalSource:
    """The source at hand around a raise: file, its line, the window (1-based, inclusive), the version installed."""

    path: str
    line: int
    start: int
    end: int
    text: str
    version: str | None = None


@dataclass(slots=True)
class Match:
    """A record that answers an event.

    `score` is between 0 and 1; `tie` lists the ids of other records that the same evidence fits equally well;
    `record` is filled when the match is shown (`errkb.explain`), before that only `record_id` is known.
    """

    event: str
    record_id: str
    kind: Kind
    level: Level
    score: float
    method: Method
    captures: list[Capture] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    tie: list[str] = field(default_factory=list)
    record: RecordDict = field(default_factory=dict)
    tied: list[RecordDict] = field(default_factory=list)
    """The records of `tie`, filled together with `record`."""
    wrapper: bool = False
    """The record describes an error that only reports another one."""
    via_alias: str | None = None
    """The wording of another release that matched, if it was not the record's own template."""
    private: RecordDict | None = None
    """Owner, runbook and place of a private record (`errkb.model.report.Entry`)."""
    verified: RecordDict | None = None
    """The verified sidecar of the record (`errkb.model.sidecar.VerifiedFile`), if a script has reproduced it."""
    local: LocalSource | None = None
    """The raise in the package installed here, if its source is at hand."""
    near: list[RecordDict] = field(default_factory=list)
    """Documented records of the same project, for an error that only its source tells of."""
