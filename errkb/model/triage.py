"""`TriageReport`: what a heap of logs says, as data.

Times are the log's own, as ISO 8601 text in UTC where the log names its zone, else without one; lines count from 1.
A *key* names what an error is: `record:<id>` for a known one, `unknown:<fingerprint>` for the others, so that reports
of different days, files and datasets can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from errkb.model.match import Kind, RecordDict

__all__ = [
    "Baseline",
    "Cascade",
    "Change",
    "FileReport",
    "KnownError",
    "Nearest",
    "Occurrence",
    "Occurrences",
    "Outcome",
    "Place",
    "Sample",
    "Spread",
    "Totals",
    "TriageReport",
    "UnknownError",
    "Verdict",
    "Witness",
]

Outcome = Literal["failed", "passed", "unknown"]
"""How a unit ended, as its log says it; `unknown` where the log does not say."""

Baseline = Literal["new", "grown", "gone", "newly_recognised"]
"""Against a baseline. `newly_recognised`: the lines were there before too, but no record knew them then."""


@dataclass(slots=True, frozen=True)
class Place:
    """Where something stands: `file` as it is shown (a member of an archive behind `!`), its unit, process and step."""

    file: str
    line: int
    unit: str
    process: str | None = None
    step: str | None = None
    time: str | None = None


@dataclass(slots=True, frozen=True)
class Sample:
    """One occurrence with the lines around it, as they stand in the log (bounded in number and length)."""

    place: Place
    lines: tuple[str, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(slots=True)
class Spread:
    """How often, where and when. The tables are bounded; `files_total` and its like are not.

    `timeline` counts occurrences for each `TriageReport.bucket` seconds, by the beginning of the bucket.
    """

    count: int = 0
    first: str | None = None
    last: str | None = None
    files: dict[str, int] = field(default_factory=dict)
    units: dict[str, int] = field(default_factory=dict)
    processes: dict[str, int] = field(default_factory=dict)
    files_total: int = 0
    units_total: int = 0
    processes_total: int = 0
    days: int = 0
    timeline: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class KnownError:
    """A record that stands in the logs; `captures` are the commonest settings of its placeholders with their counts."""

    key: str
    record: RecordDict
    kind: Kind
    spread: Spread
    sample: Sample
    captures: list[tuple[dict[str, str], int]] = field(default_factory=list)
    first_fix: str | None = None
    wrapper: bool = False
    """The record describes an error that only reports another one."""
    tied: list[str] = field(default_factory=list)
    """Ids of records that say the very same and that nothing in the logs tells apart."""


@dataclass(slots=True, frozen=True)
class Nearest:
    """The record nearest to an unknown error; never an answer."""

    id: str
    message: str
    score: float


@dataclass(slots=True)
class UnknownError:
    """A cluster of error events that no record knows.

    `fingerprint` is the same from run to run and from machine to machine: class, raising frame and masked template.
    """

    key: str
    fingerprint: str
    template: str
    spread: Spread
    sample: Sample
    cls: str | None = None
    frame: str | None = None
    nearest: Nearest | None = None
    wrapper: bool = False
    rank: float = 0.0
    """Units times days: what strikes everywhere and again comes first."""


@dataclass(slots=True, frozen=True)
class Witness:
    """A line that speaks for or against something being the cause of a unit's failure."""

    key: str
    place: Place
    text: str
    why: str
    """Why it was chosen, or why it lost."""


@dataclass(slots=True)
class Verdict:
    """What became of a unit, and why.

    `cause` is null where nothing can be said (*no verdict*); `by_wrapper` says that only a wrapper was found;
    `in_passing` are the keys of errors in a unit that passed.
    """

    unit: str
    outcome: Outcome
    cause: Witness | None = None
    by_wrapper: bool = False
    runners_up: list[Witness] = field(default_factory=list)
    in_passing: list[str] = field(default_factory=list)
    events: int = 0
    first: str | None = None
    last: str | None = None
    outcome_line: Place | None = None
    """The line that tells the outcome."""


@dataclass(slots=True, frozen=True)
class Cascade:
    """`count` of the occurrences of `effect` came at most `seconds` after one of `cause` in the same process."""

    cause: str
    effect: str
    count: int
    of: int
    """All occurrences of `effect`."""
    seconds: float


@dataclass(slots=True, frozen=True)
class Change:
    """What differs from the baseline; counts are null where there is none.

    `acknowledged` is the reason given for it, if it is expected.
    """

    key: str
    state: Baseline
    count: int | None
    before: int | None
    acknowledged: str | None = None


@dataclass(slots=True, frozen=True)
class FileReport:
    """What became of one file.

    `partial` was read up to a fault, `skipped` not at all; a `duplicate` stands in another file, line by line.
    """

    name: str
    state: Literal["read", "partial", "skipped", "duplicate"]
    bytes: int = 0
    lines: int = 0
    reason: str | None = None
    encoding: str = "utf-8"
    packed: str | None = None
    """How it was compressed or archived."""


@dataclass(slots=True)
class Totals:
    """Sums over everything that was read; `events` are error events, known or not."""

    files: int = 0
    bytes: int = 0
    lines: int = 0
    events: int = 0
    known: int = 0
    unknown: int = 0
    first: str | None = None
    last: str | None = None


@dataclass(slots=True, frozen=True)
class Occurrence:
    """One occurrence of an error. `id` is the same whenever the same file is triaged again."""

    id: str
    key: str
    place: Place
    text: str
    cls: str | None = None
    captures: tuple[tuple[str, str], ...] = ()
    wrapper: bool = False
    repeated: int = 1
    """So many processes printed it."""


class Occurrences(Iterable[Occurrence], Protocol):
    """All occurrences in the order they were read; may stand on disk, and can be gone through again."""

    def __iter__(self) -> Iterator[Occurrence]:
        """Yield them."""
        ...

    def __len__(self) -> int:
        """Return how many there are."""
        ...


@dataclass(slots=True)
class TriageReport:
    """Everything a triage found; `known` and `unknown` with the most important first."""

    dataset_version: str
    unit: Literal["file", "dir", "job", "process"]
    totals: Totals
    files: list[FileReport]
    known: Sequence[KnownError]
    unknown: Sequence[UnknownError]
    verdicts: list[Verdict]
    cascades: list[Cascade]
    changes: list[Change] | None
    """Null without a baseline."""
    occurrences: Occurrences
    bucket: int = 0
    """Seconds of a step of the timelines; 0 where the logs have no times."""
    unknown_left: int = 0
    """Rare clusters that are counted, but not listed."""
