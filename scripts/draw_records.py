#!/usr/bin/env python3
"""Draw records at random, to be checked again from scratch against the source they were read in.

The same seed, count and records give the same draw: ids are sorted before they are drawn. A draw of records as they
were at a commit is had by checking that commit out.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def documented(records: Path) -> dict[str, str]:
    """Return the name, owner/repo/slug, of each record by its id."""
    named = {}
    for path in records.glob("[!_.]*/*/*.json"):
        if path.name.count(".") == 1:
            named[json.loads(path.read_bytes())["id"]] = path.relative_to(records).with_suffix("").as_posix()
    return named


def draw(records: Path, seed: int, count: int) -> list[tuple[str, str]]:
    """Return id and name of `count` records, all of them where there are fewer."""
    named = documented(records)
    drawn = random.Random(seed).sample(sorted(named), min(count, len(named)))
    return [(record, named[record]) for record in drawn]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=Path, default=ROOT / "records")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=40)
    arguments = parser.parse_args()
    for record, name in draw(arguments.records, arguments.seed, arguments.count):
        print(record, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
