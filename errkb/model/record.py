"""The schema-v2 record and its envelope (pydantic).

The model says what *shape* a record has and nothing more, so that it and `schema/record.schema.json` accept the same
documents; what relates several fields (id, slug, pattern, window, URL) is `errkb.dataset.check`.

The string patterns use no shorthand classes: `\\s` and `\\d` mean different characters in Rust (pydantic), Python and
ECMA 262 (JSON Schema), so blanks and digits are spelled out.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticKnownError

__all__ = [
    "SCHEMA_VERSION",
    "Envelope",
    "ErrorType",
    "Line",
    "NonEmpty",
    "Record",
    "RecordId",
    "RepoName",
    "Severity",
    "Sha",
    "Shape",
    "Slug",
    "Tag",
    "Timestamp",
    "VersionOne",
    "VersionTwo",
]

SCHEMA_VERSION = 2

_BLANK = r"\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""Inside a class: every blank of any of the three engines, and the control characters."""

NonEmpty = Annotated[str, StringConstraints(min_length=1)]
RecordId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$", max_length=16)]
Sha = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{40}$", max_length=40)]
# A folder each: neither `.` nor `..`, without look-ahead because that is not known everywhere schemas are.
_PART = rf"(\.{{0,2}}[^./\\{_BLANK}]|\.{{3}})[^/\\{_BLANK}]*"
RepoName = Annotated[str, StringConstraints(pattern=rf"^{_PART}/{_PART}$")]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Tag = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
Timestamp = Annotated[
    str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z$")
]
Link = Annotated[str, StringConstraints(pattern=rf"^https?://[^{_BLANK}]+$")]
Line = Annotated[int, Field(ge=1)]


def _integer(value: Any) -> Any:
    """Refuse `true` and `1.0`, which are equal to 1 in Python and would pass for it in a `Literal`."""
    if type(value) is not int:
        raise PydanticKnownError("int_type")
    return value


VersionOne = Annotated[Literal[1], BeforeValidator(_integer)]
VersionTwo = Annotated[Literal[2], BeforeValidator(_integer)]

ErrorType = Literal["exception", "error_code", "console", "http", "validation", "panic"]
Severity = Literal["critical", "error", "warning", "info"]
Strategy = Literal["try-catch", "type-guard", "validation", "retry", "fallback"]


class Shape(BaseModel):
    """A closed, immutable shape: no coercion, no unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=False)


class Record(Shape):
    """One error of one project, schema version 2."""

    id: RecordId
    repo: RepoName
    slug: Slug
    errorCode: str | None
    errorMessage: NonEmpty
    messagePattern: NonEmpty
    errorType: ErrorType
    errorClass: str | None
    httpStatus: Annotated[int, Field(ge=100, le=599)] | None
    severity: Severity
    filePath: NonEmpty
    lineNumber: Line | None
    sourceCode: str | None
    sourceCodeStart: Line | None
    sourceCodeEnd: Line | None
    githubUrl: Link
    documentation: NonEmpty
    triggerScenarios: NonEmpty
    commonSituations: NonEmpty
    solutions: list[NonEmpty]
    exampleFix: str | None
    handlingStrategy: Strategy | None
    validationCode: str | None
    typeGuard: str | None
    tryCatchPattern: str | None
    preventionTips: list[NonEmpty]
    tags: list[Tag]
    backgroundTag: Tag | None = None
    analyzedSha: Sha
    analyzedAt: Timestamp
    schemaVersion: VersionTwo

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON data, keys in the order of the contract."""
        return self.model_dump(mode="json")


class Envelope(Shape):
    """A single record with the version of the dataset it comes from; also the answer of `GET /api/errors/{id}`."""

    record: Record
    datasetVersion: Timestamp
