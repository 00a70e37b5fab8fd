# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["bash"]
# memory = 65536
# ///
"""A script with Windows line ends."""

import subprocess
import sys
from pathlib import Path


def bash(script):
    sys.exit(subprocess.run(["bash", "-c", script]).returncode)


def script(ends):
    Path("deploy.sh").write_bytes(b"#!/bin/bash" + ends + b"exit 0" + ends)
    Path("deploy.sh").chmod(0o755)
    bash("./deploy.sh")


def trigger():
    script(b"\r\n")


def fixed():
    script(b"\n")
