# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {name = "pip"}
# ///
"""An environment without pip."""

import subprocess
import sys


def pip(*options):
    subprocess.run([sys.executable, "-m", "venv", *options, ".venv"], check=True)
    sys.exit(subprocess.run([".venv/bin/python", "-m", "pip", "--version"]).returncode)


def trigger():
    pip("--without-pip")


def fixed():
    pip()
