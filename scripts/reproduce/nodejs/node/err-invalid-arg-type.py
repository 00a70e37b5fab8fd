# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# captures = {name = "path", expected = "of type string", actual = "undefined"}
# ///
"""A variable of the environment is not set."""

import subprocess
import sys
from pathlib import Path


def node(program, *options, name="app.js"):
    Path(name).write_text(program)
    sys.exit(subprocess.run(["node", *options, name]).returncode)


BEFORE = """\
const path = require('node:path');
path.join(process.env.DATA_DIR, 'cache');
"""
AFTER = """\
const path = require('node:path');
path.join(process.env.DATA_DIR ?? './data', 'cache');
"""


def trigger():
    node(BEFORE)


def fixed():
    node(AFTER)
