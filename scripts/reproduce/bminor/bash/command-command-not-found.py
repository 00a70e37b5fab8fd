# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["bash"]
# memory = 65536
# ///
"""A tool outside of PATH."""

import subprocess
import sys
from pathlib import Path


def bash(script):
    sys.exit(subprocess.run(["bash", "-c", script]).returncode)


def tool():
    Path("bin").mkdir()
    Path("bin/shoptool").write_text("#!/bin/sh\nexit 0\n")
    Path("bin/shoptool").chmod(0o755)


def trigger():
    tool()
    bash("shoptool --version")


def fixed():
    tool()
    bash('PATH="$PWD/bin:$PATH"; shoptool --version')
