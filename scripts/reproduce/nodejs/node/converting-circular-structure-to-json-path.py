# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# ///
"""A child that knows its parent."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const parent = { name: 'root', children: [] };
parent.children.push({ name: 'leaf', parent });
console.log(JSON.stringify(parent));
"""
AFTER = """\
const parent = { name: 'root', children: [] };
parent.children.push({ name: 'leaf', parent });
console.log(JSON.stringify(parent, (key, value) => (key === 'parent' ? undefined : value)));
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
