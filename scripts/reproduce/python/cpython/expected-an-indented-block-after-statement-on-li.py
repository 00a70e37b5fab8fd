# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {statement = "function definition", line = "1"}
# ///
"""A function holds nothing but a comment."""

import subprocess
import sys
from pathlib import Path


def python(program):
    Path("app.py").write_text(program)
    sys.exit(subprocess.run([sys.executable, "app.py"]).returncode)


BEFORE = """\
def todo():
    # later
print("x")
"""
AFTER = """\
def todo():
    pass  # later
print("x")
"""


def trigger():
    python(BEFORE)


def fixed():
    python(AFTER)
