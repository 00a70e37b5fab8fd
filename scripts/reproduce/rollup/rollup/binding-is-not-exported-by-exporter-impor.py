# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["rollup@4.53.3", "@rollup/plugin-node-resolve@16.0.3"]
# memory = 65536
# captures = {binding = "default"}
# ///
"""A named export imported as default."""

import subprocess
import sys
from pathlib import Path

SHARED = """\
export const add = (a, b) => a + b;
"""
BEFORE = """\
import add from './math.js';
console.log(add(1, 2));
"""
AFTER = """\
import { add } from './math.js';
console.log(add(1, 2));
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run(
        {**{"src/math.js": SHARED}, **{"src/index.js": BEFORE}},
        "node",
        "node_modules/rollup/dist/bin/rollup",
        "src/index.js",
        "-d",
        "out",
    )


def fixed():
    run(
        {**{"src/math.js": SHARED}, **{"src/index.js": AFTER}},
        "node",
        "node_modules/rollup/dist/bin/rollup",
        "src/index.js",
        "-d",
        "out",
    )
