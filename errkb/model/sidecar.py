"""What sits beside the records in `records/` (pydantic): evidence, verification, exceptions to lint rules."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from errkb.model.record import Line, NonEmpty, Sha, Shape, Timestamp

__all__ = [
    "Alias",
    "EvidenceFile",
    "LintException",
    "LintExceptions",
    "NegativeLine",
    "PositiveLine",
    "Site",
    "VerifiedFile",
]

Ecosystem = Literal[
    "pypi",
    "npm",
    "go",
    "maven",
    "crates",
    "nuget",
    "rubygems",
    "packagist",
    "debian",
    "github-actions",
    "container",
    "none",
]


Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$", max_length=64)]


class Site(Shape):
    """Another place of the same project that raises the same message."""

    filePath: NonEmpty
    lineNumber: Line | None
    function: str | None = None


class Alias(Shape):
    """An earlier or later wording of the same error, matched like the record.

    `versions` is a version range of the package (`<2.0`, `>=1.3,<2.0`) or null when it is not known.
    """

    errorMessage: NonEmpty
    errorClass: str | None = None
    versions: NonEmpty | None = None


class PositiveLine(Shape):
    """Text as printed, prefixes included, that must lead to the record; captures by placeholder name."""

    text: NonEmpty
    captures: dict[str, str] = Field(default_factory=dict)


class NegativeLine(Shape):
    """A near miss that must not lead to the record, and why."""

    text: NonEmpty
    reason: NonEmpty


class EvidenceFile(Shape):
    """`{slug}.evidence.json`: what the author knows beyond the record."""

    package: NonEmpty | None
    """Name the ecosystem installs it by (`scikit-learn`), null where nothing is installed by name."""
    importName: NonEmpty | None = None
    """Top-level module or folder seen in stack frames (`sklearn`), where it differs from the package."""
    ecosystem: Ecosystem
    function: str | None
    """Function that encloses the raise, as a stack frame prints it."""
    sites: list[Site] = Field(default_factory=list)
    aliases: list[Alias] = Field(default_factory=list)
    positive: list[PositiveLine] = Field(default_factory=list)
    negative: list[NegativeLine] = Field(default_factory=list)
    notReproduced: NonEmpty | None = None
    """Why no script can raise it here (needs a GPU, a cluster, a broken network)."""
    formerIds: list[Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$", max_length=16)]] = Field(
        default_factory=list
    )
    """Ids this record had before its file moved; they resolve to it everywhere."""


class VerifiedFile(Shape):
    """`{slug}.verified.json`: written by the reproduction run, never by hand."""

    scriptSha256: Sha256
    python: NonEmpty
    packages: dict[str, str]
    verifiedAt: Timestamp
    trigger: Literal["raised"]
    match: Literal["first"]
    fix: Literal["works", "none"]
    recordSha: Sha | None = None
    """The commit the record's facts were read at when the script was run."""
    recordSha256: Sha256 | None = None
    """What the run proved: SHA-256 of the record's message, class, code and example fix (`errkb.dataset.script`)."""


class LintException(Shape):
    """One finding that is right as it is: the rule, the record (`owner/repo/slug`, `_info/slug`), and why."""

    rule: NonEmpty
    record: NonEmpty
    reason: NonEmpty


LintExceptions = list[LintException]
"""`records/_exceptions.json`."""
