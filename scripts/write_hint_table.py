#!/usr/bin/env python3
"""Write the hints of the built-in parsers into errkb/parse/hint_table.py, as their modules say them.

usage: write_hint_table.py

Run it after changing `hints` or `nearby` of a parser, or `ORDER`; `tests/contracts` compares.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from errkb.parse.builtin import ORDER
from errkb.parse.deferred import load

TARGET = Path(__file__).resolve().parent.parent / "errkb" / "parse" / "hint_table.py"
HEAD = '''"""The hints of the built-in parsers by their place: name, `hints`, `nearby`.

Written by `scripts/write_hint_table.py`, so that reading need not import the parsers to know where to ask them.
"""

from __future__ import annotations

__all__ = ["TABLE"]

_Row = tuple[str, tuple[str, ...], tuple[str, ...]]

TABLE: dict[str, _Row] = {
'''


def rows() -> str:
    found = []
    for place in ORDER:
        parser = load(place)
        nearby = getattr(parser, "nearby", None)
        if nearby is None:
            sys.exit(f"{place} has no `nearby`: it would be asked at every line where any parser is")
        found.append(f"    {place!r}: ({parser.name!r}, {_unique(parser.hints)!r}, {_unique(nearby)!r}),\n")
    return "".join(found)


def _unique(hints: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hints))


def main() -> None:
    TARGET.write_text(f"{HEAD}{rows()}}}\n", encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "-q", str(TARGET)], check=True)


if __name__ == "__main__":
    main()
