"""The JSON that `errkb triage --format json` prints, as pydantic models: `errkb.model.triage` in the keys of JSON.

`contractVersion` changes only with an incompatible change. Times are ISO 8601 as the log has them, lines count from 1.
Occurrences are not part of it: they are counted here, and told one by one by the formats that hold tables.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from errkb.model.record import RecordId, Shape, VersionOne

__all__ = ["TriageOutput"]

Count = Annotated[int, Field(ge=0)]
Key = Annotated[str, Field(pattern="^(record|unknown):")]
LineNumber = Annotated[int, Field(ge=1)]


class PlaceOutput(Shape):
    """Where something stands."""

    file: str
    line: LineNumber
    unit: str
    process: str | None
    step: str | None
    time: str | None


class SampleOutput(Shape):
    """One occurrence with the lines around it."""

    place: PlaceOutput
    lines: list[str]
    before: list[str]
    after: list[str]


class SpreadOutput(Shape):
    """How often, where and when; the tables are bounded, the totals are not."""

    count: Count
    first: str | None
    last: str | None
    files: dict[str, Count]
    units: dict[str, Count]
    processes: dict[str, Count]
    filesTotal: Count
    unitsTotal: Count
    processesTotal: Count
    days: Count
    timeline: dict[str, Count]


class CaptureOutput(Shape):
    """One setting of the placeholders of a record, and how often it stands in the logs."""

    values: dict[str, str]
    count: Count


class KnownOutput(Shape):
    """An error that a record knows. `record` has the keys of schema v2, `null` where nothing is known."""

    key: Key
    record: dict[str, Any]
    kind: Literal["documented", "located", "index"]
    spread: SpreadOutput
    sample: SampleOutput
    captures: list[CaptureOutput]
    firstFix: str | None
    wrapper: bool
    tied: list[RecordId]


class NearestOutput(Shape):
    """The record nearest to an unknown error; never an answer."""

    id: RecordId
    message: str
    score: Annotated[float, Field(ge=0, le=1)]


class UnknownOutput(Shape):
    """A cluster of error events that no record knows."""

    key: Key
    fingerprint: str
    template: str
    spread: SpreadOutput
    sample: SampleOutput
    class_: str | None = Field(alias="class")
    frame: str | None
    nearest: NearestOutput | None
    wrapper: bool
    rank: Annotated[float, Field(ge=0)]


class WitnessOutput(Shape):
    """A line that speaks for or against something being the cause."""

    key: Key
    place: PlaceOutput
    text: str
    why: str


class VerdictOutput(Shape):
    """What became of a unit, and why; `cause` is null where nothing can be said."""

    unit: str
    outcome: Literal["failed", "passed", "unknown"]
    cause: WitnessOutput | None
    byWrapper: bool
    runnersUp: list[WitnessOutput]
    inPassing: list[Key]
    events: Count
    first: str | None
    last: str | None
    outcomeLine: PlaceOutput | None


class CascadeOutput(Shape):
    """`count` of the `of` occurrences of `effect` came at most `seconds` after one of `cause` in the same process."""

    cause: Key
    effect: Key
    count: Count
    of: Count
    seconds: Annotated[float, Field(ge=0)]


class ChangeOutput(Shape):
    """What differs from the baseline; counts are null where there is none."""

    key: Key
    state: Literal["new", "grown", "gone", "newly_recognised"]
    count: Count | None
    before: Count | None
    acknowledged: str | None


class FileOutput(Shape):
    """What became of one file."""

    name: str
    state: Literal["read", "partial", "skipped", "duplicate"]
    bytes: Count
    lines: Count
    reason: str | None
    encoding: str
    packed: str | None


class TotalsOutput(Shape):
    """Sums over everything that was read."""

    files: Count
    bytes: Count
    lines: Count
    events: Count
    known: Count
    unknown: Count
    first: str | None
    last: str | None


class TriageOutput(Shape):
    """`errkb triage --format json`."""

    contractVersion: VersionOne
    datasetVersion: str
    unit: Literal["file", "dir", "job", "process"]
    totals: TotalsOutput
    files: list[FileOutput]
    known: list[KnownOutput]
    unknown: list[UnknownOutput]
    verdicts: list[VerdictOutput]
    cascades: list[CascadeOutput]
    changes: list[ChangeOutput] | None
    bucket: Count
    unknownLeft: Count
