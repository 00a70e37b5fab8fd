# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A line stands between two levels."""

import subprocess
import sys
from pathlib import Path


def python(program):
    Path("app.py").write_text(program)
    sys.exit(subprocess.run([sys.executable, "app.py"]).returncode)


BEFORE = """\
if True:
    print("a")
  print("b")
"""
AFTER = """\
if True:
    print("a")
    print("b")
"""


def trigger():
    python(BEFORE)


def fixed():
    python(AFTER)
