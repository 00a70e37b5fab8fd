# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# ///
"""Half a million arguments."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const more = Array.from({ length: 500000 }, (_, i) => i);
const list = [];
list.push(...more);
"""
AFTER = """\
const more = Array.from({ length: 500000 }, (_, i) => i);
const list = [];
for (const item of more) list.push(item);
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
