# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""An assignment as a condition."""

import subprocess
import sys
from pathlib import Path


def python(program):
    Path("app.py").write_text(program)
    sys.exit(subprocess.run([sys.executable, "app.py"]).returncode)


BEFORE = """\
import io
f = io.StringIO("a")
while line = f.readline():
    print(line)
"""
AFTER = """\
import io
f = io.StringIO("a")
while (line := f.readline()):
    print(line)
"""


def trigger():
    python(BEFORE)


def fixed():
    python(AFTER)
