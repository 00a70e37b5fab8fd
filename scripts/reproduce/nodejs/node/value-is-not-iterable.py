# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# captures = {value = "prices"}
# ///
"""A plain object in a for-of loop."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const prices = { apple: 3, pear: 4 };
for (const [name, price] of prices) console.log(name, price);
"""
AFTER = """\
const prices = { apple: 3, pear: 4 };
for (const [name, price] of Object.entries(prices)) console.log(name, price);
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
