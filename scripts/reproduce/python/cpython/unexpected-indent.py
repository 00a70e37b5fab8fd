# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A line stands too far right."""

import subprocess
import sys
from pathlib import Path


def python(program):
    Path("app.py").write_text(program)
    sys.exit(subprocess.run([sys.executable, "app.py"]).returncode)


BEFORE = """\
x = 1
  y = 2
"""
AFTER = """\
x = 1
y = 2
"""


def trigger():
    python(BEFORE)


def fixed():
    python(AFTER)
