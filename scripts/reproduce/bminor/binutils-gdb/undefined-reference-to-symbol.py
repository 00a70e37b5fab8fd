# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cc"]
# captures = {symbol = "calculate_total"}
# memory = 65536
# ///
"""The other file was not given."""

import subprocess
import sys
from pathlib import Path


def cc(*arguments):
    return subprocess.run(["cc", *arguments]).returncode


def trigger():
    Path("main.c").write_text("int calculate_total(void);\nint main(void) { return calculate_total(); }\n")
    sys.exit(cc("main.c", "-o", "app"))


def fixed():
    Path("main.c").write_text("int calculate_total(void);\nint main(void) { return calculate_total(); }\n")
    Path("total.c").write_text("int calculate_total(void) { return 0; }\n")
    sys.exit(cc("main.c", "total.c", "-o", "app"))
