#!/usr/bin/env python3
"""Measure triage beside ripgrep, `wc -l` and drain3 on the same log, check its counts, and say every difference.

usage: bench_triage.py PATTERNS.jsonl LOG [--runs N] [--processes N] [--drain PYTHON] [--all]

PATTERNS.jsonl has `errorMessage`, `messagePattern` and `errorClass`; LOG.truth.jsonl beside the log has `line`, from 1,
and `messagePattern` of every error written into it.

speed     MB/s of triage with all its buckets by one process and by several, of `rg -F -c -f` with the longest literal
          of each pattern, and of `wc -l`; run in turns, medians of the ratios, by the clock and by processor time
events    processor time for each event: that of the log less that of a log of its healthy lines
memory    of this process at its peak (run with logs of two lengths to compare)
truth     errors written that are counted under their pattern on their line; every other one with the reason; what is
          counted besides is checked to be on its line. The same by one process and several
drain3    the lines of errors, clustered by drain3 (with `--drain`, the interpreter of an environment that has it) and
          by fingerprints: lines a second, clusters, and how many pairs of lines both put together
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench_match import build

from errkb.kb import KnowledgeBase
from errkb.model.event import ErrorEvent
from errkb.model.triage import TriageReport
from errkb.settings import Settings
from errkb.triage.unknown import cluster_of

Row = tuple[str, str]
DRAIN = """
import json, sys, time
from drain3 import TemplateMiner
from drain3.template_miner_config import TemplateMinerConfig
miner = TemplateMiner(config=TemplateMinerConfig())
lines = json.load(sys.stdin)
start = time.process_time()
found = [miner.add_log_message(line)["cluster_id"] for line in lines]
print(json.dumps([time.process_time() - start, found]))
"""


def main() -> None:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("patterns", type=Path)
    parser.add_argument("log", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--drain", metavar="PYTHON", help="the interpreter of an environment with drain3")
    parser.add_argument("--all", action="store_true", help="print every difference, not only the first of each kind")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        segment, _ = build(options.patterns, home)
        rows = [json.loads(line) for line in options.patterns.read_text(encoding="utf-8").splitlines()]
        settings = replace(Settings.from_environment(), kb=home)
        with KnowledgeBase.open(settings) as kb:
            for what, figure in measure(kb, segment, rows, options):
                print(f"{what:<44} {figure}", flush=True)


def measure(kb: KnowledgeBase, segment: Path, rows: list[dict[str, Any]], options: argparse.Namespace) -> Iterator[Row]:
    """Yield all figures."""
    log: Path = options.log
    reports: dict[int, TriageReport] = {}
    if options.runs:
        yield from speed(kb, segment, log, options, reports)
        yield "memory at the peak", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB"
        yield "memory of a child at the peak", f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3:.0f} MB"
    one = reports.get(1) or kb.triage([log], processes=1)
    several = reports.get(options.processes) or kb.triage([log], processes=options.processes)
    yield "the same by one process and several", str(_counts(one) == _counts(several))
    if Path(f"{log}.truth.jsonl").exists():
        yield from truth(one, rows, log, every=options.all)
    yield from drain(log, options.drain)


def speed(
    kb: KnowledgeBase, segment: Path, log: Path, options: argparse.Namespace, reports: dict[int, TriageReport]
) -> Iterator[Row]:
    """Yield speeds and ratios."""
    from errkb.index import open_index

    literals = segment / "literals"
    literals.write_bytes(b"".join(text + b"\n" for text in open_index(segment).strong.texts()))

    def triage(processes: int) -> Callable[[], object]:
        return lambda: reports.__setitem__(processes, kb.triage([log], processes=processes))

    runs = {
        "one process": triage(1),
        f"{options.processes} processes": triage(options.processes),
        "rg -F -c -f": lambda: _run("rg", "-F", "-c", "-f", str(literals), str(log)),
        "wc -l": lambda: _run("wc", "-l", str(log)),
    }
    if not shutil.which("rg"):
        sys.exit("ripgrep (rg) is needed for comparison")
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
    for _ in range(options.runs):
        for name, run in runs.items():
            took[name].append(_timed(run))
    size = log.stat().st_size / 1e6
    for name, times in took.items():
        yield name, f"{size / statistics.median(wall for wall, _ in times):.0f} MB/s"
    ours = took["one process"]
    for name in list(runs)[1:]:
        walls = [other[0] / own[0] for own, other in zip(ours, took[name], strict=True)]
        cpus = [other[1] / own[1] for own, other in zip(ours, took[name], strict=True)]
        yield f"one process ÷ {name}", f"{statistics.median(walls):.2f} (processor time {statistics.median(cpus):.2f})"
    yield from per_event(kb, log, reports[1].totals.events, min(cpu for _, cpu in ours))


def per_event(kb: KnowledgeBase, log: Path, events: int, cpu: float) -> Iterator[Row]:
    """Yield the processor time an event costs beyond the lines it stands on."""
    with tempfile.NamedTemporaryFile(suffix=".log") as healthy:
        size = 0
        with log.open("rb") as file:
            for line in file:
                if b" INFO " in line:
                    size += healthy.write(line)
        healthy.flush()
        _, own = _timed(lambda: kb.triage([healthy.name], processes=1))
    share = own * log.stat().st_size / max(size, 1)
    yield "healthy lines, one process", f"{size / 1e6 / own:.0f} MB a second of processor time"
    yield "an event", f"{(cpu - share) / max(events, 1) * 1e6:.0f} µs of processor time ({events:,} events)"


def truth(report: TriageReport, rows: list[dict[str, Any]], log: Path, *, every: bool) -> Iterator[Row]:
    """Yield how many of the errors written are counted on their line under their pattern, and every difference."""
    written = {}
    with Path(f"{log}.truth.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            error = json.loads(line)
            written[error["line"]] = error
    found: dict[int, list[str]] = {}
    extra: list[tuple[int, str]] = []
    for one in report.occurrences:
        if one.key.startswith("record:"):
            pattern = rows[int(one.key[7:], 16)]["messagePattern"]
            found.setdefault(one.place.line, []).append(pattern)
            if one.place.line not in written:
                extra.append((one.place.line, pattern))
    different: dict[str, list[str]] = {}
    for line, error in written.items():
        pattern = error["messagePattern"]
        if pattern not in found.get(line, ()):
            others = found.get(line, ())
            why = _why(pattern, others)
            different.setdefault(why, []).append(f"{line}: {pattern!r} {error['message']!r} {list(others)}")
    missing = sum(map(len, different.values()))
    yield "errors written", f"{len(written):,}"
    yield "counted under their pattern on their line", f"{len(written) - missing:,} ({1 - missing / len(written):.3%})"
    for why, cases in different.items():
        yield f"  not: {why}", f"{len(cases)}"
        for case in cases if every else cases[:1]:
            yield "", case
    wanted = dict(extra)
    with log.open(encoding="utf-8", errors="replace") as lines:
        texts = {number: line for number, line in enumerate(lines, 1) if number in wanted}
    stands = sum(re.search(wanted[n], texts[n]) is not None for n in wanted if r"\n" not in wanted[n])
    yield "counted besides, on lines of no error", f"{len(extra):,}, of these the text stands there: {stands:,}"
    yield "lines counted twice", str(sum(len(patterns) > 1 for patterns in found.values()))


def _why(pattern: str, others: Any) -> str:
    if others:
        return "another pattern fits the line too, and says at least as much"
    runs = [len(run) for run in pattern.replace("\\", "").split("(.+?)")]
    if sum(runs) < 6:
        return "fewer than six characters of text: not looked for"
    return "hardly any text, and a class of the language: anybody's message"


def drain(log: Path, python: str | None) -> Iterator[Row]:
    """Yield how fingerprints compare with drain3 on the messages of the log's errors."""
    events = list(_events(log))
    start = time.process_time()
    ours = [cluster_of(event).fingerprint for event in events]
    own = time.process_time() - start
    yield (
        "fingerprints",
        f"{len(events) / max(own, 1e-9):,.0f} lines a second, {len(set(ours)):,} clusters of {len(events):,}",
    )
    if python is None:
        yield "drain3", "skipped: give --drain PYTHON of an environment that has it"
        return
    lines = json.dumps([f"{event.cls}: {event.message}" for event in events])
    run = subprocess.run([python, "-c", DRAIN], input=lines, capture_output=True, text=True, check=True)
    took, theirs = json.loads(run.stdout.splitlines()[-1])
    yield "drain3", f"{len(events) / max(took, 1e-9):,.0f} lines a second, {len(set(theirs)):,} clusters"
    pairs = Counter(zip(ours, theirs, strict=True))
    both = sum(count * (count - 1) // 2 for count in pairs.values())
    one, other = (sum(c * (c - 1) // 2 for c in Counter(names).values()) for names in (ours, theirs))
    yield "pairs put together", f"fingerprints {one:,}, drain3 {other:,}, both {both:,}"


def _events(log: Path) -> Iterator[ErrorEvent]:
    """Yield an event for each line of the log that ends in a class and a message, as the generator writes them."""
    shape = re.compile(r"(?:ERROR \[[^\]]*\] |^)([\w.]+(?:Error|Exception)): (.+)$")
    with log.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if match := shape.search(line.rstrip("\n")):
                yield ErrorEvent("", match[2], 0, 0, 1, 1, cls=match[1])


def _counts(report: TriageReport) -> Counter[tuple[str, int, str | None]]:
    return Counter((one.key, one.place.line, one.place.time) for one in report.occurrences)


def _run(*command: str) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def _timed(run: Callable[[], object]) -> tuple[float, float]:
    """Return seconds by the clock and of the processor, those of finished children included."""
    before, start = _cpu(), time.perf_counter()
    run()
    return time.perf_counter() - start, _cpu() - before


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
