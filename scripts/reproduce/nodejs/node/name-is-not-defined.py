# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# captures = {name = "window"}
# ///
"""There is no window in Node."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const width = window.innerWidth;
console.log(width);
"""
AFTER = """\
const width = typeof window === 'undefined' ? 1024 : window.innerWidth;
console.log(width);
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
