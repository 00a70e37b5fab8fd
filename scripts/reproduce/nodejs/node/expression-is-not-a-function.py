# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# captures = {expression = "data.map"}
# ///
"""The list is one level down."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const data = { items: [1, 2, 3] };
console.log(data.map((n) => n * 2));
"""
AFTER = """\
const data = { items: [1, 2, 3] };
console.log(data.items.map((n) => n * 2));
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
