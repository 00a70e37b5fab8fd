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
PLACE = {
    "file": "a.log",
    "line": 7,
    "unit": "a.log",
    "process": "rank 0",
    "step": "build",
    "time": "2026-01-02T03:04:05Z",
}
SAMPLE = {"place": PLACE, "lines": ["ValueError: no"], "before": [], "after": ["exit 1"]}
SPREAD = {
    "count": 2,
    "first": "2026-01-02T03:04:05Z",
    "last": None,
    "files": {"a.log": 2},
    "units": {"a.log": 2},
    "processes": {"rank 0": 2},
    "filesTotal": 1,
    "unitsTotal": 1,
    "processesTotal": 1,
    "days": 1,
    "timeline": {"2026-01-02T03:04:00Z": 2},
}
WITNESS = {"key": "record:0123456789abcdef", "place": PLACE, "text": "ValueError: no", "why": "the last cause"}
TRIAGE = {
    "contractVersion": 1,
    "datasetVersion": "2026-01-02T03:04:05Z",
    "unit": "file",
    "totals": {"files": 1, "bytes": 9, "lines": 9, "events": 3, "known": 2, "unknown": 1, "first": None, "last": None},
    "files": [
        {
            "name": "a.log",
            "state": "partial",
            "bytes": 9,
            "lines": 9,
            "reason": "the end is missing",
            "encoding": "utf-8",
            "packed": "gz",
        }
    ],
    "known": [
        {
            "key": "record:0123456789abcdef",
            "record": {"id": "0123456789abcdef"},
            "kind": "documented",
            "spread": SPREAD,
            "sample": SAMPLE,
            "captures": [{"values": {"thing": "pump"}, "count": 2}],
            "firstFix": "Do it.",
            "wrapper": False,
            "tied": ["fedcba9876543210"],
        }
    ],
    "unknown": [
        {
            "key": "unknown:0123456789abcdef",
            "fingerprint": "0123456789abcdef",
            "template": "no <number>",
            "spread": SPREAD,
            "sample": SAMPLE,
            "class": "KeyError",
            "frame": "a/b.py:f",
            "nearest": {"id": "0123456789abcdef", "message": "no {thing}", "score": 0.5},
            "wrapper": False,
            "rank": 1.5,
        }
    ],
    "verdicts": [
        {
            "unit": "a.log",
            "outcome": "failed",
            "cause": WITNESS,
            "byWrapper": False,
            "runnersUp": [WITNESS],
            "inPassing": [],
            "events": 3,
            "first": None,
            "last": None,
            "outcomeLine": PLACE,
        }
    ],
    "cascades": [
        {"cause": "record:0123456789abcdef", "effect": "unknown:0123456789abcdef", "count": 1, "of": 1, "seconds": 2.5}
    ],
    "changes": [
        {"key": "unknown:0123456789abcdef", "state": "new", "count": 1, "before": None, "acknowledged": "it is known"}
    ],
    "bucket": 60,
    "unknownLeft": 0,
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
    "triage": TRIAGE,
}


@pytest.fixture(scope="session")
def documents():
    """Return a valid document by the name of its shape."""
    return DOCUMENTS
