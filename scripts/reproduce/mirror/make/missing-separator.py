# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["make"]
# memory = 65536
# ///
"""Blanks where a TAB belongs."""

import subprocess
import sys
from pathlib import Path


def make(text, *targets):
    Path("Makefile").write_text(text)
    sys.exit(subprocess.run(["make", *targets]).returncode)


def trigger():
    make("all:\n    true\n")


def fixed():
    make("all:\n\ttrue\n")
