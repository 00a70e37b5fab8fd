#!/usr/bin/env python3
"""Measure import, index and export on generated records, as ratios to DuckDB alone reading and writing the same JSON.

usage: bench_export.py [--records 300000] [--runs 3] [--folder DIR] [--write docs/benchmarks-export.md]

Each step runs in a process of its own, so that its peak memory is its own (that of its workers is added). Steps and
baselines run in turns; what is compared is the median of their ratios, in time passed and in processor time: on a
machine that does other things as well only the latter says much.

import                 errkb.imports.import_into, and the record file of the segment
tables                 the tables of the segment, which are made when SQL is first asked for
index                  the match index of the segment
patterns               deriving every pattern anew and comparing, which is part of the check as well
export                 errkb export of the whole segment
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from errkb.dataset.derive import complete
from errkb.model import ids, pattern
from errkb.model.record import Record

WORDS = """
the a of to in is and or not with when before after while for by from on at as it that this value values key file path
index column row tensor shape dtype device batch model config option argument parameter request response server client
socket connection timeout retry queue worker process thread lock cache buffer stream token schema field type object list
array string number integer float expected received given missing invalid unknown duplicate unsupported failed cannot
could must should only either both empty closed open loaded saved parsed compiled linked version release package module
function class method attribute property call caller returns raises refuses checks reads writes holds keeps drops moves
copies sends fetches waits starts stops ends begins because although therefore
""".split()  # noqa: SIM905 - a list of them would take a line each
CLASSES = ("ValueError", "TypeError", "RuntimeError", "KeyError", "ConfigError", "HTTPError", "IOError", None)
OWNERS = 400
REPOS = 2600


def sentence(rng: random.Random) -> str:
    """Return six to 24 words."""
    return " ".join(rng.choices(WORDS, k=rng.randint(6, 24))).capitalize() + "."


def statement(rng: random.Random) -> str:
    """Return a line that looks like source."""
    name = f"{rng.choice(WORDS)}_{rng.choice(WORDS)}"
    return f"{' ' * rng.choice((4, 8, 8, 12))}{name} = '{' '.join(rng.choices(WORDS, k=2))}'"


_RNG = random.Random(5)
SENTENCES = [sentence(_RNG) for _ in range(20_000)]
STATEMENTS = [statement(_RNG) for _ in range(20_000)]
"""Records pick from these: making up every word takes ten times as long as all the rest."""


def prose(rng: random.Random, words: int) -> str:
    """Return sentences of about so many words."""
    return " ".join(rng.choices(SENTENCES, k=max(1, round(words / 15))))


def code(rng: random.Random, lines: int) -> str:
    """Return so many lines."""
    return "\n".join(rng.choices(STATEMENTS, k=lines))


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


def generate(path: Path, count: int) -> None:
    """Write records that keep the contract as JSON lines; a second record of a slug has part of its id in its own."""
    slugs: set[tuple[str, str]] = set()
    with path.open("w", encoding="utf-8") as file:
        for record in generated(count):
            if (record["repo"], record["slug"]) in slugs:
                record["slug"] = ids.slug_with_id(record["slug"], record["id"])
            slugs.add((record["repo"], record["slug"]))
            ordered = {key: record[key] for key in Record.model_fields}
            file.write(json.dumps(ordered, ensure_ascii=False) + "\n")


def duckdb_alone(source: Path, form: str, out: Path) -> None:
    """Let DuckDB read the JSON by its own lights and write it again."""
    import duckdb

    duckdb.connect().execute(f"COPY (SELECT * FROM read_json('{source}')) TO '{out}' (FORMAT {form})")  # noqa: S608


def step_import(work: Path) -> None:
    """Read, check, and keep: the import, and the record file of its segment."""
    from errkb.dataset.imported import Imported
    from errkb.imports import ImportRequest, import_into

    segment = work / "segment"
    shutil.rmtree(segment, ignore_errors=True)
    segment.mkdir()
    report = import_into(
        ImportRequest(work / "records.jsonl", "bench"),
        work / "home" / "imports" / "bench",
        lambda place: Imported(place).write_records(segment, "bench"),
    )
    if report.rejected or report.name is None:
        raise SystemExit(f"{report.rejected} records were refused: {report.findings[:3]}")


def step_tables(work: Path) -> None:
    """Make the tables of the segment."""
    from errkb.dataset.tables import make_tables

    make_tables(work / "segment", anew=True)


def step_index(work: Path) -> None:
    """Write the match index."""
    from errkb import index
    from errkb.dataset.recordfile import RecordFile

    index.write(work / "segment", RecordFile.open(work / "segment"))


def step_patterns(work: Path) -> None:
    """Derive every pattern anew."""
    pairs = []
    with (work / "records.jsonl").open("rb") as file:
        for line in file:
            record = json.loads(line)
            pairs.append((record["errorMessage"], record["messagePattern"]))
    before = _cpu()
    started = time.perf_counter()
    if not all(pattern.derive(message) == given for message, given in pairs):
        raise SystemExit("a pattern is not the one of its message")
    print(json.dumps({"wall": time.perf_counter() - started, "cpu": _cpu() - before}))


def step_export(work: Path, form: str) -> None:
    """Export the whole segment."""
    from errkb.exports import ExportRequest
    from errkb.kb import KnowledgeBase
    from errkb.settings import Settings

    with KnowledgeBase.open(Settings(work / "home")) as kb:
        kb.export(work / f"ours.{form}", ExportRequest(where="source = 'bench'", named=("bench",)))


STEPS: dict[str, Callable[[Path], None]] = {
    "generate": lambda work: generate(work / "records.jsonl", int(os.environ["BENCH_RECORDS"])),
    "duckdb-parquet": lambda work: duckdb_alone(work / "records.jsonl", "parquet", work / "duckdb.parquet"),
    "duckdb-json": lambda work: duckdb_alone(work / "records.jsonl", "json", work / "duckdb.jsonl"),
    "import": step_import,
    "tables": step_tables,
    "index": step_index,
    "patterns": step_patterns,
    "export-parquet": lambda work: step_export(work, "parquet"),
    "export-jsonl": lambda work: step_export(work, "jsonl"),
}


def _cpu() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def run_step(name: str, work: Path) -> None:
    """Run one step and print what it took."""
    started = time.perf_counter()
    STEPS[name](work)
    if name == "patterns":
        return
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    workers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (os.cpu_count() or 1)
    print(json.dumps({"wall": time.perf_counter() - started, "cpu": _cpu(), "rss": own + workers}))


def measured(name: str, work: Path, count: int) -> dict[str, float]:
    """Run a step in a process of its own; return seconds passed, processor seconds, kibibytes at the peak."""
    command = [sys.executable, __file__, "--step", name, "--folder", str(work)]
    environment = os.environ | {"BENCH_RECORDS": str(count), "ERRKB_HOME": str(work / "home")}
    run = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    print(f"{name}: {found}", file=sys.stderr, flush=True)
    return found


def build(work: Path) -> None:
    """Make the import a source of a knowledge base, with the segment that the steps have written."""
    from errkb.building import segments_of
    from errkb.dataset.imported import Imported
    from errkb.dataset.segments import DEPTH, fingerprint
    from errkb.dataset.sources import Sources

    home, folder = work / "home", work / "home" / "imports" / "bench"
    Sources(home).add("bench", folder)
    segments_of(home).publish(
        "bench",
        fingerprint(folder, DEPTH),
        Imported(folder).content_key,
        lambda place: (shutil.copytree(work / "segment", place, dirs_exist_ok=True, copy_function=os.link), None)[1],
    )


def warm(work: Path) -> None:
    """Build what comes with errkb, and its tables: an export is not charged for a first run."""
    from errkb.kb import KnowledgeBase
    from errkb.settings import Settings

    with KnowledgeBase.open(Settings(work / "home")) as kb:
        kb.sql("SELECT count(*) FROM records")


def measure(work: Path, count: int, runs: int) -> dict[str, list[dict[str, float]]]:
    """Run everything in turns."""
    figures: dict[str, list[dict[str, float]]] = {}
    measured("generate", work, count)
    for turn in range(runs):
        for name in ("duckdb-parquet", "import", "tables", "duckdb-json"):
            figures.setdefault(name, []).append(measured(name, work, count))
        if turn == 0:
            for name in ("index", "patterns"):
                figures.setdefault(name, []).append(measured(name, work, count))
            build(work)
            warm(work)
        for name in ("export-parquet", "export-jsonl"):
            figures.setdefault(name, []).append(measured(name, work, count))
    return figures


def ratio(figures: dict[str, list[dict[str, float]]], names: tuple[str, ...], base: str, key: str) -> float:
    """Return the median over the turns of what the steps took together, by what the baseline took."""
    turns = zip(*(figures[name] for name in names), figures[base], strict=True)
    return statistics.median(sum(one[key] for one in steps) / baseline[key] for *steps, baseline in turns)


_HEAD = """# Benchmarks: import and export

