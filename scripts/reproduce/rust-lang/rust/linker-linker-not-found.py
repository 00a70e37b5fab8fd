# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["rustc", "cc"]
# captures = {linker = "no-such-cc"}
# memory = 65536
# ///
"""The C compiler that links is missing."""

import subprocess
import sys
from pathlib import Path

BEFORE = """fn main() {}
"""
AFTER = """fn main() {}
"""


def rust(program, *options):
    Path("main.rs").write_text(program)
    built = subprocess.run(["rustc", "main.rs", *options])
    sys.exit(built.returncode or subprocess.run(["./main"]).returncode)


def trigger():
    rust(BEFORE, "-Clinker=no-such-cc")


def fixed():
    rust(AFTER)
