#!/usr/bin/env python3
"""Measure the matching engine at 69,499 real patterns and at 300,000, and write docs/benchmarks-match.md.

usage: bench_match.py [--sizes N,N] [--queries N] [--runs N] [--bulk] [--write]

right      share of queries whose true pattern comes first: filled messages as they are, behind log prefixes, with a
           frame (there the package must be right too), cut off, with a word replaced. A query is ambiguous when another
           pattern fits the damaged text as it stands, or shares as much of it.
claimed    healthy lines and near misses of a generated log that are claimed confidently
warm       one message of some 300 bytes to its ranked answer; a 5 KB traceback of 12 frames, text to ranked answer
cold       a process that explains one line as JSON ÷ a process that imports typer and rich.console
build      seconds, bytes on disk, resident memory of a process that answers
bulk       `scripts/bench_bulk.py`, beside ripgrep (with --bulk)

The corpora come from the generator beside the project if there is one, else from a small generator here that alters the
shipped records. What the generator marks as synthetic is never read.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from errkb.building import FORM
from errkb.dataset import recordfile
from errkb.dataset.derive import complete
from errkb.dataset.segments import Segments
from errkb.index import Index, open_index, write
from errkb.match import _Run, match, rank
from errkb.match.align import Wording, align
from errkb.match.candidate import Candidate
from errkb.match.verify import verify
from errkb.model.pattern import split_pattern
from errkb.model.report import Entry
from errkb.model.text import Text
from errkb.parse import parse

ROOT = Path(__file__).resolve().parent.parent
GENERATOR = ROOT.parent / "shared" / "bench" / "make_corpus.py"
KINDS = ("clean", "prefixed", "framed", "cut", "word")
PROSE = "What the library protects here, which call leads to it, which setting matters and in which release. " * 8
DRAFT = {
    "errorCode": None,
    "errorType": "exception",
    "httpStatus": None,
    "severity": "error",
    "documentation": PROSE,
    "triggerScenarios": PROSE[:200],
    "commonSituations": PROSE[:200],
    "solutions": [PROSE[:200], PROSE[100:250]],
    "exampleFix": "# before\nstart('old')\n# after\nstart('new')",
    "handlingStrategy": "validation",
    "validationCode": None,
    "typeGuard": None,
    "tryCatchPattern": None,
    "preventionTips": [],
    "tags": [],
    "backgroundTag": None,
    "analyzedSha": "0123456789abcdef0123456789abcdef01234567",
    "analyzedAt": "2026-01-01T00:00:00Z",
}
rank.MOST_TIED = SHOWN = 1000
"""The group of equal evidence is counted whole, however many of it an answer would show."""
CLOSE = 0.02
"""Likeness by which another pattern may be less than the true one and still explain a damaged text as well."""


def main() -> None:
    """Measure what was asked for and print the table."""
    options = arguments()
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        queries = {kind: make_queries(folder, kind, options.queries) for kind in KINDS}
        for size in options.sizes:
            rows += measure(folder, size, queries, options)
    if options.bulk:
        from bench_bulk import measure as measure_bulk

        rows += measure_bulk(options.sizes)
    text = table(rows)
    print(text)
    if options.write:
        write_table(text)


MARKS = ("<!-- bench_match -->\n", "\n<!-- /bench_match -->")


def write_table(text: str) -> None:
    """Put the table between its marks in the document."""
    path = ROOT / "docs" / "benchmarks-match.md"
    before, _, rest = path.read_text(encoding="utf-8").partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    path.write_text(f"{before}{MARKS[0]}{text}{MARKS[1]}{after}", encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", type=lambda text: [int(part) for part in text.split(",")], default=[69499, 300000])
    parser.add_argument("--queries", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--bulk", action="store_true")
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


def measure(
    folder: Path, size: int, queries: dict[str, list[dict[str, Any]]], options: argparse.Namespace
) -> list[list[str]]:
    """Return the rows of one size."""
    patterns = folder / f"patterns-{size}.jsonl"
    make_patterns(patterns, size)
    home = folder / f"home-{size}"
    segment, built = build(patterns, home)
    index = open_index(segment)
    _ = index.strong.automaton  # loaded, as in a process that has answered before
    label = f"{len(index):,}"
    rows = [[label, "index build", f"{built:.1f} s of processor time ({disk(segment):.0f} MB on disk)"]]
    for kind, own in queries.items():
        rows += [[label, f"{kind}: {what}", figure] for what, figure in right(index, kind, own)]
    rows.append([label, "healthy and near-miss lines claimed", claimed(folder, index)])
    rows.append([label, "warm, one message, event to ranked answer", warm_message(index, queries["clean"])])
    rows.append([label, "warm, 5 KB traceback, text to ranked answer", warm_traceback(index, queries["framed"])])
    rows += [[label, what, figure] for what, figure in cold(home, queries["clean"][0]["line"], options.runs)]
    return rows


# --- corpora


def generate(*command: str) -> None:
    subprocess.run([sys.executable, str(GENERATOR), *command], check=True)


def make_patterns(path: Path, size: int) -> None:
    if GENERATOR.exists():
        generate("patterns", str(path), str(size))
        return
    rng = random.Random(7)
    own = list(shipped())
    words = sorted({word for row in own for word in re.findall(r"[a-z]{4,}", row["errorMessage"])})
    with path.open("w", encoding="utf-8") as file:
        for number in range(size):
            row = dict(own[number % len(own)])
            if number >= len(own):  # a copy with a word more
                word = f"{rng.choice(words)} {number}"
                row["errorMessage"] = f"{word}: {row['errorMessage']}"
                row["messagePattern"] = f"{word}: {row['messagePattern']}"
            file.write(json.dumps(row) + "\n")


def shipped() -> Iterator[dict[str, Any]]:
    for path in sorted((ROOT / "records").glob("*/*/*.json")):
        record = json.loads(path.read_bytes())
        if "messagePattern" in record and split_pattern(record["messagePattern"]):
            keys = ("errorMessage", "messagePattern", "errorClass")
            yield {key: record[key] for key in keys} | {
                "package": record["repo"].replace("/", "_"),
                "file": record["filePath"],
            }


def make_queries(folder: Path, kind: str, count: int) -> list[dict[str, Any]]:
    path = folder / f"queries-{kind}.jsonl"
    if GENERATOR.exists():
        generate("queries", str(path), str(count), kind)
        with path.open() as lines:
            return [json.loads(line) for line in lines]
    rng = random.Random(5)
    made = []
    for row in rng.choices(list(shipped()), k=count):
        parts = split_pattern(row["messagePattern"]) or []
        message = "".join(str(rng.randint(0, 9999)) if part is None else part for part in parts)
        if kind == "cut":
            message = message[: max(12, len(message) * 2 // 3)]
        if kind == "word":
            message = re.sub(r"[A-Za-z]{4,}", "another", message, count=1)
        frame = f'  File "/env/site-packages/{row["file"]}", line 3, in run'
        text = f"{row['errorClass'] or 'Error'}: {message}"
        if kind == "prefixed":
            text = "\n".join(f"[rank3]: {line}" for line in text.split("\n"))
        if kind == "framed":
            text = f"Traceback (most recent call last):\n{frame}\n    raise it\n{text}"
        made.append(row | {"line": text, "frame": frame})
    return made


def build(patterns: Path, home: Path) -> tuple[Path, float]:
    """Build a knowledge base of the patterns; return the segment, and the seconds the index took."""
    took = 0.0

    def fill(folder: Path) -> None:
        nonlocal took
        recordfile.write(folder, entries(patterns), dataset_version="2026-01-01T00:00:00Z")
        start = time.process_time()
        write(folder, entries(patterns))
        took = time.process_time() - start

    return Segments(home, FORM).publish("bench", "bench", str(patterns), fill), took


def entries(patterns: Path) -> Iterator[Entry]:
    with patterns.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            row = json.loads(line)
            record = complete(
                DRAFT
                | {
                    "repo": f"{row['package']}/{row['package']}",
                    "errorMessage": row["errorMessage"],
                    "errorClass": row["errorClass"],
                    "filePath": row["file"],
                    "lineNumber": number + 1,
                }
            )
            record |= {"id": f"{number:016x}", "messagePattern": row["messagePattern"]}
            yield Entry(record, {"package": row["package"], "function": None})


def disk(segment: Path) -> float:
    return sum(path.stat().st_size for path in segment.iterdir() if path.name != recordfile.FILE_NAME) / 1e6


# --- is it right?


def right(index: Index, kind: str, queries: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield how often the true pattern comes first."""
    first = top = package = ambiguous = first_of_clear = 0
    for query in queries:
        truth = tuple(split_pattern(query["messagePattern"]) or ())
        text = Text.of(query["line"])
        found, considered = ask(index, text)
        best = found[0] if found else None
        good = best is not None and own(index, best.record_id) == truth
        first += good
        package += (
            good
            and best is not None
            and index.template(int(best.record_id, 16)).repo.startswith(query["package"] + "/")
        )
        if kind in ("cut", "word"):
            group = [one for one in found if best is not None and one.score >= best.score - 1e-4]
            ids = {identifier for one in group for identifier in (one.record_id, *one.tie)}
            top += any(own(index, identifier) == truth for identifier in ids)
            unclear = is_ambiguous(index, considered, truth)
            ambiguous += unclear
            first_of_clear += good and not unclear
    count = len(queries)
    if kind in ("cut", "word"):
        yield "true pattern in the top group", share(top, count)
        yield "first, of those that are not ambiguous", share(first_of_clear, count - ambiguous)
        yield "ambiguous", share(ambiguous, count)
    elif kind == "framed":
        yield "right package and pattern first", share(package, count)
    else:
        yield "right pattern first", share(first, count)