`scripts/bench_export.py` on {count:,} generated records ({size:.2f} GB of JSON), Python {python}, two cores that do
other work as well. Ratios are medians over {turns} turn(s); the baseline is DuckDB alone reading and writing the same
JSON (`read_json` → `COPY`), which checks nothing.

| step | baseline | ratio, processor time | ratio, time passed | aim |
|---|---|---:|---:|---:|"""
_FOOT = """*Import* reads, checks every rule and keeps: afterwards the records are durable, found by id and slug. Two
processes check (their peak memory is added). An answer needs the match index besides (*index*). The *tables* of SQL
are made when somebody first asks in SQL: they are told apart, and once more together with the import. Patterns that
follow the contract's derivation are compared with what the message gives; no regular expression is compiled."""


def report(figures: dict[str, list[dict[str, float]]], count: int, size: int) -> str:
    """Return the figures as Markdown."""
    lines = [_HEAD.format(count=count, size=size / 1e9, python=platform.python_version(), turns=len(figures["import"]))]
    for title, names, base, aim in (
        ("parse, full validation, store", ("import",), "duckdb-parquet", "≤ 3"),
        ("the same, and the tables of SQL", ("import", "tables"), "duckdb-parquet", "–"),
        ("export to Parquet", ("export-parquet",), "duckdb-parquet", "≤ 1.5"),
        ("export to JSON Lines", ("export-jsonl",), "duckdb-json", "≤ 1.5"),
    ):
        ours = [f"{ratio(figures, names, base, key):.2f}" for key in ("cpu", "wall")]
        lines.append(f"| {title} | {base.replace('duckdb-', 'to ')} | {ours[0]} | {ours[1]} | {aim} |")
    lines += ["", "| step | processor time | time passed | peak memory |", "|---|---:|---:|---:|"]
    for name, runs in figures.items():
        cpu, wall = (statistics.median(run[key] for run in runs) for key in ("cpu", "wall"))
        peak = f"{max(run['rss'] for run in runs) / 1024:,.0f} MiB" if "rss" in runs[0] else "part of import"
        lines.append(f"| {name} | {cpu:.1f} s | {wall:.1f} s | {peak} |")
    lines += ["", _FOOT]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=300_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--step", choices=STEPS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.step:
        run_step(options.step, options.folder)
        return 0
    work = Path(tempfile.mkdtemp(dir=options.folder))
    try:
        figures = measure(work, options.records, options.runs)
        text = report(figures, options.records, (work / "records.jsonl").stat().st_size)
    finally:
        shutil.rmtree(work)
    print(text)
    if options.write:
        options.write.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
