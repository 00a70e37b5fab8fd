"""One valid document of every shape, with every optional part filled."""

import pytest

from errkb.dataset.derive import complete

RECORD = complete(
    {
        "repo": "owner/project",
        "errorCode": None,
        "errorMessage": "the {thing} went wrong",
        "errorType": "exception",
        "errorClass": "ValueError",
        "httpStatus": 404,
        "severity": "error",
        "filePath": "project/engine.py",
        "lineNumber": 120,
        "documentation": "The engine refuses the thing.",
        "triggerScenarios": "Calling start() with a thing.",
        "commonSituations": "A thing from an older release.",
        "solutions": ["Pass another thing.", "Upgrade."],
        "exampleFix": "start('new')",
        "handlingStrategy": "validation",
        "validationCode": None,
        "typeGuard": None,
        "tryCatchPattern": None,
        "preventionTips": ["Check the thing first."],
        "tags": ["validation", "type-error"],
        "backgroundTag": "missing-values",
        "analyzedSha": "0123456789abcdef0123456789abcdef01234567",
        "analyzedAt": "2026-01-02T03:04:05.678Z",
    }
)
EVENT = {
    "id": "e1",
    "class": "ValueError",
    "message": "the thing went wrong",
    "code": None,
    "language": "python",
    "role": "cause",
    "causedBy": None,
    "frames": [{"file": "a.py", "line": 1, "function": "f", "package": None, "repo": None}],
    "stream": None,
    "processes": ["rank 0"],
    "occurrences": 1,
    "start": 0,
    "end": 20,
    "lineStart": 1,
    "lineEnd": 1,
    "time": None,
}
MATCH = {
    "event": "e1",
    "kind": "documented",
    "level": "confident",
    "score": 0.98,
    "method": "pattern",
    "record": RECORD,
    "captures": [{"name": "thing", "value": "thing", "start": 4, "end": 9}],
    "evidence": [{"kind": "literal", "weight": 2.5, "detail": "all of it"}],
    "tie": ["0123456789abcdef"],
}
ARTICLE = {
    "slug": "missing-values",
    "clusterKey": "missing-values",
    "title": "Missing values",
    "summary": "A value is not there.",
    "background": "Libraries differ.",
    "commonCauses": [{"cause": "no value", "detail": "none was given"}],
    "fixes": ["Give one."],
    "guideSlugs": ["guide"],
    "errorIds": ["0123456789abcdef"],
    "errorCount": 1,
    "repoCount": 1,
    "generatedAt": "2026-01-02T03:04:05Z",
    "schemaVersion": 1,
}
FILE = {
    "path": "/data/a.json",
    "bytes": 3,
    "sha256": "a" * 64,
    "encoding": "gzip",
    "rawBytes": 4,
    "rawSha256": "b" * 64,
}
DOCUMENTS = {
    "record": RECORD,
    "envelope": {"record": RECORD, "datasetVersion": "2026-01-02T03:04:05.678Z"},
    "evidence": {
        "package": "project",
        "importName": "proj",
        "ecosystem": "pypi",
        "function": "start",
        "sites": [{"filePath": "project/other.py", "lineNumber": 3, "function": None}],
        "aliases": [{"errorMessage": "the {thing} failed", "errorClass": "OSError", "versions": "<2.0"}],
        "positive": [{"text": "ValueError: the fan went wrong", "captures": {"thing": "fan"}}],
        "negative": [{"text": "the fan went well", "reason": "a healthy line"}],
        "notReproduced": "needs a fan",
        "formerIds": ["0123456789abcdef"],
    },
    "verified": {
        "scriptSha256": "a" * 64,
        "python": "3.12.1",
        "packages": {"project": "1.0"},
        "verifiedAt": "2026-01-02T03:04:05Z",
        "trigger": "raised",
        "match": "first",
        "fix": "works",
        "recordSha": "b" * 40,
    },
    "exceptions": [
        {"rule": "near-duplicate", "record": "owner/project/the-thing-went-wrong", "reason": "another release"},
    ],
    "manifest": {
        "schemaVersion": 2,
        "datasetVersion": "2026-01-02T03:04:05Z",
        "counts": {"repos": 1, "errors": 1},
        "files": {"index": FILE},
    },
    "index": {
        "schemaVersion": 2,
        "datasetVersion": "2026-01-02T03:04:05Z",
        "errors": [
            {
                "id": "0123456789abcdef",
                "repo": "owner/project",
                "slug": "the-thing-went-wrong",
                "code": None,
                "msg": "the {thing} went wrong",
                "pattern": "the (.+?) went wrong",
                "type": "exception",
                "cls": "ValueError",
                "tags": ["validation"],
                "sev": "error",
            }
        ],
    },
    "repos": [
        {
            "repo": "owner/project",
            "description": None,
            "language": "Python",
            "stars": 5,
            "sourceFiles": 12,
            "defaultBranch": "main",
            "analyzedSha": "c" * 40,
            "analyzedAt": "2026-01-02T03:04:05Z",
            "errorCount": 1,
        }
    ],
    "sidecars": [{"id": "0123456789abcdef", "evidence": None, "verified": None}],
    "article": ARTICLE,
    "article-index": {
        "schemaVersion": 1,
        "articles": [
            {key: ARTICLE[key] for key in ("slug", "clusterKey", "title", "summary", "errorCount", "repoCount")}
        ],
    },
    "parse": {
        "contractVersion": 1,
        "events": [EVENT],
        "banners": [{"package": "vllm", "version": "0.10.2", "line": 1}],
    },
    "explain": {
        "contractVersion": 1,
        "datasetVersion": "2026-01-02T03:04:05.678Z",
        "status": "matched",
        "events": [EVENT],
        "matches": [MATCH],
        "nearest": [],
    },
}


@pytest.fixture(scope="session")
def documents():
    """Return a valid document by the name of its shape."""
    return DOCUMENTS
