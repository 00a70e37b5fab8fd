# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["cc"]
# memory = 65536
# ///
"""Called directly, linked indirectly."""

import subprocess
import sys
from pathlib import Path


def cc(*arguments):
    return subprocess.run(["cc", *arguments]).returncode


def build(*libraries):
    Path("inner.c").write_text("int inner(void) { return 0; }\n")
    Path("outer.c").write_text("int inner(void);\nint outer(void) { return inner(); }\n")
    Path("main.c").write_text("int inner(void), outer(void);\nint main(void) { return inner() + outer(); }\n")
    cc("-shared", "-fPIC", "inner.c", "-o", "libinner.so")
    cc("-shared", "-fPIC", "outer.c", "-L.", "-linner", "-o", "libouter.so")
    sys.exit(cc("main.c", "-L.", "-Wl,-rpath,.", "-Wl,-rpath-link,.", *libraries, "-o", "app"))


def trigger():
    build("-louter")


def fixed():
    build("-louter", "-linner")
