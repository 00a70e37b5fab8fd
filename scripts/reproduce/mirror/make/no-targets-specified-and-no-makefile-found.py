# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["make"]
# memory = 65536
# ///
"""A folder without a Makefile."""

import subprocess
import sys
from pathlib import Path


def trigger():
    sys.exit(subprocess.run(["make"]).returncode)


def fixed():
    Path("Makefile").write_text("all:\n\t@true\n")
    sys.exit(subprocess.run(["make"]).returncode)
