"""The published static dataset and the background articles (pydantic)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from errkb.model.record import (
    ErrorType,
    NonEmpty,
    RecordId,
    RepoName,
    Severity,
    Sha,
    Shape,
    Slug,
    Tag,
    Timestamp,
    VersionOne,
    VersionTwo,
)
from errkb.model.sidecar import EvidenceFile, VerifiedFile

__all__ = [
    "Article",
    "ArticleIndex",
    "ArticleSummary",
    "Cause",
    "Index",
    "IndexEntry",
    "Manifest",
    "ManifestFile",
    "RepoEntry",
    "RepoList",
    "SidecarEntry",
    "SidecarList",
]

Count = Annotated[int, Field(ge=0)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$", max_length=64)]
DataPath = Annotated[str, StringConstraints(pattern=r"^/data/[^\\]+$")]


class ManifestFile(Shape):
    """One published file; `bytes` and `sha256` are those of the file as served, `raw…` those of it decompressed."""

    path: DataPath
    bytes: Count
    sha256: Sha256
    encoding: Literal["gzip"] | None = None
    rawBytes: Count | None = None
    rawSha256: Sha256 | None = None


class Manifest(Shape):
    """`manifest.json`: polled for freshness."""

    schemaVersion: VersionTwo
    datasetVersion: Timestamp
    counts: dict[str, Count]
    files: dict[str, ManifestFile]


class IndexEntry(Shape):
    """One line of the published index. Older datasets name the class `class`; readers accept both (`errkb.dataset`)."""

    id: RecordId
    repo: RepoName
    slug: Slug
    code: str | None
    msg: NonEmpty
    pattern: NonEmpty
    type: ErrorType
    cls: str | None
    tags: list[Tag]
    sev: Severity


class Index(Shape):
    """`index.json` (published gzipped)."""

    schemaVersion: VersionTwo
    datasetVersion: Timestamp
    errors: list[IndexEntry]


class RepoEntry(Shape):
    """One repository of `repos.json`."""

    repo: RepoName
    description: str | None
    language: str | None
    stars: Count | None
    sourceFiles: Count | None = None
    defaultBranch: NonEmpty
    analyzedSha: Sha
    analyzedAt: Timestamp
    errorCount: Count


RepoList = list[RepoEntry]


class SidecarEntry(Shape):
    """What stands beside one record."""

    id: RecordId
    evidence: EvidenceFile | None
    verified: VerifiedFile | None


SidecarList = list[SidecarEntry]
"""`sidecars/{owner}/{name}.json`: errkb's own, beside the contract; a client that does not know it loses nothing."""


class Cause(Shape):
    """One common cause of a family of errors."""

    cause: NonEmpty
    detail: NonEmpty


class Article(Shape):
    """`info/{slug}.json`: background of an error family across libraries."""

    slug: Slug
    clusterKey: NonEmpty
    title: NonEmpty
    summary: NonEmpty
    background: NonEmpty
    commonCauses: list[Cause]
    fixes: list[NonEmpty]
    guideSlugs: list[Slug]
    errorIds: list[RecordId]
    errorCount: Count
    repoCount: Count
    generatedAt: Timestamp
    schemaVersion: VersionOne


class ArticleSummary(Shape):
    """An article without its body, as `info/index.json` lists it."""

    slug: Slug
    clusterKey: NonEmpty
    title: NonEmpty
    summary: NonEmpty
    errorCount: Count
    repoCount: Count


class ArticleIndex(Shape):
    """`info/index.json`."""

    schemaVersion: VersionOne
    articles: list[ArticleSummary]
