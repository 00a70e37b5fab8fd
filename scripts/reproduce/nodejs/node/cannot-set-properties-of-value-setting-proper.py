# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# captures = {value = "undefined", property = "count"}
# ///
"""A group that was never made."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const groups = {};
groups['fruit'].count = 1;
"""
AFTER = """\
const groups = {};
(groups['fruit'] ??= {}).count = 1;
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
