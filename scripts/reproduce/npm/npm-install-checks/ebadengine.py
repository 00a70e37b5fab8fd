# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["npm"]
# memory = 65536
# ///
"""A dependency wants a Node of the future."""

import subprocess
import sys
from pathlib import Path

BEFORE_LIB_PACKAGE_JSON = """\
{"name": "lib", "version": "2.0.0", "engines": {"node": ">=99"}}
"""
BEFORE_APP_PACKAGE_JSON = """\
{"name": "app", "version": "1.0.0", "dependencies": {"lib": "file:../lib"}}
"""
AFTER_LIB_PACKAGE_JSON = """\
{"name": "lib", "version": "1.0.0", "engines": {"node": ">=18"}}
"""
AFTER_APP_PACKAGE_JSON = """\
{"name": "app", "version": "1.0.0", "dependencies": {"lib": "file:../lib"}}
"""


def run(files, *command):
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    sys.exit(subprocess.run(command).returncode)


def trigger():
    run(
        {"lib/package.json": BEFORE_LIB_PACKAGE_JSON, "app/package.json": BEFORE_APP_PACKAGE_JSON},
        "npm",
        "install",
        "--prefix",
        "app",
        "--offline",
        "--engine-strict",
        "--no-audit",
        "--no-fund",
    )


def fixed():
    run(
        {"lib/package.json": AFTER_LIB_PACKAGE_JSON, "app/package.json": AFTER_APP_PACKAGE_JSON},
        "npm",
        "install",
        "--prefix",
        "app",
        "--offline",
        "--engine-strict",
        "--no-audit",
        "--no-fund",
    )
