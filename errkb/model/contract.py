"""The JSON that `errkb parse` and `errkb explain` print, as pydantic models.

Other programs read it; `contractVersion` changes only with an incompatible change. Positions are 0-based byte offsets
into the input, ends exclusive; lines are 1-based.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from errkb.model.record import RecordId, Shape, VersionOne

__all__ = ["CONTRACT_VERSION", "ExplainOutput", "ParseOutput"]

CONTRACT_VERSION = 1

Offset = Annotated[int, Field(ge=0)]
LineNumber = Annotated[int, Field(ge=1)]


class FrameOutput(Shape):
    """One stack frame, outermost first."""

    file: str
    line: int | None
    function: str | None
    package: str | None
    repo: str | None


class EventOutput(Shape):
    """One error in the input."""

    id: str
    class_: str | None = Field(alias="class")
    message: str
    code: str | None
    language: str | None
    role: Literal["cause", "wrapper", "noise"]
    causedBy: str | None
    frames: list[FrameOutput]
    stream: str | None
    processes: list[str]
    occurrences: Annotated[int, Field(ge=1)]
    start: Offset
    end: Offset
    lineStart: LineNumber
    lineEnd: LineNumber
    time: str | None


class BannerOutput(Shape):
    """A version the input names by itself."""

    package: str
    version: str
    line: LineNumber


class CaptureOutput(Shape):
    """The input's own value for a placeholder of the template."""

    name: str
    value: str
    start: Offset
    end: Offset


class EvidenceOutput(Shape):
    """One reason; the weights add up to the log-odds of the score."""

    kind: str
    weight: float
    detail: str


class MatchOutput(Shape):
    """A record tied to an event. `record` has the keys of schema v2, `null` where nothing is known."""

    event: str
    kind: Literal["documented", "located", "index"]
    level: Literal["confident", "likely", "nearest"]
    score: Annotated[float, Field(ge=0, le=1)]
    method: Literal["code", "pattern", "frame", "fuzzy"]
    record: dict[str, Any]
    captures: list[CaptureOutput]
    evidence: list[EvidenceOutput]
    tie: list[RecordId]


class ParseOutput(Shape):
    """`errkb parse --format json`."""

    contractVersion: VersionOne
    events: list[EventOutput]
    banners: list[BannerOutput]


class ExplainOutput(Shape):
    """`errkb explain --format json`."""

    contractVersion: VersionOne
    datasetVersion: str
    status: Literal["matched", "wrapper_only", "unknown_error", "no_error"]
    events: list[EventOutput]
    matches: list[MatchOutput]
    nearest: list[MatchOutput]
