# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["jsonwebtoken@9.0.2"]
# memory = 65536
# ///
"""The word Bearer in place of the token."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const jwt = require('jsonwebtoken');
const header = `Bearer ${jwt.sign({ sub: 'a' }, 'test-key')}`;
jwt.verify(header.split(' ')[0], 'test-key');
"""
AFTER = """\
const jwt = require('jsonwebtoken');
const header = `Bearer ${jwt.sign({ sub: 'a' }, 'test-key')}`;
console.log(jwt.verify(header.split(' ')[1], 'test-key').sub);
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
