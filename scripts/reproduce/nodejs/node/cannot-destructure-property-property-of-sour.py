# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# captures = {property = "name", source = "undefined"}
# ///
"""A parameter that is taken apart and was not given."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
function greet({ name }) { console.log('hello', name); }
greet();
"""
AFTER = """\
function greet({ name = 'you' } = {}) { console.log('hello', name); }
greet();
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
