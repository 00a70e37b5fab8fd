# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["make"]
# captures = {target = "main.c", parent = "app"}
# memory = 65536
# ///
"""A source file that is not there."""

import subprocess
import sys
from pathlib import Path


def make(text, *targets):
    Path("Makefile").write_text(text)
    sys.exit(subprocess.run(["make", *targets]).returncode)


def trigger():
    make("app: main.c\n\tcp main.c app\n")


def fixed():
    Path("main.c").write_text("int main(void) { return 0; }")
    make("app: main.c\n\tcp main.c app\n")
