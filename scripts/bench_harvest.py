#!/usr/bin/env python3
"""The time of a harvest ÷ that of merely parsing the same files, and of a second harvest in which nothing changed.

usage: bench_harvest.py FOLDER [--rounds N]

Parsing means: reading every file the harvest reads and `ast.parse` of Python, tree-sitter's own parsing of the other
languages, in one process. Harvesting means all of it: walking the folder, rules, reading, finding, linking, entries,
and writing them with the cache. Each round measures all of them one after the other, so that what else the machine does
hits them alike; the smallest times are compared. One process is compared in CPU time as well, which other programs
disturb less.
"""

from __future__ import annotations

import argparse
import ast
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from errkb.harvest.languages import LANGUAGES
from errkb.harvest.run import wanted
from errkb.harvests import harvest_into
from errkb.model.located import SourceFile, UnreadableError
from errkb.source.tree import folder_files
from errkb.targets import Request

GRAMMARS = {suffix: grammar for language in LANGUAGES for suffix, grammar in language.grammars.items()}


def parse(files: list[SourceFile]) -> None:
    for file in files:
        grammar = next((one for suffix, one in GRAMMARS.items() if file.path.endswith(suffix)), None)
        if file.location is None or (grammar is None and not file.path.endswith(".py")):
            continue
        data = file.location.read_bytes()
        try:
            if grammar is None:
                ast.parse(data)
            else:
                grammar.parse(data)
        except (SyntaxError, ValueError, RecursionError, MemoryError, UnreadableError):
            continue


def timed(work: Callable[[], object]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    files = [file for file in folder_files(options.folder, wanted) if isinstance(file, SourceFile)]
    size = sum(file.size for file in files if file.path.endswith((".py", *GRAMMARS)))
    print(f"{options.folder}: {len(files)} files, {size / 1e6:.1f} MB of source that is parsed")
    times: dict[str, list[tuple[float, float]]] = {}
    for _ in range(options.rounds):
        times.setdefault("parse", []).append(timed(lambda: parse(files)))
        for workers in (1, 2):
            with tempfile.TemporaryDirectory() as home:
                request = Request((str(options.folder),), repo="owner/name", workers=workers)
                run = lambda request=request, home=home: harvest_into(request, Path(home), lambda *_: None)  # noqa: E731
                times.setdefault(f"{workers} processes", []).append(timed(run))
                if workers == 1:
                    times.setdefault("again", []).append(timed(run))
    best = {name: (min(wall for wall, _ in rows), min(cpu for _, cpu in rows)) for name, rows in times.items()}
    for name, (wall, cpu) in best.items():
        print(f"{name:12} {wall:7.2f} s wall {cpu:7.2f} s CPU")
    base, one, two, again = best["parse"], best["1 processes"], best["2 processes"], best["again"]
    print(f"one process ÷ parsing: {one[0] / base[0]:.2f} wall, {one[1] / base[1]:.2f} CPU")
    print(f"two processes ÷ parsing: {two[0] / base[0]:.2f} wall")
    print(f"unchanged ÷ first (one process): {again[0] / one[0]:.1%} wall, {again[1] / one[1]:.1%} CPU")


if __name__ == "__main__":
    main()
