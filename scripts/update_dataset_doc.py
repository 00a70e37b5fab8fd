#!/usr/bin/env python3
"""Renew the counts in docs/dataset.md.

Counted are files and the few fields that decide a count, so an edit of a record's text changes nothing, and one pass
over the folder takes a fraction of a second. A test compares the document with what this would write.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path

from errkb.dataset.canonical import write_text

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "dataset.md"
BLOCK = re.compile(r"(<!-- counts -->\n).*?(<!-- end of counts -->)", re.DOTALL)


def counts(records: Path) -> str:
    documented: Counter[str] = Counter()
    reproduced: Counter[str] = Counter()
    aliases: Counter[str] = Counter()
    families: dict[str, set[str]] = {}
    for path in sorted(records.glob("[!_.]*/*/*.json")):
        repo = f"{path.parts[-3]}/{path.parts[-2]}"
        kind = path.name.split(".")[1]
        if kind == "verified":
            reproduced[repo] += 1
        elif kind == "evidence":
            aliases[repo] += len(json.loads(path.read_bytes())["aliases"])
        else:
            documented[repo] += 1
            families.setdefault(repo, set()).add(json.loads(path.read_bytes())["backgroundTag"])
    rows = [
        (repo, documented[repo], reproduced[repo], aliases[repo], len(families[repo] - {None}))
        for repo in sorted(documented, key=lambda repo: (-documented[repo], repo.lower()))
    ]
    articles = len(list((records / "_info").glob("*.json")))
    total = ("**all**", documented.total(), reproduced.total(), aliases.total(), articles)
    lines = [
        "| repository | documented | reproduced | aliases | families |",
        "|---|---:|---:|---:|---:|",
        *("| " + " | ".join(str(value) for value in row) + " |" for row in [*rows, total]),
    ]
    return "\n".join(lines) + "\n"


def updated(document: str, records: Path = ROOT / "records") -> str:
    """Return the document with the counts as they are now."""
    return BLOCK.sub(lambda found: found[1] + counts(records) + found[2], document)


def main() -> int:
    old = DOCUMENT.read_text(encoding="utf-8")
    new = updated(old)
    if new != old:
        write_text(DOCUMENT, new)
    print("renewed" if new != old else "was current")
    return 0


if __name__ == "__main__":
    sys.exit(main())
