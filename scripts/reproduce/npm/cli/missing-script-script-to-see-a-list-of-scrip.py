# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["npm"]
# memory = 65536
# captures = {script = "start"}
# ///
"""A host runs npm start."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
{"name": "app", "version": "1.0.0", "scripts": {"dev": "node -v"}}
"""
AFTER = """\
{"name": "app", "version": "1.0.0", "scripts": {"dev": "node -v", "start": "node -v"}}
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run({"package.json": BEFORE}, "npm", "start")


def fixed():
    run({"package.json": AFTER}, "npm", "start")
