# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""A keyword as a name."""

import subprocess
import sys
from pathlib import Path


def python(program):
    Path("app.py").write_text(program)
    sys.exit(subprocess.run([sys.executable, "app.py"]).returncode)


BEFORE = """\
class = "A"
"""
AFTER = """\
class_ = "A"
"""


def trigger():
    python(BEFORE)


def fixed():
    python(AFTER)
