# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# ///
"""An import in a CommonJS package."""

import subprocess
import sys
from pathlib import Path

SHARED = """\
{"type": "commonjs"}
"""
BEFORE = """\
import { readFileSync } from 'node:fs';
console.log(typeof readFileSync);
"""
AFTER = """\
const { readFileSync } = require('node:fs');
console.log(typeof readFileSync);
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run({**{"package.json": SHARED}, **{"app.js": BEFORE}}, "node", "app.js")


def fixed():
    run({**{"package.json": SHARED}, **{"app.js": AFTER}}, "node", "app.js")
