# /// script
# dependencies = ["errkb", "numpy"]
# ///
"""Fit the weights of the evidence (`errkb.match.weights.FITTED`) on generated errors, and measure what a score means.

usage: calibrate.py [--patterns FILE.jsonl[.gz]] [--queries N] [--seed S] [--fit]

Templates come from a file of patterns (`errorMessage`, `messagePattern`, `errorClass`, `package`, `file`), else from
the shipped records. Of the templates one in eight is left out of the index: their messages have no right answer.
Messages are filled templates: as they are, in a traceback with a frame of their package or of another, cut off at the
end, with a word replaced, added or dropped, under another class, as near misses (shuffled, halved) and mixed with
healthy lines.

What is fitted is how probable it is that a candidate is the one, against all other candidates of its event and against
there being no record of it (a conditional logit with an outside option). `--fit` prints the new table; without it the
table in use is measured: per band of scores, how many first answers there are and how many are right.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from errkb.index import Index
from errkb.match import _Run, match
from errkb.match.candidate import Candidate
from errkb.match.claim import CONFIDENT
from errkb.match.weights import FITTED, WEIGHTS
from errkb.model.report import Entry
from errkb.model.text import Text
from errkb.parse import parse

KINDS = {
    "clean": 20,
    "framed": 12,
    "foreign-frame": 4,
    "other-class": 4,
    "cut": 10,
    "replaced": 14,
    "added": 6,
    "dropped": 6,
    "embedded": 16,
    "logged": 10,
    "near-miss": 8,
    "healthy": 6,
}
"""Kind -> its share among the messages."""
HEALTHY = [
    "GET /api/v1/items/{} 200 OK in {} ms",
    "loaded {} of {} shards, {} missing, 0 errors",
    "epoch {} step {} loss {} throughput {} samples/s",
    "retrying request {} in {} seconds, attempt {}",
    "connection from 10.0.{}.{} closed, {} bytes sent",
    "no failures in {} tests, {} skipped, {} warnings",
    "worker {} finished task {} without errors after {} s",
    "cache for user {} could be reused, {} entries, {} hits",
]


AROUND = [
    ("", ". See the log for details, and try again in a few minutes."),
    ("", "\n  in the step before the last one\n  with the settings of the project\nThe rest was left out."),
    ("request failed: ", " (attempt 3 of 5)"),
    ("Error code: 400 - {'object': 'error', 'message': \"", "\", 'type': 'BadRequest', 'param': None, 'code': 400}"),
    ("job 17 of 20 stopped: ", ""),
    ("", ", giving up after 3 attempts"),
    ("could not start worker [", "] on host-3; waiting for the next one"),
]
"""What programs put around the message of another error."""


@dataclass
class Query:
    """A message, the raw parts of its template (none: it has none in the index) and what the matcher made of it."""

    kind: str
    text: str
    truth: tuple[Any, ...] | None
    rows: list[tuple[bool, dict[str, float]]] = field(default_factory=list)
    score: float | None = None
    right: bool = False


def main() -> None:
    """Fit or measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--patterns", type=Path)
    parser.add_argument("--queries", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    patterns = load(options.patterns)
    rng.shuffle(patterns)
    held_out, known = patterns[: len(patterns) // 8], patterns[len(patterns) // 8 :]
    index = Index.of(entry(number, pattern) for number, pattern in enumerate(known))
    queries = list(make(rng, known, held_out, options.queries))
    for query in queries:
        ask(query, index)
    if options.fit:
        fit(queries)
    report(queries)


def load(path: Path | None) -> list[dict[str, Any]]:
    """Return the patterns with enough text to be told apart at all."""
    if path is None:
        records = (json.loads(file.read_bytes()) for file in sorted(Path("records").glob("*/*/*.json")))
        rows = [
            record | {"package": record["repo"], "file": record["filePath"]} for record in records if "id" in record
        ]
    else:
        with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
            rows = [json.loads(line) for line in lines]
    from errkb.model.pattern import split_pattern

    kept = []
    for row in rows:
        parts = split_pattern(row["messagePattern"])
        if parts and sum(len(part) for part in parts if part) >= 12:
            kept.append({key: row[key] for key in KEYS} | {"parts": parts})
    return kept


KEYS = ("errorMessage", "messagePattern", "errorClass", "package", "file")


def entry(number: int, pattern: dict[str, Any]) -> Entry:
    """Return the least of a record that the index needs."""
    record = {
        "id": f"{number:016x}",
        "repo": f"{pattern['package']}/{pattern['package']}",
        "errorMessage": pattern["errorMessage"],
        "messagePattern": pattern["messagePattern"],
        "errorClass": pattern["errorClass"],
        "filePath": pattern["file"],
        "errorCode": None,
        "severity": "error",
        "errorType": "exception",
        "tags": [],
        "documentation": "",
    }
    return Entry(record, {"package": pattern["package"], "function": None})


def make(
    rng: random.Random, known: list[dict[str, Any]], held_out: list[dict[str, Any]], count: int
) -> Iterator[Query]:
    """Yield messages of all kinds; one in eight is of a template that the index does not have."""
    vocabulary = sorted({w for row in known[:3000] for p in row["parts"] if p for w in re.findall(r"[A-Za-z_]{4,}", p)})
    indexed = {tuple(row["parts"]) for row in known}
    for kind in rng.choices(list(KINDS), list(KINDS.values()), k=count):
        row = rng.choice(held_out) if rng.random() < 1 / 8 else rng.choice(known)
        message = "".join(value(rng, vocabulary) if part is None else part for part in row["parts"])
        truth = tuple(row["parts"]) if tuple(row["parts"]) in indexed else None
        text, still = dress(rng, kind, message, (row, rng.choice(known)), vocabulary)
        yield Query(kind, text, truth if still else None)


def value(rng: random.Random, vocabulary: list[str]) -> str:
    """Return something that stands in messages where the template has a placeholder."""
    word = rng.choice(vocabulary)
    return rng.choice(
        [
            str(rng.randint(0, 99999)),
            f"'{word}'",
            f"<class '{word}.{rng.choice(vocabulary)}'>",
            word,
            f"/srv/{word}/{rng.choice(vocabulary)}.py",
            f"({rng.randint(1, 64)}, {rng.randint(1, 64)})",
            "[" + ", ".join(rng.sample(vocabulary, rng.randint(1, 4))) + "]",
            f"{word} {rng.choice(vocabulary)}",
        ]
    )


def dress(
    rng: random.Random, kind: str, message: str, rows: tuple[dict[str, Any], dict[str, Any]], vocabulary: list[str]
) -> tuple[str, bool]:
    """Return the text of a message as its kind wants it, and whether it is still a message of its template."""
    row, other = rows
    cls = row["errorClass"] or "Error"
    words = message.split(" ")
    spot = rng.randrange(len(words))
    still = True
    if kind == "cut":
        message = message[: max(12, int(len(message) * rng.uniform(0.5, 0.9)))]
    elif kind == "replaced":
        words[spot] = rng.choice(vocabulary)
        message = " ".join(words)
    elif kind == "added":
        message = " ".join([*words[:spot], rng.choice(vocabulary), *words[spot:]])
    elif kind == "dropped":
        message = " ".join(words[:spot] + words[spot + 1 :]) or message
    elif kind == "embedded":
        before, after = rng.choice(AROUND)
        message = before + message + after
        cls = rng.choice([cls, "Exception", "RuntimeError", other["errorClass"] or "Error"])
    elif kind == "other-class":
        cls = other["errorClass"] or "Error"
    elif kind == "near-miss":
        still = False
        rng.shuffle(words)
        message = " ".join(words[: max(2, len(words) // rng.choice([1, 2]))])
        return f"2026-03-01 10:00:0{rng.randint(0, 9)},123 WARNING [app.jobs] {message}", still
    elif kind == "healthy":
        line = rng.choice(HEALTHY).format(*(rng.randint(0, 9999) for _ in range(4)))
        return f"2026-03-01 10:00:0{rng.randint(0, 9)},123 INFO [app.jobs] {line}", False
    elif kind == "logged":
        return f"2026-03-01 10:00:0{rng.randint(0, 9)},123 ERROR [app.jobs] {message}", still
    text = f"{cls}: {message}"
    if kind in ("framed", "foreign-frame"):
        place = row if kind == "framed" else other
        frame = f'  File "/env/site-packages/{place["file"]}", line {rng.randint(1, 900)}, in {rng.choice(vocabulary)}'
        text = f"Traceback (most recent call last):\n{frame}\n    raise {cls}(message)\n{text}"
    return text, still


def ask(query: Query, index: Index) -> None:
    """Match a message; note every candidate of its events with the amounts of its evidence."""
    amounts: dict[int, dict[str, float]] = {}
    add, judge = Candidate.add, _Run._judge

    def noting(self: Candidate, kind: str, detail: str, amount: float = 1.0) -> None:
        amounts.setdefault(id(self), {})[kind] = amount
        add(self, kind, detail, amount)

    def keeping(self: _Run, seen: Any, found: list[Candidate]) -> bool:
        for candidate in found:
            query.rows.append((own(candidate) == query.truth, amounts[id(candidate)]))
            kept.append(candidate)
        return judge(self, seen, found)

    def own(candidate: Candidate) -> tuple[Any, ...]:
        return tuple(None if part is None else part.decode() for part in index.raw_parts(candidate.template.number))

    kept: list[Candidate] = []
    Candidate.add, _Run._judge = noting, keeping  # type: ignore[method-assign]
    try:
        text = Text.of(query.text)
        found = match(parse(text), text, [index])
    finally:
        Candidate.add, _Run._judge = add, judge  # type: ignore[method-assign]
    answers = [*found.matches, *found.nearest]
    if answers:
        best = answers[0]
        parts = {
            tuple(None if part is None else part.decode() for part in index.raw_parts(int(identifier, 16)))
            for identifier in (best.record_id, *best.tie)
        }
        query.score, query.right = best.score, query.truth in parts


def fit(queries: list[Query], rounds: int = 600, rate: float = 0.05, pull: float = 1e-3) -> None:
    """Print a table of weights that makes the right candidates most probable; `pull` draws it to the one in use."""
    kinds = list(FITTED)
    fixed = [kind for kind in WEIGHTS if kind not in FITTED]
    rows = [(n, right, amounts) for n, query in enumerate(queries) for right, amounts in query.rows]
    features = np.array([[amounts.get(kind, 0.0) for kind in kinds] for _, _, amounts in rows])
    offset = np.array([sum(WEIGHTS[kind] * amounts.get(kind, 0.0) for kind in fixed) for _, _, amounts in rows])
    group = np.array([n for n, _, _ in rows])
    right = np.array([value for _, value, _ in rows], dtype=bool)
    start = np.array([FITTED[kind] for kind in kinds])
    scale = np.maximum(np.abs(features).max(axis=0), 1e-9)
    weights = start * scale
    moment, square = np.zeros_like(weights), np.zeros_like(weights)
    has_right = np.bincount(group[right], minlength=len(queries)) > 0
    for step in range(1, rounds + 1):
        odds = np.exp(np.clip(features / scale @ weights + offset, -40, 40))
        total = 1 + np.bincount(group, odds, minlength=len(queries))
        good = np.bincount(group, odds * right, minlength=len(queries))
        share = odds / total[group]
        wanted = np.where(right & has_right[group], odds / np.maximum(good, 1e-30)[group], 0.0)
        slope = (features / scale).T @ (share - wanted) / len(queries) + pull * (weights - start * scale)
        moment, square = 0.9 * moment + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= rate * (moment / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        if step % 100 == 0:
            loss = -np.log(np.where(has_right, good, 1.0) / total).mean()
            print(f"round {step}: loss {loss:.4f}")
    print("FITTED: dict[str, float] = {")
    for kind, weight in zip(kinds, weights / scale, strict=True):
        print(f'    "{kind}": {weight:.3g},'.replace(".0,", ".0,"))
    print("}")


def report(queries: list[Query]) -> None:
    """Print how often the first answer is right, by score and by kind."""
    print("score        answers  right")
    for low in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.99):
        high = next(h for h in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.99, 1.01) if h > low)
        own = [query for query in queries if query.score is not None and low <= query.score < high]
        if own:
            print(f"{low:.2f}-{high:.2f} {len(own):11} {sum(query.right for query in own) / len(own):6.3f}")
    counts, rights, claims = Counter[str](), Counter[str](), Counter[str]()
    for query in queries:
        counts[query.kind] += 1
        if query.score is not None and query.score >= CONFIDENT:
            claims[query.kind] += 1
            rights[query.kind] += query.right
    print("kind            messages  scored as confident  right of these")
    for kind, count in counts.items():
        print(f"{kind:15} {count:8} {claims[kind]:20} {rights[kind]:15}")


if __name__ == "__main__":
    main()
