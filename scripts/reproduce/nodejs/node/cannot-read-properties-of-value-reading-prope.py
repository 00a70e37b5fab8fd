# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# memory = 65536
# captures = {value = "undefined", property = "address"}
# ///
"""Nobody has that id."""

import subprocess
import sys
from pathlib import Path

BEFORE = """\
const users = [{ id: 1, address: { street: 'Elm' } }];
console.log(users.find((user) => user.id === 2).address.street);
"""
AFTER = """\
const users = [{ id: 1, address: { street: 'Elm' } }];
const user = users.find((user) => user.id === 2);
console.log(user?.address?.street ?? 'no address');
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
