# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["bash"]
# captures = {token = "("}
# memory = 65536
# ///
"""A bracket that is not quoted."""

import subprocess
import sys
from pathlib import Path


def bash(script):
    sys.exit(subprocess.run(["bash", "-c", script]).returncode)


def trigger():
    bash("cp report.txt report (1).txt")


def fixed():
    Path("report.txt").touch()
    bash("cp report.txt 'report (1).txt'")
