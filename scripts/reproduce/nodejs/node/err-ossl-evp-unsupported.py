# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# ///
"""An old hash that OpenSSL 3 leaves out."""

import subprocess
import sys
from pathlib import Path


def node(program, *options, name="app.js"):
    Path(name).write_text(program)
    sys.exit(subprocess.run(["node", *options, name]).returncode)


BEFORE = """\
require('node:crypto').createHash('md4');
"""
AFTER = """\
require('node:crypto').createHash('sha256');
"""


def trigger():
    node(BEFORE)


def fixed():
    node(AFTER)
