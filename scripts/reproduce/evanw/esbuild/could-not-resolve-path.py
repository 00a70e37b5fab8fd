# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["node"]
# npm = ["esbuild@0.27.0"]
# memory = 65536
# captures = {path = "fs"}
# ///
"""A program for Node bundled for the browser."""

import subprocess
import sys
from pathlib import Path

SHARED = """\
import fs from 'fs';
console.log(fs.existsSync('x'));
"""
BEFORE = """\
require('esbuild').buildSync({ entryPoints: ['src/index.js'], bundle: true, outdir: 'out' });
"""
AFTER = """\
require('esbuild').buildSync({ entryPoints: ['src/index.js'], bundle: true, outdir: 'out', platform: 'node' });
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    Path("node_modules").symlink_to(Path(sys.prefix, "node_modules"))
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run({**{"src/index.js": SHARED}, **{"build.js": BEFORE}}, "node", "build.js")


def fixed():
    run({**{"src/index.js": SHARED}, **{"build.js": AFTER}}, "node", "build.js")