def ask(index: Index, text: Text) -> tuple[list[Any], list[Candidate]]:
    """Return the matches, best first, and every candidate that was weighed."""
    considered: list[Candidate] = []
    judge = _Run._judge

    def keep(self: _Run, seen: Any, found: Any) -> bool:
        considered.extend(found)
        return judge(self, seen, found)

    _Run._judge = keep  # type: ignore[method-assign]
    try:
        ranking = match(parse(text), text, [index], limit=SHOWN)
    finally:
        _Run._judge = judge  # type: ignore[method-assign]
    return [*ranking.matches, *ranking.nearest], considered


def own(index: Index, identifier: str) -> tuple[str | None, ...]:
    parts = index.raw_parts(int(identifier, 16))
    return tuple(None if part is None else part.decode() for part in parts)


def is_ambiguous(index: Index, considered: list[Candidate], truth: tuple[str | None, ...]) -> bool:
    """Say whether another pattern fits the damaged text as it is, or shares as many words with it in order."""
    likeness: dict[bool, float] = {True: 0.0, False: 0.0}
    for candidate in considered:
        parts = own(index, candidate.template.id)
        message = " ".join(candidate.event.message.split())
        if parts != truth and verify(candidate.template.parts, message) is not None:
            return True
        words = Wording.of_message(message)
        ratio = align(Wording.of_template(candidate.template.parts), words, cut=candidate.event.cut).ratio
        likeness[parts == truth] = max(likeness[parts == truth], ratio)
    return likeness[False] >= likeness[True] - CLOSE


