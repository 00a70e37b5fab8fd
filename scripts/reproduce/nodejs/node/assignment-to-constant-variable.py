# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# ///
"""A sum kept in a const."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const total = 0;
for (const price of [3, 4]) total += price;
"""
AFTER = """\
let total = 0;
for (const price of [3, 4]) total += price;
console.log(total);
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run({"app.js": BEFORE}, "node", "app.js")


def fixed():
    run({"app.js": AFTER}, "node", "app.js")
