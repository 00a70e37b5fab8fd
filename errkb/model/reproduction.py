"""What a reproduction run found out, as data: one `Outcome` a script, wordings of other releases, the whole report."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

__all__ = ["NewWording", "Outcome", "ReproductionReport", "RunOptions", "Selection", "Status"]

Status = Literal["reproduced", "failed", "skipped", "unchanged"]


@dataclass(slots=True, frozen=True)
class Selection:
    """Which scripts are run: those of `references` (ids, `owner/repo/slug`, slugs), or all of them.

    `changed` leaves out records whose verified file still fits, `light` keeps scripts that need no packages or only
    small ones, `source` those of one source. `force` runs what the ledger has as reproduced.
    """

    references: tuple[str, ...] = ()
    changed: bool = False
    light: bool = False
    source: str | None = None
    force: bool = False


@dataclass(slots=True, frozen=True)
class RunOptions:
    """How scripts are run: with which interpreters (default: the one of errkb) and releases, how many at a time.

    `within` is the number of seconds after which no script is started any more. `check` writes nothing beside the
    records; `write` puts new wordings into the evidence files; `keep` leaves the folders of the runs where they are.
    """

    pythons: tuple[Path, ...] = ()
    versions: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    """Requirements that take the place of a script's own, together with `versions`."""
    jobs: int = 1
    keep: bool = False
    check: bool = False
    write: bool = False
    within: float | None = None


@dataclass(slots=True, frozen=True)
class Outcome:
    """How one script ended; `reason` says why it failed or was skipped."""

    record_id: str
    repo: str
    slug: str
    status: Status
    reason: str = ""
    version: str | None = None
    """The release asked for with `--versions`, null for the one the script names."""
    python: str = ""
    packages: dict[str, str] = field(default_factory=dict)
    """Versions of what the script declares: packages and programs."""
    kept: Path | None = None
    """The folder of the run, with what it printed, where it was to be kept."""


@dataclass(slots=True, frozen=True)
class NewWording:
    """A release printed the error in words that neither record nor aliases hold."""

    record_id: str
    repo: str
    slug: str
    package: str
    versions: str
    """Version specifier, as far as releases were tried (`<=1.0.5`)."""
    error_message: str
    """Template: what was printed, with the values the script declares as placeholders."""
    error_class: str | None
    text: str
    """The line as printed."""
    written: bool = False


@dataclass(slots=True)
class ReproductionReport:
    """All outcomes in order of repository and slug."""

    outcomes: list[Outcome] = field(default_factory=list)
    wordings: list[NewWording] = field(default_factory=list)
    isolation: str = ""
    """What kept the scripts apart from the machine."""
    unfinished: int = 0
    """Scripts that were not started: the run was interrupted or its time was up."""

    @property
    def failed(self) -> bool:
        """Return whether a script failed."""
        return any(outcome.status == "failed" for outcome in self.outcomes)
