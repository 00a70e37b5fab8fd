# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# ///
"""Everything is kept in memory."""

import subprocess
import sys
from pathlib import Path


def node(program, *options, name="app.js"):
    Path(name).write_text(program)
    sys.exit(subprocess.run(["node", *options, name]).returncode)


BEFORE = """\
const rows = [];
for (;;) rows.push(JSON.stringify({ n: rows.length, text: 'x'.repeat(100) + rows.length }));
"""
AFTER = """\
for (let n = 0; n < 1e5; n++) JSON.stringify({ n, text: 'x'.repeat(100) + n });
"""


def trigger():
    node(BEFORE, "--max-old-space-size=40")


def fixed():
    node(AFTER, "--max-old-space-size=40")
