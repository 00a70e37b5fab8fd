#!/usr/bin/env python3
"""Measure import, export and index on generated records, as ratios to DuckDB alone reading and writing the same JSON.

usage: bench_export.py [--records 300000] [--folder DIR] [--keep] [--write docs/benchmarks-export.md]

Each step runs in a process of its own, so that its peak memory is its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from errkb.dataset.derive import complete
from errkb.model import ids

WORDS = [
    "the",
    "a",
    "of",
    "to",
    "in",
    "is",
    "and",
    "or",
    "not",
    "with",
    "when",
    "before",
    "after",
    "while",
    "for",
    "by",
    "from",
    "on",
    "at",
    "as",
    "it",
    "that",
    "this",
    "value",
    "values",
    "key",
    "file",
    "path",
    "index",
    "column",
    "row",
    "tensor",
    "shape",
    "dtype",
    "device",
    "batch",
    "model",
    "config",
    "option",
    "argument",
    "parameter",
    "request",
    "response",
    "server",
    "client",
    "socket",
    "connection",
    "timeout",
    "retry",
    "queue",
    "worker",
    "process",
    "thread",
    "lock",
    "cache",
    "buffer",
    "stream",
    "token",
    "schema",
    "field",
    "type",
    "object",
    "list",
    "array",
    "string",
    "number",
    "integer",
    "float",
    "expected",
    "received",
    "given",
    "missing",
    "invalid",
    "unknown",
    "duplicate",
    "unsupported",
    "failed",
    "cannot",
    "could",
    "must",
    "should",
    "only",
    "either",
    "both",
    "empty",
    "closed",
    "open",
    "loaded",
    "saved",
    "parsed",
    "compiled",
    "linked",
    "version",
    "release",
    "package",
    "module",
    "function",
    "class",
    "method",
    "attribute",
    "property",
    "call",
    "caller",
    "returns",
    "raises",
    "refuses",
    "checks",
    "reads",
    "writes",
    "holds",
    "keeps",
    "drops",
    "moves",
    "copies",
    "sends",
    "fetches",
    "waits",
    "starts",
    "stops",
    "ends",
    "begins",
    "because",
    "although",
    "therefore",
]
CLASSES = ("ValueError", "TypeError", "RuntimeError", "KeyError", "ConfigError", "HTTPError", "IOError", None)
OWNERS = 400
REPOS = 2600


def prose(rng: random.Random, words: int) -> str:
    """Return sentences of about so many words."""
    text = []
    while words > 0:
        length = min(words, rng.randint(6, 24))
        sentence = " ".join(rng.choices(WORDS, k=length))
        text.append(f"{sentence[:1].upper()}{sentence[1:]}.")
        words -= length
    return " ".join(text)


def code(rng: random.Random, lines: int) -> str:
    """Return so many lines that look like source."""
    return "\n".join(
        " " * rng.choice((4, 8, 8, 12))
        + f"{rng.choice(WORDS)}_{rng.choice(WORDS)} = {' '.join(rng.choices(WORDS, k=2))!r}"
        for _ in range(lines)
    )


def message(rng: random.Random, number: int) -> str:
    """Return a template with no, one or several placeholders; `number` makes it unlike every other."""
    words = rng.choices(WORDS, k=rng.randint(4, 14))
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        words.insert(rng.randrange(len(words) + 1), rng.choice(("{name}", "{value!r}", "%s", "{}", "'{path}'", "%d")))
    return f"{' '.join(words)} ({rng.choice(WORDS)}-{number})"


def generated(count: int, seed: int = 6) -> Iterator[dict[str, Any]]:
    """Yield records that keep the contract, of the sizes of real ones (3.3 KB on average)."""
    rng = random.Random(seed)
    for number in range(count):
        repo = rng.randrange(REPOS)
        line = rng.randint(30, 3000)
        draft = {
            "repo": f"owner-{repo % OWNERS}/project-{repo}",
            "errorMessage": message(rng, number),
            "errorCode": f"E{number:06d}" if rng.random() < 0.1 else None,
            "errorType": rng.choice(("exception", "exception", "error_code", "console", "http", "validation", "panic")),
            "errorClass": rng.choice(CLASSES),
            "httpStatus": rng.choice((None, None, None, 404, 500)),
            "severity": rng.choice(("critical", "error", "error", "warning", "info")),
            "filePath": f"src/{rng.choice(WORDS)}/{rng.choice(WORDS)}_{rng.randrange(50)}.py",
            "lineNumber": line,
            "documentation": prose(rng, 50),
            "triggerScenarios": prose(rng, 28),
            "commonSituations": prose(rng, 28),
            "solutions": [prose(rng, 14) for _ in range(4)],
            "exampleFix": f"# before\n{code(rng, 2)}\n# after\n{code(rng, 3)}",
            "handlingStrategy": rng.choice(("try-catch", "validation", None)),
            "validationCode": code(rng, 3),
            "tryCatchPattern": code(rng, 4) if rng.random() < 0.5 else None,
            "preventionTips": [prose(rng, 9) for _ in range(3)],
            "tags": rng.sample(("config", "validation", "timeout", "network", "memory", "dtype", "install"), 3),
            "analyzedSha": f"{repo:040x}",
            "analyzedAt": f"2026-{rng.randint(1, 9):02d}-{rng.randint(1, 28):02d}T21:17:39.{rng.randrange(1000):03d}Z",
        }
        record = complete(draft)
        start, end = ids.source_window(line)
        record["sourceCode"] = code(rng, end - start + 1)
        yield record
