#!/usr/bin/env python3
"""Put the real screen into README.md: the output of the command that stands in its first block.

usage: update_readme.py          (the environment's `errkb` answers; run it when records or the layout have changed)
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCREEN = re.compile(r"(?<=```text\n)\$ (errkb [^\n]+)\n.*?(?=\n```)", re.DOTALL)


def screen(command: str) -> str:
    """Return what the command prints at 80 columns."""
    program, *arguments = shlex.split(command)
    path = Path(sys.executable).with_name(program)
    environment = os.environ | {"COLUMNS": "80", "NO_COLOR": "1"}
    run = subprocess.run([path, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return run.stdout.rstrip("\n")


def updated(readme: str) -> str:
    """Return the README with its screen as it is now."""
    return SCREEN.sub(lambda found: f"$ {found[1]}\n{screen(found[1])}", readme, count=1)


if __name__ == "__main__":
    path = ROOT / "README.md"
    path.write_text(updated(path.read_text(encoding="utf-8")), encoding="utf-8")
