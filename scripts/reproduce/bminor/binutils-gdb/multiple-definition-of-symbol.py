# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cc"]
# captures = {symbol = "counter"}
# memory = 65536
# ///
"""A header that defines."""

import subprocess
import sys
from pathlib import Path


def cc(*arguments):
    return subprocess.run(["cc", *arguments]).returncode


def build(header, *more):
    Path("shared.h").write_text(header)
    Path("one.c").write_text('#include "shared.h"\n')
    Path("two.c").write_text('#include "shared.h"\nint main(void) { return counter; }\n')
    sys.exit(cc("one.c", "two.c", *more, "-fno-common", "-o", "app"))


def trigger():
    build("int counter;\n")


def fixed():
    Path("shared.c").write_text("int counter;\n")
    build("extern int counter;\n", "shared.c")
