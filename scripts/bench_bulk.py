#!/usr/bin/env python3
"""Measure the bulk scan beside ripgrep on the same log and literals, and check it.

usage: bench_bulk.py PATTERNS.jsonl LOG [--runs N] [--processes N] [--exact MB] [--adversarial]

PATTERNS.jsonl has `errorMessage`, `messagePattern` and `errorClass`; LOG may have LOG.truth.jsonl beside it: `line`
(1-based) and `messagePattern` of every error written into it.

speed          MB/s of one process, of several, and of `rg -F -c -f` with the longest literal of each pattern; run in
               turns, medians of the ratios; hits counted, line numbers and spans included
truth          every error written must be found: all differences are printed, those by the rule for empty templates
--exact        the (pattern, line) pairs on so many MB, weak patterns looked for everywhere, against google-re2
--adversarial  lines of 10 KB, 100 KB and 1 MB of the worst text for a pattern: time for each byte must not grow
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from errkb.index import Index, open_index, write
from errkb.index.bulk import BulkPool, BulkScanner, PatternList, open_segments, scan_file, scan_stream, scanner
from errkb.index.bulk.stored import kept_gate
from errkb.model.report import Entry

Row = tuple[str, str]
Pattern = dict[str, Any]
KEYS = ("errorMessage", "messagePattern", "errorClass", "package", "file")


def measure(rows: list[Pattern], log: Path, *, runs: int = 3, processes: int = 2) -> list[Row]:
    """Return (what, figure) of building, memory and speed of the bulk scan, ripgrep run in turns with it."""
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start = time.process_time()
        write(folder, map(_entry, rows))
        found.append(("index built, CPU", f"{time.process_time() - start:.1f} s"))
        start = time.process_time()
        index = open_index(folder)
        gate = kept_gate(index)
        found.append(("gate chosen, CPU", f"{time.process_time() - start:.1f} s, {len(gate.grams):,} grams"))
        own = (folder / "gate.bin").stat().st_size if (folder / "gate.bin").exists() else 0
        found.append(("stored", f"{_size(folder) / 1e6:.0f} MB, of these for the bulk scan alone {own / 1e6:.1f} MB"))
        found.append(("memory at the peak so far", _memory(resource.RUSAGE_SELF)))
        (folder / "literals").write_bytes(b"".join(text + b"\n" for text in index.strong.texts()))
        found += _speed(folder, log, runs, processes)
        found += truth(rows, index, log)
    return found


def _speed(folder: Path, log: Path, runs: int, processes: int) -> list[Row]:
    opener = partial(open_segments, [folder])
    start = time.perf_counter()
    bulk = opener()
    rows: list[Row] = [("opened in", f"{(time.perf_counter() - start) * 1e3:.0f} ms")]
    megabytes = log.stat().st_size / 1e6
    times: list[tuple[float, float, float]] = []
    cpu: list[tuple[float, float]] = []
    hits = 0

    def one() -> None:
        nonlocal hits
        hits = sum(1 for _ in scan_file(log, lambda: bulk))

    with BulkPool(opener, processes) as pool:
        pool.warm()
        for _ in range(runs):
            began, children = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN)
            ours = _seconds(one)
            own = time.process_time() - began
            several = _seconds(lambda: sum(1 for _ in pool.scan_file(log)))
            theirs = _seconds(partial(_ripgrep, folder / "literals", log))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu.append((own, after.ru_utime + after.ru_stime - children.ru_utime - children.ru_stime))
            times.append((ours, several, theirs))
    rows += [
        ("hits", f"{hits:,}"),
        ("one process", _rates(megabytes, [ours for ours, _, _ in times])),
        (f"{processes} processes", _rates(megabytes, [several for _, several, _ in times])),
        ("rg -F -c -f", _rates(megabytes, [theirs for _, _, theirs in times])),
        ("one process ÷ rg", _ratios([theirs / ours for ours, _, theirs in times])),
        ("one process ÷ rg, CPU time", _ratios([theirs / ours for ours, theirs in cpu])),
        (f"{processes} processes ÷ one", _ratios([ours / several for ours, several, _ in times])),
        ("memory of the caller at the peak", _memory(resource.RUSAGE_SELF)),
        ("memory of a child at the peak", _memory(resource.RUSAGE_CHILDREN)),
    ]
    return rows


def truth(rows: list[Pattern], index: Index, log: Path) -> Iterator[Row]:
    """Yield how many of the errors written into a log are found, and every one that is not."""
    path = Path(f"{log}.truth.jsonl")
    if not path.exists():
        return
    written = [json.loads(line) for line in path.read_text().splitlines()]
    bulk = scanner([index])
    found = {(hit.line, rows[hit.pattern]["messagePattern"]) for hit in scan_file(log, lambda: bulk)}
    empty = {rows[number]["messagePattern"] for number in bulk.plan.empty}
    missing = [error for error in written if (error["line"], error["messagePattern"]) not in found]
    by_rule = [error for error in missing if error["messagePattern"] in empty]
    yield "errors written", f"{len(written):,}"
    yield "found", f"{len(written) - len(missing):,}"
    yield "not looked for (fewer than six characters of text)", f"{len(by_rule)}"
    for error in missing:
        why = "empty" if error["messagePattern"] in empty else "MISSED"
        yield f"line {error['line']} {why}", f"{error['messagePattern']!r} {error['message']!r}"


def exact(rows: list[Pattern], log: Path, megabytes: float, single: int = 10_000, several: int = 100) -> Iterator[Row]:
    """Yield how the pairs of the scan, of all patterns, differ from those of google-re2 on the beginning of a log.

    google-re2 tries `single` patterns of one line chosen by lot, in sets, on each line, and `several` of those of
    several lines, each searched for in the whole text from every line on.
    """
    with log.open("rb") as file:
        data = file.read(int(megabytes * 1e6)).rpartition(b"\n")[0]
    lines = data.split(b"\n")
    patterns = [row["messagePattern"] for row in rows]
    source = PatternList(patterns)
    index = Index.of(map(_entry, rows))
    bulk = scanner([index], everywhere=True)
    reader = iter([data[at : at + (1 << 20)] for at in range(0, len(data), 1 << 20)])
    found = {(hit.pattern, hit.line) for hit in scan_stream(bulk, lambda _: next(reader, b""))}
    by_lines: dict[bool, list[int]] = {False: [], True: []}
    for number in range(len(patterns)):
        by_lines[any(part and b"\n" in part for part in source.parts(number))].append(number)
    lot = random.Random(1)
    ones = sorted(lot.sample(by_lines[False], min(single, len(by_lines[False]))))
    chosen = sorted(lot.sample(by_lines[True], min(several, len(by_lines[True]))))
    checked = {*ones, *chosen}
    truth_pairs = set(_by_sets(patterns, ones, lines)) | set(_by_search(patterns, chosen, data))
    found = {pair for pair in found if pair[0] in checked}
    yield "log", f"{len(data) / 1e6:.1f} MB, {len(lines):,} lines"
    yield (
        "patterns",
        f"{len(ones):,} of {len(by_lines[False]):,} of one line, {len(chosen):,} of {len(by_lines[True]):,} of several",
    )
    yield "pairs", f"{len(truth_pairs):,}"
    yield "missed", f"{len(truth_pairs - found):,}"
    yield "too many", f"{len(found - truth_pairs):,}"
    for number, line in sorted(truth_pairs ^ found)[:50]:
        yield f"line {line}", f"{patterns[number]!r} {lines[line - 1]!r}"


def adversarial() -> Iterator[Row]:
    """Yield nanoseconds of processor time a byte for lines of growing length."""
    worst = {
        "no end": ("start of it (.+?) then (.+?) then (.+?) then (.+?) at the end", b"start of it then "),
        "near misses": ("(.+?)aaaaaaaaaaaaaaaa b(.+?)aaaaaaaaaaaaaaaa b(.+?)c", b"a"),
        "hits": ("the same text again", b"the same text again "),
        "regex": (r"(?:the same text )+(?:again )*x", b"the same text again "),
    }
    for name, (pattern, text) in worst.items():
        bulk = BulkScanner.of(PatternList([pattern]))
        figures = []
        for size in (10_000, 100_000, 1_000_000):
            line = text * (size // len(text)) + b"\n"
            repeats = max(8, 1_000_000 // size)
            run = partial(_scan_all, bulk, line)
            figures.append(min(_seconds(run, time.process_time) for _ in range(repeats)) / size * 1e9)
        yield (
            f"linear: {name}",
            " / ".join(f"{figure:.1f}" for figure in figures) + " ns a byte at 10 KB / 100 KB / 1 MB",
        )


def _by_sets(patterns: list[str], numbers: list[int], lines: list[bytes]) -> Iterator[tuple[int, int]]:
    import re2

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.max_mem = 1 << 30
    options.never_capture = True
    for at in range(0, len(numbers), 2500):
        some = numbers[at : at + 2500]
        together = re2.Set.SearchSet(options)
        for number in some:
            together.Add(patterns[number].encode("utf-8", "surrogatepass"))
        together.Compile()
        for line, text in enumerate(lines, 1):
            for which in together.Match(text) or ():
                yield some[which], line


def _by_search(patterns: list[str], numbers: list[int], data: bytes) -> Iterator[tuple[int, int]]:
    import re2

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    for number in numbers:
        regex = re2.compile(patterns[number].encode("utf-8", "surrogatepass"), options)
        at, line, counted = 0, 1, 0
        while match := regex.search(data, at):
            line += data.count(b"\n", counted, match.start())
            counted = match.start()
            yield number, line
            at = data.find(b"\n", match.start()) + 1
            if not at:
                break


def _entry(row: Pattern) -> Entry:
    """Return the entry of a pattern, as far as an index needs it."""
    fields = dict.fromkeys(("errorCode", "errorType", "documentation")) | {"severity": "error", "tags": []}
    place = {"repo": "bench/log", "filePath": row.get("file") or "x.py"}
    name = blake2b(row["messagePattern"].encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return Entry({"id": name, **fields, **place, **row}, {"package": row.get("package")})


def _scan_all(bulk: BulkScanner, block: bytes) -> None:
    for _ in bulk.scan(block):
        pass


def _ripgrep(literals: Path, log: Path) -> None:
    subprocess.run(["rg", "-F", "-c", "-f", literals, log], stdout=subprocess.DEVNULL, check=True)


def _seconds(run: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    start = clock()
    run()
    return clock() - start


def _rates(megabytes: float, seconds: list[float]) -> str:
    return f"{megabytes / statistics.median(seconds):.0f} MB/s ({', '.join(f'{megabytes / s:.0f}' for s in seconds)})"


def _ratios(values: list[float]) -> str:
    return f"{statistics.median(values):.1f} ({', '.join(f'{value:.1f}' for value in values)})"


def _memory(who: int) -> str:
    return f"{resource.getrusage(who).ru_maxrss / 1e3:.0f} MB"


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("patterns", type=Path)
    parser.add_argument("log", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--exact", type=float, default=0)
    parser.add_argument("--adversarial", action="store_true")
    options = parser.parse_args()
    if options.runs and not shutil.which("rg"):
        sys.exit("ripgrep (rg) is needed for comparison")
    with options.patterns.open() as lines:
        patterns = [{key: row[key] for key in KEYS if key in row} for row in map(json.loads, lines)]
    found: list[Row] = [("patterns", f"{len(patterns):,}")]
    if options.runs:
        found += measure(patterns, options.log, runs=options.runs, processes=options.processes)
    if options.exact:
        found += exact(patterns, options.log, options.exact)
    if options.adversarial:
        found += adversarial()
    for what, figure in found:
        print(f"{what:<52} {figure}")


if __name__ == "__main__":
    main()
