# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["bash"]
# memory = 65536
# ///
"""Too many names for one command."""

import subprocess
import sys
from pathlib import Path


def bash(script):
    sys.exit(subprocess.run(["bash", "-c", script]).returncode)


def trigger():
    bash("/bin/echo $(seq 1 500000) > numbers")


def fixed():
    bash("seq 1 500000 | xargs /bin/echo > numbers")
