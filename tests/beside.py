"""What may stand beside a record, with every key: for tests that write it and read it back."""

EVIDENCE = {
    "package": "project",
    "importName": "proj",
    "ecosystem": "pypi",
    "function": "start",
    "sites": [{"filePath": "project/other.py", "lineNumber": 3, "function": None}],
    "aliases": [{"errorMessage": "the {thing} failed", "errorClass": None, "versions": "<2.0"}],
    "positive": [{"text": "ValueError: the fan went wrong", "captures": {"thing": "fan"}}],
    "negative": [{"text": "the fan went well", "reason": "a healthy line"}],
    "notReproduced": None,
    "formerIds": ["00000000000000ff"],
}
VERIFIED = {
    "scriptSha256": "a" * 64,
    "python": "3.12.1",
    "packages": {"project": "1.0"},
    "verifiedAt": "2026-01-02T03:04:05.5Z",
    "trigger": "raised",
    "match": "first",
    "fix": "works",
    "recordSha": None,
    "recordSha256": None,
}
ARTICLE = {
    "slug": "missing-values",
    "clusterKey": "missing-values",
    "title": "Missing values",
    "summary": "A value is not there.",
    "background": "Libraries differ.",
    "commonCauses": [{"cause": "no value", "detail": "none was given"}],
    "fixes": ["Give one."],
    "guideSlugs": [],
    "errorIds": ["0123456789abcdef"],
    "errorCount": 1,
    "repoCount": 1,
    "generatedAt": "2026-01-02T03:04:05Z",
    "schemaVersion": 1,
}
