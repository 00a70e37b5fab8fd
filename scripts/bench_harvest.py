#!/usr/bin/env python3
"""The time of a harvest ÷ that of merely parsing the same files, and of a second harvest in which nothing changed.

usage: bench_harvest.py FOLDER | --python PATH [PACKAGE…] [--rounds N]

FOLDER is source as it lies there; PATH is the interpreter of an environment, of which everything is harvested that is
installed, or only the packages that are named.

Parsing means: reading every file the harvest reads and `ast.parse` of Python, in one process; the second figure of
parsing adds tree-sitter's own parsing of the other languages. Harvesting means all of it: finding the files, rules,
reading, linking, entries, and writing them with the cache. Each round measures all of them one after the other, so that
what else the machine does hits them alike; the smallest times are compared. One process is compared in CPU time as
well, which other programs disturb less.
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
from errkb.harvests import harvest_into
from errkb.model.located import SourceFile, UnreadableError
from errkb.targets import Request, projects

GRAMMARS = {suffix: grammar for language in LANGUAGES for suffix, grammar in language.grammars.items()}


def parse_python(files: list[SourceFile]) -> None:
    for file in files:
        if file.location is not None and file.path.endswith(".py"):
            try:
                ast.parse(file.location.read_bytes())
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue


def parse_others(files: list[SourceFile]) -> None:
    for file in files:
        grammar = next((one for suffix, one in GRAMMARS.items() if file.path.endswith(suffix)), None)
        if file.location is not None and grammar is not None:
            try:
                grammar.parse(file.location.read_bytes())
            except UnreadableError:
                continue


def timed(work: Callable[[], object]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="FOLDER|PACKAGE")
    parser.add_argument("--python", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    targets = tuple(options.targets)
    repo = "owner/name" if options.python is None else None

    def harvest(workers: int, home: str) -> None:
        request = Request(targets, not targets, options.python, repo=repo, workers=workers)
        harvest_into(request, Path(home), lambda *_: None)

    request = Request(targets, not targets, options.python, repo=repo)
    files = [file for _, found in projects(request) for file in found if isinstance(file, SourceFile)]
    for name, suffixes in (("Python", (".py",)), ("other languages with a grammar", tuple(GRAMMARS))):
        own = [file.size for file in files if file.path.endswith(suffixes)]
        print(f"{name}: {len(own)} files, {sum(own) / 1e6:.1f} MB")
    times: dict[str, list[tuple[float, float]]] = {}
    for _ in range(options.rounds):
        times.setdefault("ast.parse", []).append(timed(lambda: parse_python(files)))
        times.setdefault("tree-sitter", []).append(timed(lambda: parse_others(files)))
        for workers in (1, 2):
            with tempfile.TemporaryDirectory() as home:
                run = lambda workers=workers, home=home: harvest(workers, home)  # noqa: E731
                times.setdefault(f"{workers} processes", []).append(timed(run))
                if workers == 1:
                    times.setdefault("again", []).append(timed(run))
    best = {name: (min(wall for wall, _ in rows), min(cpu for _, cpu in rows)) for name, rows in times.items()}
    for name, (wall, cpu) in best.items():
        print(f"{name:12} {wall:7.2f} s wall {cpu:7.2f} s CPU")
    one, two, again = best["1 processes"], best["2 processes"], best["again"]
    python = best["ast.parse"]
    both = python[0] + best["tree-sitter"][0], python[1] + best["tree-sitter"][1]
    for name, base in (("ast.parse of the Python files", python), ("parsing all files", both)):
        if base is both or python[1] > best["tree-sitter"][1]:
            print(f"one process ÷ {name}: {one[0] / base[0]:.2f} wall, {one[1] / base[1]:.2f} CPU")
            print(f"two processes ÷ {name}: {two[0] / base[0]:.2f} wall")
    print(f"unchanged ÷ first (one process): {again[0] / one[0]:.1%} wall, {again[1] / one[1]:.1%} CPU")


if __name__ == "__main__":
    main()
