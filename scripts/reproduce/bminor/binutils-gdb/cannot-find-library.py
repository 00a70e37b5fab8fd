# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cc"]
# memory = 65536
# ///
"""A library that is not installed."""

import subprocess
import sys
from pathlib import Path


def cc(*arguments):
    return subprocess.run(["cc", *arguments]).returncode


def trigger():
    Path("main.c").write_text("int main(void) { return 0; }\n")
    sys.exit(cc("main.c", "-lshop", "-o", "app"))


def fixed():
    Path("main.c").write_text("int main(void) { return 0; }\n")
    Path("shop.c").write_text("int shop(void) { return 0; }\n")
    cc("-shared", "-fPIC", "shop.c", "-o", "libshop.so")
    sys.exit(cc("main.c", "-L.", "-lshop", "-o", "app"))