def claimed(folder: Path, index: Index) -> str:
    """Return how many lines of a log that hold no error of any record are claimed confidently."""
    if not GENERATOR.exists():
        return "not measured: needs the generator"
    log = folder / "log.txt"
    if not log.exists():
        generate("log", str(log), "8")
    with Path(f"{log}.truth.jsonl").open() as lines:
        wrong = {json.loads(line)["line"] for line in lines}
    with log.open(encoding="utf-8") as file:
        every = file.read().split("\n")
    spoiled = {number + extra for number in wrong for extra in range(12)}
    near = [n for n, line in enumerate(every, 1) if " WARN  " in line and n not in spoiled]
    healthy = [n for n, line in enumerate(every, 1) if " INFO  " in line and n not in spoiled]
    lines = [every[n - 1] for n in [*near[:1500], *random.Random(3).sample(healthy, min(1500, len(healthy)))]]
    false = 0
    for line in lines:
        text = Text.of(line)
        false += bool(match(parse(text), text, [index]).matches)
    return f"{share(false, len(lines))} of {len(lines)} ({min(len(near), 1500)} near misses)"


def share(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.1f} %"


# --- is it fast?


def warm_message(index: Index, queries: list[dict[str, Any]]) -> str:
    rows = [Text.of(row["line"].ljust(300)) for row in queries[:1000]]
    parsed = [(parse(text), text) for text in rows]
    return microseconds([lambda pair=pair: match(*pair, [index]) for pair in parsed])


def warm_traceback(index: Index, queries: list[dict[str, Any]]) -> str:
    call = (
        '  File "/env/site-packages/app/mod{0}.py", line {0}, in step_{0}\n    self.go_on_with_the_next_step({0}, '
        + "x" * 300
        + ")\n"
    )
    rows = []
    for row in queries[:300]:
        head, _, rest = row["line"].partition("\n")
        rows.append(Text.of(head + "\n" + "".join(call.format(n) for n in range(11)) + rest))
    return microseconds([lambda text=text: match(parse(text), text, [index]) for text in rows])


def microseconds(calls: list[Callable[[], object]]) -> str:
    """Return p50 and the quartiles over all calls, each made once before."""
    times = []
    for call in calls:
        call()
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    low, middle, high = statistics.quantiles(times, n=4)
    beside = statistics.median(reference() for _ in range(9))
    return f"{middle * 1e6:.0f} µs ({low * 1e6:.0f}–{high * 1e6:.0f}); ÷ 100,000 additions: {middle / beside:.4f}"


def reference() -> float:
    start = time.perf_counter()
    total = 0
    for number in range(100_000):
        total += number
    return time.perf_counter() - start


def cold(home: Path, line: str, runs: int) -> Iterator[tuple[str, str]]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"ERRKB_KB": str(home), "PYTHONPATH": str(ROOT)}
    ours = [sys.executable, "-m", "errkb", "explain", "--format", "json", line]
    theirs = [sys.executable, "-c", "import typer, rich.console"]
    pairs = []
    for number in range(runs + 1):
        times = []
        for command in (ours, theirs):
            start = time.perf_counter()
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
            times.append(time.perf_counter() - start)
        if number:
            pairs.append(times)
    ratio = statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)
    spread = "–".join(f"{1e3 * edge:.0f}" for edge in (min(a for a, _ in pairs), max(a for a, _ in pairs)))
    yield "cold explain ÷ `import typer, rich.console`", f"{ratio:.2f} ({spread} ms)"
    probe = subprocess.run(
        ["/usr/bin/env", sys.executable, "-c", MEMORY, line],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    yield "resident memory while answering", f"{int(probe.stdout) / 1024:.0f} MB"


MEMORY = """
import sys
from errkb import KnowledgeBase
with KnowledgeBase.open() as kb:
    kb.explain(sys.argv[1])
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def table(rows: list[list[str]]) -> str:
    lines = ["| patterns | what | result |", "|---|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


if __name__ == "__main__":
    main()
    print(
        f"peak memory of the bench: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB", file=sys.stderr
    )
