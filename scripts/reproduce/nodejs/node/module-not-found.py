# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# captures = {request = "./lib/util"}
# ///
"""A module is not where it is looked for."""

import subprocess
import sys
from pathlib import Path


def node(program, *options, name="app.js"):
    Path(name).write_text(program)
    sys.exit(subprocess.run(["node", *options, name]).returncode)


BEFORE = """\
require('./lib/util');
"""
AFTER = """\
require('node:fs').mkdirSync('lib');
require('node:fs').writeFileSync('lib/util.js', '');
require('./lib/util');
"""


def trigger():
    node(BEFORE)


def fixed():
    node(AFTER)
