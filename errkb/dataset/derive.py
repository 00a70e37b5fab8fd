"""Draft -> record: fills every computed field, so that nobody ever types an id, a slug, a pattern or a URL."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from errkb.errors import DatasetError
from errkb.model import ids, pattern

__all__ = ["AUTHORED", "complete"]

AUTHORED = (
    "repo",
    "errorCode",
    "errorMessage",
    "errorType",
    "errorClass",
    "httpStatus",
    "severity",
    "filePath",
    "lineNumber",
    "documentation",
    "triggerScenarios",
    "commonSituations",
    "solutions",
    "exampleFix",
    "handlingStrategy",
    "validationCode",
    "typeGuard",
    "tryCatchPattern",
    "preventionTips",
    "tags",
    "backgroundTag",
    "analyzedSha",
    "analyzedAt",
)
"""The fields an author writes; all others are computed."""


OPTIONAL: dict[str, Any] = {
    "errorCode": None,
    "errorClass": None,
    "httpStatus": None,
    "lineNumber": None,
    "exampleFix": None,
    "handlingStrategy": None,
    "validationCode": None,
    "typeGuard": None,
    "tryCatchPattern": None,
    "preventionTips": [],
    "tags": [],
    "backgroundTag": None,
}
"""What an authored field is when the draft leaves it out."""


def complete(
    draft: dict[str, Any], *, total_lines: int | None = None, taken_slugs: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """Return the full record of a draft: the authored fields as given or by default, the computed ones added.

    `total_lines` is the length of the raising file, where known: it cuts the window at the end of the file.
    `taken_slugs` are those of the repo's other records. Raises `DatasetError` for a missing or unknown field.
    """
    draft = OPTIONAL | {"analyzedAt": _now()} | draft
    missing = [name for name in AUTHORED if name not in draft]
    unknown = [name for name in draft if name not in AUTHORED]
    if missing or unknown:
        parts = [f"missing {', '.join(missing)}"] * bool(missing) + [f"unknown {', '.join(unknown)}"] * bool(unknown)
        raise DatasetError(
            f"the draft has the wrong fields: {'; '.join(parts)}",
            hint=f"an author writes exactly: {', '.join(AUTHORED)}",
        )
    code, message, line = draft["errorCode"], draft["errorMessage"], draft["lineNumber"]
    start, end = (None, None) if line is None else ids.source_window(line, total_lines)
    identifier = ids.record_id(draft["repo"], code, message, draft["filePath"])
    slug = ids.slug(code, message)
    return draft | {
        "id": identifier,
        "slug": ids.slug_with_id(slug, identifier) if slug in taken_slugs else slug,
        "messagePattern": pattern.derive(message),
        "sourceCode": None,
        "sourceCodeStart": start,
        "sourceCodeEnd": end,
        "githubUrl": ids.permalink(draft["repo"], draft["analyzedSha"], draft["filePath"], start, end),
        "schemaVersion": 2,
    }


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
