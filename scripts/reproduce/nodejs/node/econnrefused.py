# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# captures = {address = "127.0.0.1", port = "6379"}
# ///
"""Nothing listens there."""

import subprocess
import sys
from pathlib import Path


def node(program, *options, name="app.js"):
    Path(name).write_text(program)
    sys.exit(subprocess.run(["node", *options, name]).returncode)


BEFORE = """\
const net = require('node:net');
net.connect(6379, '127.0.0.1');
"""
AFTER = """\
const net = require('node:net');
const server = net.createServer().listen(6379, '127.0.0.1', () => net.connect(6379, '127.0.0.1', () => process.exit()));
"""


def trigger():
    node(BEFORE)


def fixed():
    node(AFTER)
