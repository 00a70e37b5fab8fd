# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A comma is missing in a dict."""

import subprocess
import sys
from pathlib import Path


def python(program):
    Path("app.py").write_text(program)
    sys.exit(subprocess.run([sys.executable, "app.py"]).returncode)


BEFORE = """\
config = {
    "port": (8000 "tcp"),
}
"""
AFTER = """\
config = {
    "port": (8000, "tcp"),
}
"""


def trigger():
    python(BEFORE)


def fixed():
    python(AFTER)
