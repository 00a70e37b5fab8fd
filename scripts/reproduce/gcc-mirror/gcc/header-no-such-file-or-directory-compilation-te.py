# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cc"]
# memory = 65536
# ///
"""A header without its folder."""

import subprocess
import sys
from pathlib import Path


def cc(*arguments):
    return subprocess.run(["cc", *arguments]).returncode


def build(*options):
    Path("include").mkdir()
    Path("include/shop.h").write_text("int shop(void);\n")
    Path("main.c").write_text("#include <shop.h>\nint main(void) { return 0; }\n")
    sys.exit(cc(*options, "main.c", "-o", "app"))


def trigger():
    build()


def fixed():
    build("-Iinclude")
