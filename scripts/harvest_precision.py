#!/usr/bin/env python3
"""A sample of located records with their source beside them, to be judged by a reader.

usage: harvest_precision.py PACKAGE… --python PATH [--count 200] [--seed 1]

Prints for each record its message, class, function and line, and the source around the line. A record is right if the
source at that line raises that class with that message (every placeholder a value, every literal the source's text).
What a machine can tell is told: `ok` where the line holds a statement that raises, warns, logs or exits, names the
class, and holds every literal of the message; the rest is marked `LOOK` and needs a reader. The sample is drawn evenly
from the packages and is the same for the same seed.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
from collections import Counter
from pathlib import Path

from errkb.harvests import HarvestReport, harvest_entries
from errkb.model.pattern import split_template
from errkb.model.report import Entry
from errkb.targets import Request

_RAISING = re.compile(
    r"\b(?:raise|assert)\b|warn|error|exception|critical|fatal|exit|abort|fail|Err_|deprecat|(?:Error|Exception)\("
)


def statement(lines: list[str], line: int) -> str:
    """Return the statement that begins at a line, as far as brackets tell."""
    for size in range(1, 40):
        text = "\n".join(lines[line - 1 : line - 1 + size])
        try:
            ast.parse(re.sub(r"^\s+", "", text))
        except SyntaxError:
            continue
        return text
    return lines[line - 1]


def judged(entry: Entry, lines: list[str]) -> str:
    record = entry.record
    text = statement(lines, record["lineNumber"])
    cls = (record["errorClass"] or "").rpartition(".")[2]
    plain = re.sub(r"[\"']\s*\n?\s*[rbfu]*[\"']", "", text)
    plain = plain.encode("utf-8", "replace").decode("unicode_escape", "replace") if "\\" in plain else plain
    words = [word for part in split_template(record["errorMessage"]) if part for word in re.findall(r"\w+", part)]
    missing = [word for word in words if word not in plain]
    raising = _RAISING.search(text)
    known = not cls or cls in text or cls in ("SystemExit", "AssertionError", "HTTPException", "UserWarning")
    if raising and known and not missing:
        return "ok"
    return f"LOOK (raises: {bool(raising)}, class: {known}, words: {missing[:6]})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="+")
    parser.add_argument("--python", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="print the records that are ok as well")
    options = parser.parse_args()
    each = options.count // len(options.packages)
    verdicts: Counter[str] = Counter()
    for package in options.packages:
        report = HarvestReport()
        request = Request((package,), python=options.python)
        found = sorted(harvest_entries(request, lambda *_: None, report), key=lambda entry: entry.record["id"])
        for entry in random.Random(options.seed).sample(found, min(each, len(found))):
            record = entry.record
            start, window = record["sourceCodeStart"], (record["sourceCode"] or "").split("\n")
            verdict = judged(entry, [""] * (start - 1) + window)
            verdicts[verdict.split(" ")[0]] += 1
            if verdict != "ok" or options.all:
                function = (entry.evidence or {}).get("function")
                print(f"--- {verdict}\n{record['filePath']}:{record['lineNumber']} in {function}")
                print(f"{record['errorClass']}: {record['errorMessage']!r}")
                at = record["lineNumber"] - start
                print("\n".join(window[max(0, at - 8) : at + 8]))
    print(dict(verdicts))


if __name__ == "__main__":
    main()
