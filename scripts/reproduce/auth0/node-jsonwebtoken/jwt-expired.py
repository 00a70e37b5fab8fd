# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["jsonwebtoken@9.0.2"]
# memory = 65536
# ///
"""A lifetime without a unit."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const jwt = require('jsonwebtoken');
const token = jwt.sign({ sub: 'a' }, 'test-key', { expiresIn: '1' });
setTimeout(() => jwt.verify(token, 'test-key'), 1100);
"""
AFTER = """\
const jwt = require('jsonwebtoken');
const token = jwt.sign({ sub: 'a' }, 'test-key', { expiresIn: '15m' });
console.log(jwt.verify(token, 'test-key').sub);
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run({"app.js": BEFORE}, "node", "app.js")


def fixed():
    run({"app.js": AFTER}, "node", "app.js")
