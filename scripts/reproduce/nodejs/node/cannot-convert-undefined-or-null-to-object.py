# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# ///
"""Settings that are not there."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const settings = undefined;
for (const [key, value] of Object.entries(settings)) console.log(key, value);
"""
AFTER = """\
const settings = undefined;
for (const [key, value] of Object.entries(settings ?? {})) console.log(key, value);
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
