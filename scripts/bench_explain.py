#!/usr/bin/env python3
"""Measure what `errkb explain` costs, as ratios to things run beside it, and write docs/benchmarks.md.

usage: bench_explain.py [--runs N] [--write]

cold     a process that explains one line as JSON ÷ a process that imports typer and rich.console
warm     one message, one traceback of 5 KB in process, as multiples of `json.loads` of the shipped index file
linear   a log of 1, 4 and 16 MB: time per MB ÷ that of the smallest

Runs alternate between the two sides, so that a noisy machine is noisy for both; the median counts, the spread is shown.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINE = (
    "ValueError: No available memory for the cache blocks. "
    "Try increasing `gpu_memory_utilization` when initializing the engine."
)
FRAME = '  File "/env/lib/python3.11/site-packages/vllm/v1/engine/core.py", line {}, in step_{}\n    self.advance({})\n'
HEALTHY = "2026-08-01 10:00:{:02d},{:03d} INFO [engine] request {} finished, 200 OK, {} tokens/s\n"


def seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def alternate(ours: Callable[[], object], theirs: Callable[[], object], runs: int) -> tuple[list[float], list[float]]:
    ours()
    theirs()
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(runs)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def spread(times: list[float]) -> str:
    return f"{min(times) * 1e3:.1f}–{max(times) * 1e3:.1f} ms"


def cold(home: str, runs: int) -> str:
    environment = os.environ | {"ERRKB_HOME": home}
    errkb = Path(sys.executable).with_name("errkb")

    def call(*command: str) -> Callable[[], object]:
        return lambda: subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)

    ours, theirs = alternate(
        call(str(errkb), "explain", "--format", "json", LINE),
        call(sys.executable, "-c", "import typer, rich.console"),
        runs,
    )
    ratio = statistics.median(ours) / statistics.median(theirs)
    what = "cold `explain --format json`, one line ÷ `import typer, rich.console`"
    return f"| {what} | {ratio:.2f} | {spread(ours)} ÷ {spread(theirs)} |"


def warm(home: str, runs: int) -> list[str]:
    os.environ["ERRKB_HOME"] = home
    from errkb import KnowledgeBase

    traceback = (
        "Traceback (most recent call last):\n" + "".join(FRAME.format(n, n, "x" * 330) for n in range(12)) + LINE
    )
    rows = []
    with KnowledgeBase.open() as kb:
        index = next(Path(home).glob("segments/shipped/*/index.json")).read_bytes()
        for name, text in (
            (f"one line ({len(LINE)} bytes)", LINE),
            (f"a traceback ({len(traceback)} bytes)", traceback),
        ):
            ours, theirs = alternate(lambda text=text: kb.explain(text), lambda: json.loads(index), max(runs, 50))
            ratio = statistics.median(ours) / statistics.median(theirs)
            rows.append(
                f"| warm, {name} ÷ `json.loads` of the index ({len(index) // 1024} KiB) | {ratio:.2f} "
                f"| {spread(ours)} ÷ {spread(theirs)} |"
            )
        rows.append(linear(kb))
    return rows


def linear(kb: object) -> str:
    line = "".join(HEALTHY.format(n % 60, n % 1000, n, n % 977) for n in range(12_000))
    per_megabyte = []
    for factor in (1, 4, 16):
        text = line * factor
        per_megabyte.append(min(seconds(lambda text=text: kb.explain(text)) for _ in range(2)) / len(text) * 1e6)  # type: ignore[attr-defined]
    ratios = ", ".join(f"{value / per_megabyte[0]:.2f}" for value in per_megabyte)
    return (
        f"| time per MB of healthy log at 0.9, 3.6, 14 MB ÷ at 0.9 MB | {ratios} | {per_megabyte[0] * 1e3:.0f} ms/MB |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        rows = [cold(home, arguments.runs), *warm(home, arguments.runs)]
    table = "\n".join(["| what | ratio | times |", "|---|---|---|", *rows])
    print(table)
    if arguments.write:
        head = (
            "# Benchmarks\n\nWritten by `scripts/bench_explain.py --write`. Ratios count; the times say how noisy the "
            "machine was (fastest–slowest run, two cores).\n\n"
        )
        (ROOT / "docs" / "benchmarks.md").write_text(f"{head}{table}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
