# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {type = "str"}
# ///
"""Output of a program is split as if it were text."""

import subprocess
import sys

COMMAND = [sys.executable, "-c", "print('main')"]


def trigger():
    subprocess.check_output(COMMAND).split("\n")


def fixed():
    subprocess.check_output(COMMAND, text=True).split("\n")
